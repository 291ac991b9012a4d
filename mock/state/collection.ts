import type { JsonObject } from '../../fixtures/json.ts';

/** One stored record. `data` is replaced and never changed in place; `revision` tells that it was. */
export interface Entry extends State {
  readonly id: string;
  /** Its address under the base path, percent-encoded. */
  readonly path: string;
  data: JsonObject;
}

/** A number and a time that change with every change of what has them. */
export interface State {
  revision: number;
  /** Milliseconds. */
  changedAt: number;
  /** The bodies that show this very state, by representation and mount; what changes the state drops them. */
  written: Record<string, Written> | undefined;
}

/** A body as it is sent, with the fields that describe it. */
export interface Written {
  readonly body: string;
  readonly fields: readonly string[];
  /** The record alone, as it stands in the body of a collection. */
  readonly fragment: string;
}

/** The records of one name, at least one, and what tells their present state from others. */
export interface Namesakes {
  readonly state: State;
  readonly entries: Iterable<Entry>;
}

/** Records in order of creation, with an index by name so that a query does not scan (document 4.4). */
export interface Collection<T extends Entry> extends State {
  readonly entries: ReadonlyMap<string, T>;
  named(name: string): Namesakes | undefined;
  /** Puts an entry in, or in the place of the one that has its id. */
  put(entry: T): void;
  change(entry: T, data: JsonObject): void;
  remove(entry: T): void;
  /** Whether a record of this id was here and is not any more (document 4.4-m3, 7). */
  isGone(id: string): boolean;
  /** The ids of those records, where they are remembered. */
  readonly gone: ReadonlySet<string>;
}

/** Where revisions and times come from: one counter for the whole store, so no two states share a validator. */
export interface Ticker {
  revision(): number;
  now(): number;
}

/** Several records under one name, or what is left of them. */
interface Sharing<T> extends State {
  readonly entries: Set<T>;
}

function isSharing<T extends Entry>(known: T | Sharing<T>): known is Sharing<T> {
  return 'entries' in known;
}

/** An empty collection. */
export function createCollection<T extends Entry>(
  ticker: Ticker,
  remembersGone = false,
  gone: Iterable<string> = [],
): Collection<T> {
  const entries = new Map<string, T>();
  // Under most names there is one record, which then stands for itself: a set around each of a million takes 200 MB.
  const byName = new Map<unknown, T | Sharing<T>>();
  const missing = new Set(gone);
  const state = (): State => ({ revision: ticker.revision(), changedAt: ticker.now(), written: undefined });
  const touch = (changed: State): void => {
    changed.revision = ticker.revision();
    changed.changedAt = ticker.now();
    changed.written = undefined;
  };

  const index = (entry: T): void => {
    const name = entry.data['name'];
    const known = byName.get(name);
    if (known === undefined) byName.set(name, entry);
    else if (isSharing(known)) {
      touch(known);
      known.entries.add(entry);
    } else byName.set(name, { ...state(), entries: new Set([known, entry]) });
  };
  const unindex = (entry: T): void => {
    const name = entry.data['name'];
    const known = byName.get(name);
    if (known === undefined) return;
    if (isSharing(known)) {
      touch(known);
      known.entries.delete(entry);
      // One that is left goes on as it is: its own last change may be older than that of who has the name.
      if (known.entries.size > 0) return;
    }
    byName.delete(name);
  };
  const named = (name: string): Namesakes | undefined => {
    const known = byName.get(name);
    if (known === undefined) return undefined;
    return { state: known, entries: isSharing(known) ? known.entries : [known] };
  };

  const collection: Collection<T> = {
    ...state(),
    entries,
    named,
    put(entry) {
      missing.delete(entry.id);
      const before = entries.get(entry.id);
      if (before !== undefined) unindex(before);
      entries.set(entry.id, entry);
      index(entry);
      touch(collection);
    },
    change(entry, data) {
      unindex(entry);
      touch(entry);
      entry.data = data;
      index(entry);
      touch(collection);
    },
    remove(entry) {
      entries.delete(entry.id);
      if (remembersGone) missing.add(entry.id);
      unindex(entry);
      touch(collection);
    },
    gone: missing,
    isGone: (id) => missing.has(id),
  };
  return collection;
}
