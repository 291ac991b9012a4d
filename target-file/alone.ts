import { at } from '../core/representation/json-pointer.ts';
import { idText } from '../core/representation/json-value.ts';

/** How many values are held against all others: a list may be long. */
const TRIED = 20;

/**
 * Which of these records shows a value in a member that no other one shows: one that shares it could not show that one match is still an
 * array (document 4.4). Where there is one, it is no part of another value either: how a query matches is not shown, and it may look for
 * a part, in letters of either case. Where no value is of one record alone, those that show none.
 */
export function aloneIn(entries: readonly unknown[], pointer: string): (entry: unknown) => boolean {
  const textOf = (entry: unknown): string | undefined => idText(at(entry, pointer))?.toLowerCase();
  const counts = new Map<string | undefined, number>();
  for (const value of entries.map(textOf)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const single = [...counts].flatMap(([value, count]) => (count === 1 && value !== undefined ? [value] : []));
  const apart = single.slice(0, TRIED).filter((value) => {
    return [...counts.keys()].every((other) => other === value || other?.includes(value) !== true);
  });
  const alone = new Set<string | undefined>(apart.length > 0 ? apart : single);
  return (entry) => (alone.size === 0 ? textOf(entry) === undefined : alone.has(textOf(entry)));
}

/** The values in a member that one listed record alone shows, in the order of the list. */
export function valuesAlone(entries: readonly unknown[], pointer: string): readonly string[] {
  const isAlone = aloneIn(entries, pointer);
  return entries.filter(isAlone).flatMap((entry) => idText(at(entry, pointer)) ?? []);
}
