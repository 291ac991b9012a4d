import type { Answer } from '../answer.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Claim } from '../records/record-claim.ts';
import type { Judged } from '../run/retry-alone.ts';

/** What a service answers that takes so many records at most: of one session, of one state, or in all. */
const REFUSALS: readonly number[] = [400, 403, 409, 422, 507];

/** A creation that was refused while the run held more records than at any that was not. */
interface Full {
  readonly refused: Answer;
  readonly held: number;
}

/**
 * The creation over which a check failed that may have been refused since the run held too many records at once. The document says
 * nothing of such a limit (4.1 has 201 on success), so that a refusal for it breaks nothing.
 */
export function refusedWhileFull(judged: Judged, claims: readonly Claim[]): Full | undefined {
  if (judged.outcome !== 'fail') return undefined;
  const made = claims.filter(({ answer, id }) => answer.succeeded && id !== undefined);
  for (const refused of judged.witness.filter(({ status }) => REFUSALS.includes(status))) {
    const like = made.filter((claim) => isLike(refused.exchange, claim));
    if (like.length === 0) continue;
    const room = Math.max(...like.map((claim) => 1 + surelyThere(made, claim.answer.exchange)));
    const held = perhapsThere(made, refused.exchange);
    if (held >= Math.max(room, 2)) return { refused, held };
  }
  return undefined;
}

/** A failure over such a creation says nothing. */
export function unlessFull(judged: Judged, claims: readonly Claim[]): Judged {
  const full = refusedWhileFull(judged, claims);
  if (full === undefined || judged.outcome !== 'fail') return judged;
  const { url } = full.refused.exchange.request;
  const reason = `POST ${url} was answered ${full.refused.status} while the run held ${full.held} records, and 201 while it held fewer: the service seems to take so many at most; let it take more from this session, or try --concurrency 1`;
  return { outcome: 'inconclusive', reason, witness: judged.witness };
}

/** Whether a creation at the same address was accepted that sent the same members. */
function isLike({ request }: Exchange, { answer, payload }: Claim): boolean {
  const { method, url } = answer.exchange.request;
  return request.method === method && request.url === url && membersOf(sentIn(request)) === membersOf(payload);
}

function sentIn({ body }: Exchange['request']): unknown {
  if (body === null) return undefined;
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

function membersOf(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  return JSON.stringify(Object.keys(json).toSorted());
}

function surelyThere(made: readonly Claim[], { timings }: Exchange): number {
  const end = timings.startedAt + timings.total;
  return made.filter(
    ({ answer, goneSince = Number.POSITIVE_INFINITY }) => endOf(answer) <= timings.startedAt && goneSince >= end,
  ).length;
}

function perhapsThere(made: readonly Claim[], { timings }: Exchange): number {
  const end = timings.startedAt + timings.total;
  return made.filter(
    ({ answer, goneAt = Number.POSITIVE_INFINITY }) =>
      answer.exchange.timings.startedAt <= end && goneAt >= timings.startedAt,
  ).length;
}

function endOf({ exchange }: Answer): number {
  return exchange.timings.startedAt + exchange.timings.total;
}
