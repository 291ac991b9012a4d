import type { Answer } from '../answer.ts';
import type { Exchange, RecordedRequest, Transport } from '../http/exchange.ts';
import type { FreshIds } from '../ids/fresh-ids.ts';
import type { Result, Spread } from '../results/results.ts';

/** How often the same question is asked. */
const ASKED = 6;

/**
 * Whether the target tells requests apart at all. A server that answers every request alike, or at random, passes some
 * rules by chance; its passes are no evidence. One question about nothing is asked several times: its answers must agree
 * among themselves, and some answer of the run must differ from them.
 */
export async function askAboutNothing(transport: Transport, fresh: FreshIds): Promise<readonly Exchange[]> {
  const address = `/assayer-no-such-place-${fresh.newUuid().slice(0, 8)}`;
  const exchanges: Exchange[] = [];
  for (let i = 0; i < ASKED; i += 1) exchanges.push(await transport.send({ method: 'GET', address }));
  return exchanges;
}

/** Which statuses a run met. */
export function spreadOf(aboutNothing: readonly Exchange[], seen: readonly Answer[]): Spread {
  return {
    nothing: [...new Set(aboutNothing.flatMap(telling))],
    others: [...new Set(seen.flatMap(({ exchange }) => telling(exchange)))],
    answers: seen.length,
  };
}

/** Why no pass of the run is evidence; undefined when the target was seen to tell requests apart. */
export function whyNoEvidence({ nothing, others, answers }: Spread): string | undefined {
  if (nothing.length > 1) {
    return `one and the same GET was answered ${nothing.join(', ')}: what the target answers is no evidence of what it does`;
  }
  const all = new Set([...nothing, ...others]);
  if (answers === 0 || all.size > 1) return undefined;
  return `every request was answered ${[...all].join()}, even one about nothing: a server that answers everything alike proves nothing`;
}

/** A result that is no evidence: a pass is taken back. */
export function takenBack(result: Result, reason: string): Result {
  return result.outcome === 'pass' ? { ...result, outcome: 'not-exercised', reason } : result;
}

// Rate limits and failures come and go without regard to the question.
function telling({ request, response }: Exchange): number[] {
  if (response === null || response.status === 429 || response.status >= 500) return [];
  return reachesTheService(request) ? [response.status] : [];
}

const USUAL_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

/**
 * Whether the message comes to what answers requests. The reader of HTTP in front of it refuses one without Host, of a method that it
 * does not know, or of an absurd length, by itself (RFC 9112 3, 3.2): that does not show that the service tells requests apart.
 */
function reachesTheService({ method, headers, about }: RecordedRequest): boolean {
  const hasHost = headers.some(([name]) => name.toLowerCase() === 'host');
  return hasHost && about !== 'absurd' && USUAL_METHODS.includes(method);
}
