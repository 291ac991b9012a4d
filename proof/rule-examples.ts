import type { Result, Results, SavedExchange } from '../core/results/results.ts';
import type { Rule } from '../core/rule.ts';
import type { Deviation } from './deviations/deviation.ts';
import { DEVIATIONS } from './deviations/index.ts';
import { judgeWrapped, type Wrapped } from './judge-wrapped.ts';
import { deviated } from './prove.ts';

/** What a rule said of some exchanges, and these. */
export interface RuleExample {
  readonly result: Result;
  readonly exchanges: readonly SavedExchange[];
}

/** A rule seen at work: where it is kept, and where it is broken. */
export interface RuleExamples {
  readonly right?: RuleExample;
  readonly wrong?: RuleExample & Pick<Deviation, 'id' | 'title'>;
}

/** As many faults are tried until one is seen to break the rule. */
const TRIED = 4;
/** As many exchanges are shown of one verdict. */
const SHOWN = 3;
const SEED = 1;

/** Judges the mock by one rule, and with a fault that breaks it: the rule itself says what is right and what is wrong. */
export async function examplesOf({ id }: Pick<Rule, 'id'>): Promise<RuleExamples> {
  for (const deviation of faultsOf(id)) {
    const wrong = exampleIn(await judgedBy(id, deviated(deviation, SEED)), 'fail');
    if (wrong === undefined) continue;
    // The same mock without the fault: a claim may be what makes the rule apply.
    const right = exampleIn(await judgedBy(id, withoutFault(deviation)), 'pass', wrong.result.subject);
    const { title } = deviation;
    return { ...(right === undefined ? {} : { right }), wrong: { ...wrong, id: deviation.id, title } };
  }
  const right = exampleIn(await judgedBy(id, withoutFault({})), 'pass');
  return right === undefined ? {} : { right };
}

// What breaks this rule first and few others shows it best.
function faultsOf(rule: string): readonly Deviation[] {
  const worth = ({ breaks, inWholeRun }: Deviation): number =>
    breaks.indexOf(rule) * 10 + breaks.length + (inWholeRun === true ? 100 : 0);
  return DEVIATIONS.filter(({ breaks }) => breaks.includes(rule))
    .toSorted((a, b) => worth(a) - worth(b))
    .slice(0, TRIED);
}

function withoutFault(deviation: Pick<Deviation, 'options' | 'file'>): Wrapped {
  return deviated({ id: '', title: '', breaks: [], ...deviation, wrap: (fetch) => fetch }, SEED);
}

function judgedBy(rule: string, wrapped: Wrapped): Promise<Results> {
  return judgeWrapped({ ...wrapped, how: { ...wrapped.how, runs: 1, rules: [rule] } });
}

function exampleIn(
  { results, exchanges }: Results,
  outcome: 'pass' | 'fail',
  subject?: string,
): RuleExample | undefined {
  const such = results.filter((result) => result.outcome === outcome);
  const result = such.find((one) => one.subject === subject) ?? such[0];
  if (result === undefined) return undefined;
  const cited = result.witness.flatMap((id) => exchanges[id] ?? []);
  // What a verdict is about comes last.
  return { result, exchanges: cited.slice(-SHOWN) };
}
