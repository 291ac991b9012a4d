import { sawItNotHold } from './came-back.ts';
import type { Counterexample } from './property.ts';
import { type Attempt, insteadOf, withOwnEvidence } from './retry-alone.ts';
import type { RunContext } from './run-context.ts';

/**
 * Tries a check that did not hold once more, and reads nothing before effects had all the time that they may take (--settle): where
 * several copies of the data answer in turn, one may show an effect that the next one does not show yet. Only what is seen to hold, or to
 * fail, takes the place of the first attempt.
 */
export async function retrySettled(
  first: Attempt,
  context: RunContext,
  tryAgain: (context: RunContext, only?: Counterexample) => Promise<Attempt>,
): Promise<Attempt> {
  const { judged, requests } = first;
  if (context.settleMs === 0 || requests === 0 || !sawItNotHold(judged)) return first;
  const property = 'property' in judged ? judged.property : undefined;
  const patient = (): RunContext => ({ ...withOwnEvidence(context), sinceWrite: { endedAt: undefined } });
  // One case is enough to see that it fails all the same.
  const single = property === undefined ? undefined : await tryAgain(patient(), property);
  if (single?.judged.outcome === 'fail') return insteadOf(first, single);
  const again = await tryAgain(patient());
  const { outcome } = again.judged;
  return outcome === 'pass' || outcome === 'fail' ? insteadOf(first, again) : first;
}
