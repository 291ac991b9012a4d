import type { Answer } from '../answer.ts';
import type { Exchange } from '../http/exchange.ts';
import { isOfLimit } from '../http/status-kinds.ts';
import type { Claim } from '../records/record-claim.ts';
import { isObject } from '../representation/json-value.ts';
import type { Judged } from '../run/retry-alone.ts';

/** What a service may answer that takes so many records at most, of one session, of one state, or in all, and does not say that alone. */
const REFUSALS: readonly number[] = [400, 409, 422];

/** A creation that was refused while the run held more records than at any that was not. */
interface Full {
  readonly refused: Answer;
  readonly held: number;
}

/**
 * The creation over which a check failed that may have been refused since the run held too many records at once. The document says
 * nothing of such a limit (4.1 has 201 on success), so that a refusal for it breaks nothing.
 */
export function refusedWhileFull(judged: Judged, claims: readonly Claim[], isLike: Likeness): Full | undefined {
  if (judged.outcome !== 'fail') return undefined;
  const { actual = '' } = judged;
  const made = claims.filter(({ answer, id }) => answer.succeeded && id !== undefined);
  // Some checks send what has to be refused. Only a refusal over which the check failed may come from a service that is full.
  const isBlamed = (answer: Answer): boolean =>
    (isOfLimit(answer) || REFUSALS.includes(answer.status)) && actual.includes(String(answer.status));
  for (const refused of judged.witness.filter(isBlamed)) {
    const sent = sentIn(refused.exchange.request);
    const like = made.filter((claim) => isSameRequest(refused.exchange, claim) && isLike(sent, claim.payload));
    if (like.length === 0) continue;
    const room = Math.max(...like.map((claim) => 1 + surelyThere(made, claim.answer.exchange)));
    const held = perhapsThere(made, refused.exchange);
    if (held >= Math.max(room, 2)) return { refused, held };
  }
  return undefined;
}

/** A failure over such a creation says nothing. */
export function unlessFull(judged: Judged, claims: readonly Claim[], isLike: Likeness): Judged {
  const full = refusedWhileFull(judged, claims, isLike);
  if (full === undefined || judged.outcome !== 'fail') return judged;
  const { url } = full.refused.exchange.request;
  const reason = `POST ${url} was answered ${full.refused.status} while the run held ${full.held} records, and 201 while it held fewer: the service seems to take so many at most; let it take more from this session, or try --concurrency 1`;
  return { outcome: 'inconclusive', reason, witness: judged.witness };
}

/** Whether a creation that was accepted sent what the refused one did. */
export type Likeness = (refused: unknown, accepted: unknown) => boolean;

/** The same members, of the same types: their values may be what is refused. */
export const sameMembers: Likeness = (refused, accepted) =>
  isObject(refused) && isObject(accepted) && membersOf(refused) === membersOf(accepted);

/** The same, but for what each payload of a run has of its own. */
export function sameButFresh(nonce: string): Likeness {
  const own = new RegExp(`${nonce}\\w*`, 'giu');
  const textOf = (json: unknown): string => (JSON.stringify(json) ?? '').replace(own, '');
  return (refused, accepted) => isObject(refused) && textOf(refused) === textOf(accepted);
}

/** Whether it was sent to the same address. */
function isSameRequest({ request }: Exchange, { answer }: Claim): boolean {
  const { method, url } = answer.exchange.request;
  return request.method === method && request.url === url;
}

function sentIn({ body }: Exchange['request']): unknown {
  if (body === null) return undefined;
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

function membersOf(json: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(json).map(([name, value]) => `${name} ${value === null ? 'null' : typeof value}`);
  return JSON.stringify(members.toSorted());
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
