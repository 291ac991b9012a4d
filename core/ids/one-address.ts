import { type Claim, idSent } from '../records/record-claim.ts';

/** Two creations that ran side by side and were given one address. */
export interface OneAddress {
  readonly first: Claim;
  readonly second: Claim;
}

/**
 * Finds two creations of a resource that ran side by side, were both answered 201, and were given one address. None where so many records of
 * the resource were deleted meanwhile that the address may have come free each time.
 */
export function oneAddressOf(claims: readonly Claim[], name: string): OneAddress | undefined {
  const own = claims.filter(({ resource }) => resource.name === name);
  const byAddress = new Map<string, readonly Claim[]>();
  for (const second of own) {
    const { location, status } = second.answer;
    if (status !== 201 || location === undefined) continue;
    const same = byAddress.get(location) ?? [];
    byAddress.set(location, [...same, second]);
    const beside = same.filter((one) => areSideBySide(one, second) && areApart(one, second));
    const [first] = beside;
    if (first !== undefined && deletedDuring(own, [...beside, second]) < beside.length) return { first, second };
  }
  return undefined;
}

// What is sent again may be given the record of before, and so may what names it.
function areApart(one: Claim, other: Claim): boolean {
  const isNamed = [one, other].some(
    ({ resource, payload, told }) => told !== undefined && idSent(resource, payload) === told,
  );
  return !isNamed && JSON.stringify(one.payload) !== JSON.stringify(other.payload);
}

function areSideBySide(one: Claim, other: Claim): boolean {
  return startOf(one) < endOf(other) && startOf(other) < endOf(one);
}

/**
 * How many deletions may have been carried out while creations were under way: by that of the first one its id comes free, and where ids are
 * places in a list, by that of any record before it. What is not known counts as enough.
 */
function deletedDuring(own: readonly Claim[], made: readonly Claim[]): number {
  if (made.some(({ goneSince, isDeletionSent }) => goneSince === undefined && isDeletionSent === true))
    return made.length;
  const [from, to] = [Math.min(...made.map(startOf)), Math.max(...made.map(endOf))];
  return own.filter(({ goneSince = to, goneAt = from }) => goneSince < to && goneAt > from).length;
}

function startOf({ answer }: Claim): number {
  return answer.exchange.timings.startedAt;
}

function endOf(claim: Claim): number {
  return startOf(claim) + claim.answer.exchange.timings.total;
}
