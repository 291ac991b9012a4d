import { nearest } from '../core/nearest.ts';

/** What to do about a name that is not in this list: the one that was most likely meant, or all of them. */
export function hintAmong(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? `there are ${known.join(', ')}` : `did you mean ${near}?`;
}
