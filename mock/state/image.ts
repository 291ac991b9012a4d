import type { Json, JsonObject } from '../../fixtures/json.ts';
import type { Seed } from '../../fixtures/seed.ts';
import type { Entry } from './collection.ts';
import { isSameJson } from './exact-json.ts';
import type { Deal, Store, User } from './store.ts';

/** A record with an address of its own choosing, such as a command document. */
export interface EntryImage {
  readonly id: string;
  /** Below the base path, percent-encoded. */
  readonly path: string;
  readonly data: JsonObject;
}

/** A deal with all that hangs under it. */
export interface DealImage {
  readonly id: string;
  readonly data: JsonObject;
  /** Form E: by name of the sub-collection, in order. */
  readonly records?: Readonly<Record<string, readonly JsonObject[]>>;
  /** Form F. */
  readonly commands?: readonly EntryImage[];
}

/** A user with its nested collections. */
export interface UserImage {
  readonly id: string;
  readonly data: JsonObject;
  readonly sshKeys?: readonly JsonObject[];
  readonly addresses?: readonly JsonObject[];
}

/** The whole state of one tenant as plain data: what is snapshot, restored, compared and kept in files. */
export interface StateImage {
  readonly format: 'assayer-state/1';
  readonly deals: readonly DealImage[];
  readonly users: readonly UserImage[];
  readonly commands: readonly EntryImage[];
  /** Ids of deals that are known to be gone (document 4.4-m3). */
  readonly gone: readonly string[];
  readonly lastNumber: number;
}

/** What a store that holds nothing but the seed shows; a saved state is its own image. */
export function imageOfSeed(seed: Seed | StateImage): StateImage {
  if ('format' in seed) return seed;
  const { deals = [], users = [] } = seed;
  return {
    format: 'assayer-state/1',
    deals: deals.map(({ id, ...data }) => ({ id: String(id), data })),
    users: users.map(({ id, sshKeys, addresses, ...data }) => ({
      id: String(id),
      data,
      ...(sshKeys === undefined ? {} : { sshKeys }),
      ...(addresses === undefined ? {} : { addresses }),
    })),
    commands: [],
    gone: [],
    lastNumber: 0,
  };
}

/** What a store holds. Records are never changed in place, so the image stays as it is while the store goes on. */
export function imageOf(store: Store): StateImage {
  return {
    format: 'assayer-state/1',
    deals: Array.from(store.deals.entries.values(), imageOfDeal),
    users: Array.from(store.users.entries.values(), imageOfUser),
    commands: Array.from(store.commands.values(), imageOfEntry),
    gone: [...store.deals.gone],
    lastNumber: store.lastNumber,
  };
}

/** One deal with all that hangs under it. */
export function imageOfDeal({ id, data, records, commands }: Deal): DealImage {
  return {
    id,
    data,
    ...(records === undefined
      ? {}
      : {
          records: Object.fromEntries(Array.from(records, ([name, all]) => [name, all.map((record) => record.data)])),
        }),
    ...(commands === undefined ? {} : { commands: Array.from(commands.values(), imageOfEntry) }),
  };
}

/** One command document. */
export function imageOfEntry({ id, path, data }: Entry): EntryImage {
  return { id, path, data };
}

/** One user. */
export function imageOfUser({ id, data, nested }: User): UserImage {
  const dataOf = (entries: readonly Entry[]): JsonObject[] => entries.map((entry) => entry.data);
  return { id, data, sshKeys: dataOf(nested['ssh-keys']), addresses: dataOf(nested.address) };
}

/** Whether two images show the same record: what is absent is empty. */
export function isSameImage(a: object | undefined, b: object | undefined): boolean {
  if (a === b || a === undefined || b === undefined) return a === b;
  // An image is plain data; an absent member has no value that JSON could write.
  return isSameJson(withoutEmpty(a) as Json, withoutEmpty(b) as Json);
}

// The collections that hang under a record; its own data may well be empty.
const COLLECTIONS = new Set(['records', 'commands', 'sshKeys', 'addresses']);

function withoutEmpty(image: object): object {
  return Object.fromEntries(
    Object.entries(image).filter(([name, value]) => !COLLECTIONS.has(name) || Object.keys(value ?? {}).length > 0),
  );
}
