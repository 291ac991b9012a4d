import type { Answer } from '../answer.ts';
import { partsOf } from '../http/address.ts';
import { namedIn } from '../ids/named-ids.ts';
import { recordKey } from '../records/claim-book.ts';
import type { Claim } from '../records/record-claim.ts';
import type { Judged } from './retry-alone.ts';

/** Whether a check ended without having seen its rule hold. */
export function sawItNotHold({ outcome }: Judged): boolean {
  return outcome === 'fail' || outcome === 'not-exercised';
}

/**
 * Whether that is about a record whose id came back: the run deleted a record, and was given the id of that again. How ids are
 * given is not shown (document 2, 4.4). A request about the record before, sent by another check, may have met this one, or the
 * other way round; so the answers say nothing of the rule, and the check is tried again alone.
 */
export function isAboutReturned(judged: Judged, claims: readonly Claim[]): boolean {
  if (judged.outcome !== 'fail' && judged.outcome !== 'not-exercised') return false;
  const named = new Set(judged.witness.flatMap(idsNamedBy));
  return returnedIn(claims).some((id) => named.has(id));
}

/** The ids that were given again when the deletion of what had them had been sent. An id of what is still there is no such one. */
export function returnedIn(claims: readonly Claim[]): readonly string[] {
  const deletions = new Map<string, number>();
  return claims.flatMap(({ id, resource, answer, goneSince }) => {
    if (id === undefined) return [];
    const key = recordKey(resource, id);
    const { startedAt, total } = answer.exchange.timings;
    const isAgain = (deletions.get(key) ?? Number.POSITIVE_INFINITY) <= startedAt + total;
    if (goneSince !== undefined && !deletions.has(key)) deletions.set(key, goneSince);
    return isAgain ? [id] : [];
  });
}

/** The ids that a request may name, and those of what it made. */
function idsNamedBy({ exchange: { request }, location = '' }: Answer): readonly string[] {
  return [...namedIn(request), ...(partsOf(location)?.segments ?? [])];
}
