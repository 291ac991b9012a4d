import type { Claims } from '../core/claims.ts';
import { couldBe, triedIn, wouldCatch } from '../core/results/assure.ts';
import type { Results } from '../core/results/results.ts';
import { knownSubjects } from '../core/results/subject-kinds.ts';
import { RULE_KINDS } from '../judge/assurance.ts';
import { dictionary } from '../judge/dictionary.ts';
import type { JudgeOptions } from '../judge/judge.ts';
import type { Deviation } from './deviations/deviation.ts';
import { allAtOnce } from './diagnose-one.ts';
import { drawn } from './drawn.ts';
import { judgeWrapped } from './judge-wrapped.ts';
import { deviationCalled } from './known-fault.ts';

/** A way to be judged: claims, and what is asked of the run. */
export interface Setting {
  readonly name: string;
  readonly claims?: Partial<Claims>;
  readonly how?: JudgeOptions;
}

/** What was predicted under one setting, and was not so. */
export interface AssuredSetting {
  readonly faults: number;
  readonly mismatches: readonly string[];
}

/** Ways in which runs differ: claims, the selection, and how many cases are tried. */
export const SETTINGS: readonly Setting[] = [
  { name: 'everything' },
  { name: 'one case', how: { runs: 1 } },
  { name: 'fast', how: { fast: true } },
  { name: 'ten cases', how: { runs: 10 } },
  { name: 'one after another', how: { concurrency: 1 } },
  { name: 'read-only', how: { readOnly: true } },
  { name: 'should counts', how: { level: 'should' } },
  { name: 'without the state machine', how: { skip: ['model/sequence'] } },
  { name: 'without operations', how: { skip: ['operation/*'] } },
  { name: 'without what watches', how: { skip: ['status/*', 'negotiate/truthful'] } },
  { name: 'without reading', how: { skip: ['read/*', 'query/*'] } },
  { name: 'creation and deletion', how: { rules: ['create/*', 'delete/*'] } },
  { name: 'negotiation', how: { rules: ['negotiate/*', 'validator/*'] } },
  { name: 'statuses', how: { rules: ['*/status'] } },
  { name: 'what watches, read-only', how: { rules: ['status/*', 'negotiate/truthful'], readOnly: true } },
  { name: 'session', how: { rules: ['session/*', 'status/*'] } },
  { name: 'no operations', claims: { operationForms: [] } },
  { name: 'two forms', claims: { operationForms: ['A', 'F'] } },
  { name: 'one form, read-only', claims: { operationForms: ['E'] }, how: { readOnly: true } },
  { name: 'no commands', claims: { commandQuery: false } },
  { name: 'JSON alone', claims: { representations: ['json'] } },
  { name: 'no session, other statuses', claims: { session: 'none', emptyQuery: 204, deleted: 410 } },
];

/** Predicts of so many faults, drawn by the seed, whether a run under a setting catches them, and judges the mock with each. */
export async function assureSetting(
  { name, claims = {}, how = {} }: Setting,
  count: number,
  seed: number,
): Promise<AssuredSetting> {
  const judged = (faults: readonly Deviation[]): Promise<Results> => {
    const wrapped = allAtOnce(faults, seed);
    return judgeWrapped({
      ...wrapped,
      options: { ...wrapped.options, ...claims },
      how: { ...wrapped.how, seed, ...how },
    });
  };
  const plain = await judged([]);
  const known = knownSubjects(dictionary());
  const mismatches: string[] = [];
  const possible = dictionary().faults.filter((fault) => couldBe(fault, plain.target.claims, RULE_KINDS));
  const faults = drawn(possible, count, seed);
  for (const fault of faults) {
    const deviation = deviationCalled(fault.id);
    // One that comes with a target file of its own is a fault of another target.
    const whole = deviation.file === undefined ? plain : await judged([{ ...deviation, wrap: (fetch) => fetch }]);
    const isPredicted =
      couldBe(fault, whole.target.claims, RULE_KINDS) &&
      wouldCatch(fault, triedIn(whole, dictionary()), RULE_KINDS, known);
    const isCaught = killersIn(await judged([deviation])).length > 0;
    if (isPredicted !== isCaught)
      mismatches.push(
        `${name}: ${fault.id} ${isPredicted ? 'was to be caught, and was not' : 'was caught, and was not to be'}`,
      );
  }
  return { faults: faults.length, mismatches };
}

/** The setting that is called so. */
export function settingCalled(name: string): Setting {
  const found = SETTINGS.find((setting) => setting.name === name);
  if (found === undefined) throw new Error(`no setting is called ${name}`);
  return found;
}

function killersIn({ results }: Results): readonly string[] {
  return results.filter(({ outcome, level }) => outcome === 'fail' && level !== 'may').map(({ rule }) => rule);
}
