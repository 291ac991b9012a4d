import { partsOf } from './address.ts';
import type { Answer } from './answer.ts';
import { recordKey } from './claim-book.ts';
import { namedIn } from './named-ids.ts';
import type { Claim } from './record-claim.ts';
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

/** The ids that were given again after what had them was deleted. */
export function returnedIn(claims: readonly Claim[]): readonly string[] {
  const gone = new Set<string>();
  return claims.flatMap((claim) => {
    const { id, resource } = claim;
    if (id === undefined) return [];
    const key = recordKey(resource, id);
    const isAgain = gone.has(key);
    if (claim.gone) gone.add(key);
    return isAgain ? [id] : [];
  });
}

/** The ids that a request may name, and those of what it made. */
function idsNamedBy({ exchange: { request }, location = '' }: Answer): readonly string[] {
  return [...namedIn(request), ...(partsOf(location)?.segments ?? [])];
}
