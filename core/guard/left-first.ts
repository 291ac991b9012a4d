import type { Shown } from '../records/lasting.ts';
import { changedMembers, hasGrown } from '../records/shows-sent.ts';
import { isObject } from '../representation/json-value.ts';
import type { Bystander } from './states.ts';

/**
 * Of records that changed with a deletion of the run, those in which a number left the value that it had before the run. What a service
 * computes from all records, as a rank or a share, goes back to that value where a record of the run is deleted, and never away from it.
 * One that counts up, or moves by one, may be a counter or a place in a row. What most records changed in may be computed now and then.
 */
export function leftFirst(changed: readonly Bystander[], first: ReadonlyMap<string, unknown>): readonly Bystander[] {
  const leftBy = new Map(changed.map((one) => [one, membersLeft(one, first.get(one.id))]));
  const isFew = (name: string): boolean => {
    const count = [...leftBy.values()].filter((names) => names.includes(name)).length;
    const shown = [...first.values()].filter((entry) => isObject(entry) && typeof entry[name] === 'number').length;
    return count * 2 <= shown;
  };
  return changed.filter((one) => leftBy.get(one)?.some(isFew) === true);
}

function membersLeft(other: Bystander, first: unknown): readonly string[] {
  const isLeft = ([name, one]: readonly [string, Shown]): boolean =>
    isObject(first) && one.before === first[name] && isMoved(one);
  return [...changedMembers(other)].filter(isLeft).map(([name]) => name);
}

function isMoved(one: Shown): boolean {
  const { before, now } = one;
  if (typeof before !== 'number' || hasGrown(one)) return false;
  return now === undefined || now === null || (typeof now === 'number' && before - now !== 1);
}
