import type { Answer } from '../../../core/answer.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { freshValues } from '../create/creations.ts';
import { isVolatile } from '../payload/payloads.ts';
import { endOf, startOf } from '../record-histories.ts';

/** A request of the run that made something, known by a value that it sent. */
export interface Making {
  readonly value: string;
  readonly answer: Answer;
  /** Whether an entry of a list is what the answer names. */
  readonly isOwn: (entry: unknown) => boolean;
}

/** A list of the run, and its entries. */
export interface Listing {
  readonly list: Answer;
  readonly entries: () => readonly unknown[];
}

/** How what was made is looked for. */
export interface MadeOnce {
  readonly makings: readonly Making[];
  readonly listings: readonly Listing[];
  readonly idOf: (entry: unknown) => string | undefined;
  /** So few requests of the run at most were sent between the making and the first list that shows it. */
  readonly within: number;
}

/** A making of which a list shows several records. */
export interface Doubled {
  readonly making: Making;
  readonly list: Answer;
  readonly ids: readonly string[];
}

/** Somebody else may copy a record in the moment before it is listed, but not so many of one run, and none at any other time. */
export const LEAST = 3;

/**
 * The requests that made two records, as it seems: the first list that shows what one made shows a twin of that under another id. Others
 * who copy records do so at any time: where a list came to show one later, there are none.
 */
export function doubledOf(trial: Trial, how: MadeOnce): readonly Doubled[] {
  const once = timesSent(trial);
  const makings = new Map(
    how.makings.filter(({ value }) => once.get(value) === 1).map((making) => [making.value, making]),
  );
  const sorted = { ...how, listings: how.listings.toSorted((a, b) => startOf(a.list) - startOf(b.list)) };
  const doubled = doubledAtOnce(trial, sorted, makings);
  return doubled.length > 0 && growsLater(trial, sorted, makings) ? [] : doubled;
}

/** Fails for requests each of which made two records. `due`: what one makes, in words. */
export function failDoubled(due: string, doubled: readonly Doubled[]): void {
  const [first] = doubled;
  if (first === undefined) return;
  const told = `${first.ids.join(' and ')} in the list, with ${first.making.value} each; so for ${doubled.length} requests`;
  fail(due, told, ...doubled.slice(0, LEAST).flatMap(({ making, list }) => [making.answer, list]));
}

function doubledAtOnce(
  trial: Trial,
  { listings, idOf, within }: MadeOnce,
  makings: ReadonlyMap<string, Making>,
): readonly Doubled[] {
  const met = new Set<string>();
  const doubled: Doubled[] = [];
  for (const { list, entries } of listings)
    for (const value of new Set(freshValues(trial, list.text))) {
      const making = makings.get(value);
      if (making === undefined || met.has(value) || startOf(list) < endOf(making.answer)) continue;
      met.add(value);
      if (list.text.split(value).length < 3 || sentBetween(trial, making.answer, list) > within) continue;
      const ids = twinIds(making, entries(), idOf);
      if (ids.length > 1) doubled.push({ making, list, ids });
    }
  return doubled;
}

/** The ids of the record that was made, and of those that tell the same. Two entries of one id are one record: its versions, say. */
export function twinIds(
  { value, isOwn }: Making,
  entries: readonly unknown[],
  idOf: MadeOnce['idOf'],
): readonly string[] {
  const marked = entries.filter((entry) => JSON.stringify(entry).includes(value));
  const own = marked.find(isOwn);
  const ownId = idOf(own);
  if (own === undefined || ownId === undefined) return [];
  const others = marked.flatMap((entry) => {
    const id = idOf(entry);
    return id !== undefined && id !== ownId && isTwin(own, entry, [ownId, id]) ? [id] : [];
  });
  return [...new Set([ownId, ...others])];
}

/** Whether two records tell the same, but for their ids and for what differs by nature. What only quotes a record is none like it. */
function isTwin(a: unknown, b: unknown, ids: readonly [string, string]): boolean {
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    const isAlike = (name: string): boolean => name in b && (isVolatile(name) || isTwin(a[name], b[name], ids));
    return names.length === Object.keys(b).length && names.every(isAlike);
  }
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => isTwin(one, b[i], ids));
  return sameValue(a, b) || sameButForId(idText(a), idText(b), ids);
}

function sameButForId(a: string | undefined, b: string | undefined, [own, other]: readonly [string, string]): boolean {
  const at = a?.lastIndexOf(own) ?? -1;
  return a !== undefined && at >= 0 && `${a.slice(0, at)}${other}${a.slice(at + own.length)}` === b;
}

/** Whether a list came to show what was made under an id that an earlier one, which showed it, did not show. */
function growsLater(trial: Trial, { listings, idOf }: MadeOnce, makings: ReadonlyMap<string, Making>): boolean {
  const known = new Map<string, ReadonlySet<string>>();
  for (const { list, entries } of listings) {
    const shown = new Map<string, Set<string>>();
    for (const entry of entries()) {
      const id = idOf(entry);
      if (id === undefined) continue;
      for (const value of freshValues(trial, JSON.stringify(entry)))
        shown.set(value, (shown.get(value) ?? new Set()).add(id));
    }
    for (const [value, ids] of shown) {
      const making = makings.get(value);
      if (making === undefined || startOf(list) < endOf(making.answer)) continue;
      const earlier = known.get(value);
      if (earlier !== undefined && [...ids].some((id) => !earlier.has(id))) return true;
      known.set(value, new Set([...(earlier ?? []), ...ids]));
    }
  }
  return false;
}

function sentBetween({ seen }: Trial, first: Answer, last: Answer): number {
  const [from, to] = [endOf(first), startOf(last)];
  return seen.filter((answer) => startOf(answer) >= from && startOf(answer) < to).length;
}

/** In how many requests of the run that are no readings each fresh value was sent, in letters of either case. */
function timesSent(trial: Trial): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const beside = trial.records.claims.map(({ answer }) => answer);
  const exchanges = new Map([...trial.asked, ...trial.seen, ...beside].map(({ exchange }) => [exchange.id, exchange]));
  for (const { request, again } of exchanges.values()) {
    const { method, url, body } = request;
    if (method === 'GET' || method === 'HEAD') continue;
    // In a coding of two bytes a letter has a zero beside it.
    const text = `${url} ${body === null ? '' : decoder.decode(body)}`.replaceAll('\0', '').toLowerCase();
    // Whoever refused it the first time may have carried it out all the same.
    const count = again === true ? 2 : 1;
    for (const value of new Set(freshValues(trial, text))) times.set(value, (times.get(value) ?? 0) + count);
  }
  return times;
}

const decoder = new TextDecoder();
