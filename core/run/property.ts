import fc from 'fast-check';
import type { Answer } from '../answer.ts';
import { Halt, notExercised, type Witness } from '../results/outcome.ts';
import { breakdownOf } from './breakdown.ts';
import type { Proof, Property } from './trial.ts';

/** How a property is to be run. */
export interface PropertyRun {
  readonly seed: number;
  /** Generated cases. */
  readonly runs: number;
  /** fast-check's path to one case, from a replay token. */
  readonly path?: string;
}

/** What a failed property adds to the failure of its case. */
export interface Counterexample {
  /** The shrunk case in a line. */
  readonly counterexample: string;
  readonly seed: number;
  readonly runs: number;
  readonly path: string;
  readonly cases: number;
  readonly discards: number;
  /** `1 of 3`: set when the case did not fail each time it was sent again. */
  readonly flaky?: string;
}

/** Thrown in place of the case's own failure, which it keeps, once the case was shrunk and sent again. */
export class PropertyFailure extends Halt {
  readonly counterexample: Counterexample;
  constructor(halt: Halt, counterexample: Counterexample) {
    super(halt.ending);
    this.counterexample = counterexample;
  }
}

/** How many cases shrinking may send: each is a request or more to somebody's server. */
const SHRINK_BUDGET = 60;
/** How often the shrunk case is sent again before it is reported. */
const CONFIRMATIONS = 3;
/**
 * How many cases may be set aside for each that is tried: each was a request or more. A server that shows a record for every id would be
 * asked for thousands.
 */
const SET_ASIDE = 3;
/** How many answers a proof cites. */
const CITED = 3;

/**
 * Tries the cases that are always tried, then generated ones. The first failure is shrunk within a budget, and the shrunk
 * case is sent again: what is reported is what failed last, and a failure that does not come back is told as flaky.
 */
export async function forAll<T>(
  property: Property<T>,
  run: PropertyRun,
  check: (value: T) => Promise<Witness>,
): Promise<Proof> {
  const witness: Answer[] = [];
  let judged = 0;
  let shrinkLeft = SHRINK_BUDGET;
  let failed = false;
  let stop: unknown;
  // A breakdown of the server met while another failure is shrunk must not take its place: it may come from other requests.
  let isBreakdown = false;

  const tryCase = async (value: T): Promise<void> => {
    if (stop !== undefined) return;
    if (failed && shrinkLeft-- <= 0) return;
    try {
      const proof = await check(value);
      judged += 1;
      if (witness.length < CITED) witness.push(...[proof].flat().slice(0, CITED - witness.length));
    } catch (thrown) {
      if (fc.PreconditionFailure.isFailure(thrown)) throw thrown;
      if (!isFailure(thrown)) {
        // Not a verdict on this case: the target went away or the checker is at fault. No further case may be judged.
        stop ??= thrown;
        return;
      }
      judged += 1;
      const isNow = breakdownOf(thrown.ending) !== undefined;
      if (failed && isNow && !isBreakdown) return;
      isBreakdown = isNow;
      failed = true;
      throw thrown;
    }
  };

  const always = property.always ?? [];
  const details = await fc.check(fc.asyncProperty(property.cases, tryCase), {
    seed: run.seed,
    maxSkipsPerRun: SET_ASIDE,
    numRuns: always.length + Math.max(1, Math.round(run.runs * (property.share ?? 1))),
    examples: always.map((value): [T] => [value]),
    ...(run.path === undefined ? {} : { path: run.path }),
  });
  if (stop !== undefined && !details.failed) throw stop;
  if (details.counterexample === null && details.failed && judged === 0) {
    notExercised(`every case that was made up had to be set aside (${details.numSkips} of them)`);
  }
  if (details.counterexample === null) return { witness, cases: judged, discards: details.numSkips };
  const [value] = details.counterexample;
  throw await confirm(
    value,
    check,
    {
      counterexample: (property.show ?? JSON.stringify)(value),
      seed: details.seed,
      runs: run.runs,
      path: details.counterexamplePath ?? '',
      cases: judged,
      discards: details.numSkips,
    },
    details.errorInstance,
  );
}

// A target that went away meanwhile says nothing of the case.
async function outcomeOf(check: () => Promise<Witness>): Promise<'kept' | 'unknown' | Halt> {
  try {
    await check();
    return 'kept';
  } catch (thrown) {
    return isFailure(thrown) ? thrown : 'unknown';
  }
}

/** Whether what a check threw is a verdict against the target. */
export function isFailure(thrown: unknown): thrown is Halt {
  return thrown instanceof Halt && thrown.ending.outcome === 'fail';
}

async function confirm<T>(
  value: T,
  check: (value: T) => Promise<Witness>,
  found: Counterexample,
  first: unknown,
): Promise<unknown> {
  if (!isFailure(first)) return first ?? new Error(`a property failed without a failure: ${found.counterexample}`);
  let last = first;
  let again = 0;
  let judged = 0;
  for (let i = 0; i < CONFIRMATIONS; i += 1) {
    const ending = await outcomeOf(() => check(value));
    if (ending === 'unknown') continue;
    judged += 1;
    if (ending === 'kept') continue;
    again += 1;
    if (breakdownOf(ending.ending) === undefined || breakdownOf(last.ending) !== undefined) last = ending;
  }
  return new PropertyFailure(last, again === judged ? found : { ...found, flaky: `${again} of ${judged}` });
}
