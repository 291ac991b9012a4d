import { Halt, type Witness } from '../results/outcome.ts';
import type { Subject } from '../rule.ts';
import type { PlannedCheck } from './catalogue.ts';
import { openTrial } from './open-trial.ts';
import { type Counterexample, PropertyFailure, type PropertyRun } from './property.ts';
import type { Replay } from './replay.ts';
import type { Attempt, Judged } from './retry-alone.ts';
import type { OpenTrial, RunContext } from './run-context.ts';
import type { RunSettings } from './run-settings.ts';
import type { Proof, Remark } from './trial.ts';

/** What decides which cases of a property are tried. */
export interface CaseChoice extends Pick<RunSettings, 'seed' | 'runs'> {
  /** Of these properties, try only the one case. */
  readonly replays?: readonly Replay[];
}

/** One attempt at a check, and what it made is taken away. `only`: this case of its property alone. */
export async function tryOne(
  check: PlannedCheck,
  subject: Subject,
  context: RunContext,
  options: CaseChoice,
  only?: Counterexample,
): Promise<Attempt> {
  const { clock } = context;
  const began = clock.now();
  const property = only ?? propertyRun(check, subject, options);
  // Rules that watch come one at a time, when all others have ended.
  const open = openTrial(context, subject, property, check.rule.passive === true ? context.concurrency : 1);
  const judged = await judgeOne(check, open);
  await open.close();
  return { judged, requests: open.sent.length, durationMs: clock.now() - began };
}

// Each rule draws from a seed of its own, so that neither order nor selection changes what it makes up.
function propertyRun(check: PlannedCheck, subject: Subject, options: CaseChoice): PropertyRun {
  const { replays = [], runs } = options;
  const replay = replays.find((one) => one.rule === check.rule.id && one.subject === subject.id);
  if (replay !== undefined) return { seed: replay.seed, runs: replay.runs, path: replay.path };
  return { seed: mix(options.seed, `${check.rule.id}@${subject.id}`), runs };
}

// FNV-1a over the text, started from the seed: spreads nearby seeds and names over all 32 bits.
function mix(seed: number, text: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash | 0;
}

async function judgeOne(check: PlannedCheck, open: OpenTrial): Promise<Judged> {
  try {
    return passed(await check.rule.check(open.trial));
  } catch (thrown) {
    if (thrown instanceof PropertyFailure) return { ...thrown.ending, property: thrown.counterexample };
    if (thrown instanceof Halt) return thrown.ending;
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return { outcome: 'error', reason: text };
  }
}

function passed(given: Witness | Proof | Remark): Judged {
  const witness = 'witness' in given ? given.witness : [given].flat();
  // A pass without a witness would be a verdict without evidence: the rule is wrongly written.
  if (witness.length === 0) return { outcome: 'error', reason: 'the check passed without citing an exchange' };
  const remark = 'remark' in given ? given.remark : '';
  return { outcome: 'pass', witness, remark, ...('cases' in given ? { tried: given } : {}) };
}
