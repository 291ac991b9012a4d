import type { RepresentationName } from '../core/claims.ts';
import type { JsonObject } from '../fixtures/json.ts';
import type { ResolvedMockOptions } from './options.ts';

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
  /** The bodies that show this very state, by representation; what changes the state drops them. */
  written: Partial<Record<RepresentationName, Written>> | undefined;
}

/** A body as it is sent, with the fields that describe it. */
export interface Written {
  readonly body: string;
  readonly fields: readonly string[];
  /** The record alone, as it stands in the body of a collection. */
  readonly fragment: string;
}

/** The records that share a name. */
export interface Namesakes extends State {
  readonly entries: ReadonlySet<Entry>;
}

/** Records in order of creation, with an index by name so that a query does not scan (document 4.4). */
export interface Collection<T extends Entry> extends State {
  readonly entries: ReadonlyMap<string, T>;
  named(name: string): Namesakes | undefined;
  add(entry: T): void;
  change(entry: T, data: JsonObject): void;
  remove(entry: T): void;
  /** Whether a record of this id was here and is not any more (document 4.4-m3, 7). */
  isGone(id: string): boolean;
}

/** Where revisions and times come from: one counter for the whole store, so no two states share a validator. */
export interface Ticker {
  revision(): number;
  now(): number;
}

/** An empty collection. */
export function createCollection<T extends Entry>(ticker: Ticker, remembersGone = false): Collection<T> {
  const entries = new Map<string, T>();
  const byName = new Map<unknown, State & { readonly entries: Set<Entry> }>();
  const gone = new Set<string>();
  const state = (): State => ({ revision: ticker.revision(), changedAt: ticker.now(), written: undefined });

  const index = (entry: T): void => {
    const name = entry.data['name'];
    const namesakes = byName.get(name);
    if (namesakes === undefined) byName.set(name, { ...state(), entries: new Set([entry]) });
    else Object.assign(namesakes, state()).entries.add(entry);
  };
  const unindex = (entry: T): void => {
    const name = entry.data['name'];
    const namesakes = byName.get(name);
    if (namesakes === undefined) return;
    Object.assign(namesakes, state()).entries.delete(entry);
    if (namesakes.entries.size === 0) byName.delete(name);
  };

  const collection: Collection<T> = {
    ...state(),
    entries,
    named: (name) => byName.get(name),
    add(entry) {
      entries.set(entry.id, entry);
      index(entry);
      Object.assign(collection, state());
    },
    change(entry, data) {
      unindex(entry);
      Object.assign(entry, state(), { data });
      index(entry);
      Object.assign(collection, state());
    },
    remove(entry) {
      entries.delete(entry.id);
      if (remembersGone) gone.add(entry.id);
      unindex(entry);
      Object.assign(collection, state());
    },
    isGone: (id) => gone.has(id),
  };
  return collection;
}

/** A deal with what hangs under its address: the records of form E and the commands of form F. */
export interface Deal extends Entry {
  /** By name of the sub-collection, in order of creation; an id is its place, counted from 1. */
  records: Map<string, Entry[]> | undefined;
  commands: Map<string, Entry> | undefined;
}

/** A user with the nested collections that are read by index. */
export interface User extends Entry {
  readonly nested: Readonly<Record<'ssh-keys' | 'address', readonly Entry[]>>;
}

/** All state of a mock. */
export interface Store extends Ticker {
  readonly deals: Collection<Deal>;
  readonly users: Collection<User>;
  /** The global command documents of form G. */
  readonly commands: Map<string, Entry>;
  /** Tells validators of this store from those of another, such as one before a restart. */
  readonly epoch: string;
  /** A new record that is not in any collection yet. */
  entry(id: string, path: string, data: JsonObject): Entry;
  newDeal(data: JsonObject): Deal;
}

/** A store that holds the seed. */
export function createStore(options: ResolvedMockOptions): Store {
  let revision = 0;
  let lastNumber = 0;
  const ticker: Ticker = {
    revision: () => {
      revision += 1;
      return revision;
    },
    now: options.now,
  };
  const dealsPath = `/rest/${options.version}/deals`;
  const entry = (id: string, path: string, data: JsonObject): Entry => ({
    id,
    path,
    data,
    revision: ticker.revision(),
    changedAt: ticker.now(),
    written: undefined,
  });
  const deal = (id: string, data: JsonObject): Deal => ({
    ...entry(id, `${dealsPath}/${encodeURIComponent(id)}`, data),
    // Made when something first goes in: most deals never have any.
    records: undefined,
    commands: undefined,
  });
  const freshId = (): string => {
    if (options.ids === 'uuid') return crypto.randomUUID();
    lastNumber += 1;
    return String(lastNumber);
  };
  const store: Store = {
    ...ticker,
    deals: createCollection<Deal>(ticker, options.deleted === 410),
    users: createCollection<User>(ticker),
    commands: new Map(),
    epoch: Math.floor(Math.random() * 36 ** 6).toString(36),
    entry,
    newDeal(data) {
      const made = deal(freshId(), data);
      store.deals.add(made);
      return made;
    },
  };

  for (const { id, ...data } of options.seed.deals ?? []) {
    store.deals.add(deal(String(id), data));
    if (/^\d{1,15}$/u.test(String(id))) lastNumber = Math.max(lastNumber, Number(id));
  }
  for (const { id, sshKeys, addresses, ...data } of options.seed.users ?? []) {
    const path = `/users/${encodeURIComponent(String(id))}`;
    const nested = (name: string, records: readonly JsonObject[] = []): Entry[] =>
      records.map((record, i) => {
        const index = String(i + options.indexBase);
        return entry(index, `${path}/${name}/${index}`, record);
      });
    store.users.add({
      ...entry(String(id), path, data),
      nested: { 'ssh-keys': nested('ssh-keys', sshKeys), address: nested('address', addresses) },
    });
  }
  return store;
}
