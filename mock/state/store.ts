import type { JsonObject } from '../../fixtures/json.ts';
import type { ResolvedMockOptions } from '../options.ts';
import { type Collection, createCollection, type Entry, type Ticker } from './collection.ts';
import type { DealImage, EntryImage, StateImage, UserImage } from './image.ts';
import { type Names, namesFor } from './random.ts';

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

/** What was changed, for whoever keeps a copy: a deal with all that hangs under it, a user, or a command beside all deals. */
export type Change =
  | { readonly kind: 'deal'; readonly id: string; readonly deal: Deal | undefined }
  | { readonly kind: 'user'; readonly id: string; readonly user: User | undefined }
  | { readonly kind: 'command'; readonly id: string; readonly command: Entry | undefined };

/** All state of one tenant. */
export interface Store extends Ticker {
  readonly deals: Collection<Deal>;
  readonly users: Collection<User>;
  /** The global command documents of form G. */
  readonly commands: ReadonlyMap<string, Entry>;
  /** Tells validators of this store from those of another, such as one before a restart. */
  readonly epoch: string;
  /** The highest number that was given as an id. */
  readonly lastNumber: number;
  newDeal(data: JsonObject): Deal;
  changeDeal(deal: Deal, data: JsonObject): void;
  removeDeal(deal: Deal): void;
  /** A record of form E under a deal; its id is its place, counted from 1. */
  addRecord(deal: Deal, collection: string, data: JsonObject): Entry;
  /** A command document under a deal (form F) or, without one, beside all deals (form G); `path` is its address. */
  addCommand(deal: Deal | undefined, id: string, path: string, data: JsonObject): Entry;
  /** Puts a deal in, or in place of the one that has its id. */
  putDeal(image: DealImage): void;
  putUser(image: UserImage): void;
  putCommand(image: EntryImage): void;
  removeUser(user: User): void;
  removeCommand(id: string): void;
  /** What was changed since this was last asked; the first call begins the watching. */
  takeChanges(): readonly Change[];
}

const NOTHING_NESTED: User['nested'] = { 'ssh-keys': [], address: [] };

/** A store that holds what the image shows. */
export function createStore(
  options: ResolvedMockOptions,
  image: StateImage,
  names: Names = namesFor(options.deterministic),
): Store {
  let revision = 0;
  let lastNumber = image.lastNumber;
  let changes: Change[] | undefined;
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
    id,
    path: `${dealsPath}/${encodeURIComponent(id)}`,
    data,
    revision: ticker.revision(),
    changedAt: ticker.now(),
    written: undefined,
    // Made when something first goes in: most deals never have any.
    records: undefined,
    commands: undefined,
  });
  const nextId = (): string => {
    if (options.ids === 'uuid') return names.uuid();
    lastNumber += 1;
    return String(lastNumber);
  };
  // Names that begin again, or that a saved state brought along, may come to one that is or was there.
  const freshId = (): string => {
    let id = nextId();
    while (deals.entries.has(id) || deals.isGone(id)) id = nextId();
    return id;
  };
  const tell = (changed: Deal): void => {
    changes?.push({ kind: 'deal', id: changed.id, deal: changed });
  };
  const deals = createCollection<Deal>(ticker, options.deleted === 410, image.gone);
  const users = createCollection<User>(ticker);
  const commands = new Map<string, Entry>();
  const appendRecord = (to: Deal, collection: string, data: JsonObject): Entry => {
    to.records ??= new Map();
    const records = to.records.get(collection) ?? [];
    const index = String(records.length + 1);
    const record = entry(index, `${to.path}/${collection}/${index}`, data);
    records.push(record);
    to.records.set(collection, records);
    return record;
  };
  const keepCommand = (to: Deal, command: Entry): void => {
    to.commands ??= new Map();
    to.commands.set(command.id, command);
  };
  const store: Store = {
    ...ticker,
    deals,
    users,
    commands,
    epoch: names.epoch(),
    get lastNumber() {
      return lastNumber;
    },
    newDeal(data) {
      const made = deal(freshId(), data);
      deals.put(made);
      tell(made);
      return made;
    },
    changeDeal(changed, data) {
      deals.change(changed, data);
      tell(changed);
    },
    removeDeal(removed) {
      deals.remove(removed);
      changes?.push({ kind: 'deal', id: removed.id, deal: undefined });
    },
    addRecord(to, collection, data) {
      const record = appendRecord(to, collection, data);
      tell(to);
      return record;
    },
    addCommand(to, id, path, data) {
      const command = entry(id, path, data);
      if (to === undefined) {
        commands.set(id, command);
        changes?.push({ kind: 'command', id, command });
      } else {
        keepCommand(to, command);
        tell(to);
      }
      return command;
    },
    putDeal({ id, data, records = {}, commands: documents = [] }) {
      const made = deal(id, data);
      for (const [collection, all] of Object.entries(records))
        for (const record of all) appendRecord(made, collection, record);
      for (const document of documents) keepCommand(made, entry(document.id, document.path, document.data));
      deals.put(made);
      if (/^\d{1,15}$/u.test(id)) lastNumber = Math.max(lastNumber, Number(id));
      tell(made);
    },
    putUser({ id, data, sshKeys = [], addresses = [] }) {
      const path = `/users/${encodeURIComponent(id)}`;
      const nested = (name: string, records: readonly JsonObject[]): Entry[] =>
        records.map((record, i) => {
          const index = String(i + options.indexBase);
          return entry(index, `${path}/${name}/${index}`, record);
        });
      // Member by member: what comes of a spread takes four times the room, and there may be a million.
      const user: User = {
        id,
        path,
        data,
        revision: ticker.revision(),
        changedAt: ticker.now(),
        written: undefined,
        nested:
          sshKeys.length + addresses.length === 0
            ? NOTHING_NESTED
            : { 'ssh-keys': nested('ssh-keys', sshKeys), address: nested('address', addresses) },
      };
      users.put(user);
      changes?.push({ kind: 'user', id, user });
    },
    putCommand({ id, path, data }) {
      const command = entry(id, path, data);
      commands.set(id, command);
      changes?.push({ kind: 'command', id, command });
    },
    removeUser(user) {
      users.remove(user);
      changes?.push({ kind: 'user', id: user.id, user: undefined });
    },
    removeCommand(id) {
      commands.delete(id);
      changes?.push({ kind: 'command', id, command: undefined });
    },
    takeChanges() {
      const taken = changes ?? [];
      changes = [];
      return taken;
    },
  };
  for (const one of image.deals) store.putDeal(one);
  for (const one of image.users) store.putUser(one);
  for (const one of image.commands) store.putCommand(one);
  return store;
}
