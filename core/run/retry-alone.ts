import type { Answer } from '../answer.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Ending } from '../results/outcome.ts';
import { breakdownOf, brokenControlOf, wasBesideOthers } from './breakdown.ts';
import type { Counterexample } from './property.ts';
import type { RunContext } from './run-context.ts';
import { sentAgainPhrase } from './sent-again-wording.ts';
import { createScope } from './shared-evidence.ts';
import type { Proof } from './trial.ts';

/** How a check ended, before it is a result. */
export type Judged =
  | { readonly outcome: 'pass'; readonly witness: readonly Answer[]; readonly remark: string; readonly tried?: Proof }
  | { readonly outcome: 'error'; readonly reason: string }
  | (Ending & { readonly property?: Counterexample });

/** One attempt at a check, with what it cost. */
export interface Attempt {
  readonly judged: Judged;
  readonly requests: number;
  readonly durationMs: number;
}

/** Whether an attempt, or its control, ended by a breakdown of the server. */
export function brokeDown({ judged }: Attempt): boolean {
  return (breakdown(judged) ?? brokenControl(judged)) !== undefined;
}

/** Whether that breakdown was met beside other requests. To be asked once those are answered. */
export function isWorthRetrying({ judged }: Attempt, seen: readonly Answer[]): boolean {
  const exchange = breakdown(judged) ?? brokenControl(judged);
  return exchange !== undefined && wasBesideOthers(exchange, seen);
}

/**
 * Tries a check again while nothing else runs. A check that passes then is inconclusive and cites both exchanges: what the rule
 * is about was seen to hold, and status/no-server-error tells the breakdown. Any other failure stays. A check whose control broke
 * down is what it is alone.
 */
export async function retryAlone(
  first: Attempt,
  tryAgain: (only?: Counterexample) => Promise<Attempt>,
): Promise<Attempt> {
  const { judged } = first;
  if (judged.outcome === 'not-exercised') return retryControl(first, await tryAgain());
  const property = 'property' in judged ? judged.property : undefined;
  // One case is enough to see that the breakdown has nothing to do with other requests.
  const single = property === undefined ? undefined : await tryAgain(property);
  if (single?.judged.outcome === 'fail') return sum(single.judged, first, single);
  const again = await tryAgain();
  const cost = [first, again, ...(single === undefined ? [] : [single])];
  if (again.judged.outcome === 'fail') return sum(again.judged, ...cost);
  const exchange = breakdown(judged);
  if (again.judged.outcome !== 'pass' || exchange === undefined) return sum(judged, ...cost);
  return sum(heldAlone(judged, exchange, again.judged.witness), ...cost);
}

// The rule itself was not seen to be broken, so that what holds alone holds.
function retryControl(first: Attempt, again: Attempt): Attempt {
  const isJudged = again.judged.outcome === 'pass' || again.judged.outcome === 'fail';
  return sum(isJudged ? again.judged : first.judged, first, again);
}

/** A second attempt in the place of one whose answers say nothing. */
export function insteadOf(first: Attempt, again: Attempt): Attempt {
  return sum(again.judged, first, again);
}

/** The context for attempts alone: evidence that was taken beside other requests may be what broke, so it is taken again. */
export function withOwnEvidence(context: RunContext): RunContext {
  return { ...context, scope: createScope() };
}

function breakdown(judged: Judged): Exchange | undefined {
  return judged.outcome === 'pass' || judged.outcome === 'error' ? undefined : breakdownOf(judged);
}

function brokenControl(judged: Judged): Exchange | undefined {
  return judged.outcome === 'pass' || judged.outcome === 'error' ? undefined : brokenControlOf(judged);
}

function heldAlone(first: Judged, exchange: Exchange, held: readonly Answer[]): Judged {
  const property = 'property' in first ? first.property : undefined;
  const told = exchange.response === null ? 'broke the connection' : `was answered ${exchange.response.status}`;
  const often = property?.flaky === undefined ? '' : ` (sent again, the case ${sentAgainPhrase(property.flaky)})`;
  const { method, url } = exchange.request;
  const reason = `${method} ${url} ${told} while other requests were under way${often}; tried again alone, the check held`;
  const broken = 'broken' in first ? first.broken : undefined;
  const witness = 'witness' in first ? first.witness : [];
  return {
    outcome: 'inconclusive',
    reason,
    witness: [...witness, ...likeliest(exchange, held)],
    ...(broken === undefined ? {} : { broken }),
    ...(property === undefined ? {} : { property }),
  };
}

/** The answer that is most like the broken one: to the same address, or by the same method, or any. */
function likeliest({ request }: Exchange, held: readonly Answer[]): readonly Answer[] {
  const by = (isLike: (other: Exchange['request']) => boolean): Answer | undefined =>
    held.find(({ exchange }) => isLike(exchange.request));
  const found =
    by(({ method, url }) => method === request.method && url === request.url) ??
    by(({ method }) => method === request.method) ??
    held[0];
  return found === undefined ? [] : [found];
}

function sum(judged: Judged, ...attempts: readonly Attempt[]): Attempt {
  const total = (of: (attempt: Attempt) => number): number => attempts.reduce((all, one) => all + of(one), 0);
  return { judged, requests: total(({ requests }) => requests), durationMs: total(({ durationMs }) => durationMs) };
}
