import type { Answer } from '../answer.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Ending } from '../results/outcome.ts';

/**
 * The exchange by which a check ended because the server broke down: a 5xx that the check calls a failure, a 408 (it gave up waiting
 * for the request), or a connection that was closed in the middle. A server may do so when requests meet (a locked database, a busy
 * machine), so such an ending is tried again alone.
 * Undefined where the check ended for another reason. 501 says what the server does not offer, and 503 that it is away.
 */
export function breakdownOf({ outcome, witness, broken }: Ending): Exchange | undefined {
  if (outcome === 'inconclusive') return broken?.failure?.kind === 'reset' ? broken : undefined;
  if (outcome !== 'fail') return undefined;
  return serverErrorIn(witness);
}

/** The exchange by which a check could not be exercised, since the server broke down over what it needs as control. */
export function brokenControlOf({ outcome, witness }: Ending): Exchange | undefined {
  return outcome === 'not-exercised' ? serverErrorIn(witness) : undefined;
}

function serverErrorIn(witness: readonly Answer[]): Exchange | undefined {
  return witness.find(({ status }) => status === 408 || (status >= 500 && status !== 501 && status !== 503))?.exchange;
}

/** Whether another request of the run was under way at the same time. */
export function wasBesideOthers(exchange: Exchange, seen: readonly Answer[]): boolean {
  const [from, to] = spanOf(exchange);
  return seen.some(({ exchange: other }) => {
    const [start, end] = spanOf(other);
    return other.id !== exchange.id && start < to && end > from;
  });
}

function spanOf({ timings }: Exchange): readonly [number, number] {
  return [timings.startedAt, timings.startedAt + timings.total];
}
