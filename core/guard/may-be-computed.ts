import type { Shown } from '../records/lasting.ts';
import { isMoment } from '../records/moments.ts';
import { changedMembers } from '../records/shows-sent.ts';
import { isCalledReference } from './references.ts';
import type { Bystander } from './states.ts';

/**
 * Whether a service may have computed all that changed in a record from other records: numbers, moments, and texts that are the same but for
 * their numbers (`3 of them`). What somebody wrote or chose, and the name of another record, is to be told without that thought.
 */
export function mayBeComputed(other: Bystander): boolean {
  const isComputed = ([name, { before, now }]: readonly [string, Shown]): boolean => {
    if (isCalledReference(name) || other.naming?.includes(name) === true) return false;
    if (typeof before === 'number' && typeof now === 'number') return true;
    if (isMoment(before) && isMoment(now)) return true;
    return isCounted(before) && isCounted(now) && bare(before) === bare(now);
  };
  return [...changedMembers(other)].every(isComputed);
}

function isCounted(value: unknown): value is string {
  return typeof value === 'string' && /\d/u.test(value);
}

/** A text without its numbers. */
function bare(text: string): string {
  return text.replaceAll(/\d+(?:[.,]\d+)*/gu, '#');
}
