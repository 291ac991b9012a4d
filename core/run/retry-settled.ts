import type { Ending } from '../results/outcome.ts';
import { sawItNotHold } from './came-back.ts';
import type { Counterexample } from './property.ts';
import { type Attempt, insteadOf, type Judged, withOwnEvidence } from './retry-alone.ts';
import type { RunContext } from './run-context.ts';

/**
 * Tries a check that did not hold once more, and reads nothing before effects had all the time that they may take (--settle): where
 * several copies of the data answer in turn, one may show an effect that the next one does not show yet. What is seen to hold then, or to
 * fail, takes the place of the first attempt. A failure that could not be looked at so, as where the run ended
 * before, is none: it may have been read too soon.
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
  if (outcome === 'pass' || outcome === 'fail') return insteadOf(first, again);
  return judged.outcome === 'fail' ? insteadOf(first, { ...again, judged: unsettled(judged, again.judged) }) : first;
}

function unsettled(first: Ending, again: Judged): Ending {
  const end = 'reason' in again ? again.reason : again.remark;
  const reason = `${first.reason}; tried again, with nothing read before effects had the time that --settle gives them, it was neither seen to hold nor to fail: ${end}`;
  return { outcome: 'inconclusive', reason, witness: first.witness };
}
