import { isObject } from '../representation/json-value.ts';

/** The ids of a collection, as far as the run has read them. */
export interface KnownIds {
  /** Those of the records that were there before the run. */
  readonly first: ReadonlyMap<string, unknown>;
  /** Whether an id is one of them, or was listed or given to the run since. */
  readonly has: (id: string) => boolean;
}

/** So many different records are named at least: a version that is 1 everywhere names none. */
const LEAST_NAMED = 3;

/** What is called so counts all the same, or is a place in a row: a service of some users may have no record with more versions than users. */
const COUNTING: ReadonlySet<string> = new Set([
  ...['version', 'revision', 'rev', 'count', 'total', 'number', 'views', 'hits'],
  ...['rank', 'place', 'position', 'pos', 'order', 'index', 'seq', 'sequence', 'priority', 'level'],
]);

/** What is called so is computed from records beside it: the id of the one that came last. */
const OF_OTHERS: ReadonlySet<string> = new Set(['last', 'latest', 'next', 'prev', 'previous', 'max', 'event']);

/** Whether a member is called as one that names another record: `ownerId`, `owner_id`, `ownerID`; not so `paid`, and not `versionId`. */
export function isCalledReference(name: string): boolean {
  const words = wordsOf(name);
  return words.length > 1 && words.at(-1) === 'id' && !words.some((word) => COUNTING.has(word) || OF_OTHERS.has(word));
}

function wordsOf(name: string): readonly string[] {
  return (name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? []).map((word) => word.toLowerCase());
}

/**
 * Tells which members with whole numbers name other records, as `owner: 2` does the user 2: those that are called so, or whose values are all
 * ids of one collection. Such a number counts nothing, whatever it becomes. `first`: the records of others before the run; `now`: a list.
 */
export function openReferences(
  { first, now }: { readonly first: ReadonlyMap<string, unknown>; readonly now: ReadonlyMap<string, unknown> },
  collections: readonly KnownIds[],
): (name: string) => boolean {
  const known = new Map<string, boolean>();
  const theirs = [...now].flatMap(([id, entry]) => (first.has(id) ? [entry] : []));
  const isByValues = (name: string): boolean => {
    if (wordsOf(name).some((word) => COUNTING.has(word))) return false;
    const before = valuesOf(first.values(), name);
    const later = valuesOf(theirs, name);
    return collections.some((ids) => areIdsOf(before, later, ids));
  };
  return (name) => {
    const is = known.get(name) ?? (isCalledReference(name) || isByValues(name));
    known.set(name, is);
    return is;
  };
}

/** The values of a member in these records, but for null, which names none. */
function valuesOf(entries: Iterable<unknown>, name: string): readonly unknown[] {
  return [...entries].flatMap((entry) => (isObject(entry) && entry[name] != null ? [entry[name]] : []));
}

/**
 * Whether these are ids of a collection, and not what happens to be one: where the ids are all numbers up to the last one, any small count is
 * among them. A place in a row is of one record alone, and few counts go so far that they meet half of all ids.
 */
function areIdsOf(before: readonly unknown[], later: readonly unknown[], { first, has }: KnownIds): boolean {
  const isId = (value: unknown): boolean => typeof value === 'number' && value > 0 && has(String(value));
  if (!before.every(isId) || !later.every(isId)) return false;
  const named = [...new Set(before)].filter((value) => first.has(String(value))).length;
  if (named < LEAST_NAMED) return false;
  return areSparse(first) || (named * 2 >= first.size && named * 2 <= before.length);
}

/** Whether most whole numbers up to the last id are no ids. */
function areSparse(first: ReadonlyMap<string, unknown>): boolean {
  const last = [...first.keys()].map(Number).reduce((a, b) => Math.max(a, b), 0);
  return last > first.size * 2;
}
