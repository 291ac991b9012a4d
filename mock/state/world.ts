import type { MockResponse } from '../message.ts';
import { areShownAlike, type ResolvedMockOptions } from '../options.ts';
import { type App, createApp } from '../service/app.ts';
import { Refusal } from '../service/problems.ts';
import { imageOf, type StateImage } from './image.ts';
import { createMintedSessions, type MintedSession, type MintedSessions } from './minted-sessions.ts';
import { namesFor } from './random.ts';
import { mergeSeed, type SeedMerge } from './seed-merge.ts';
import { type Change, createStore, type Store } from './store.ts';

/** All that one tenant has to itself. */
export interface TenantState {
  /** Empty: the tenant of everybody who names none. */
  readonly tenant: string;
  readonly store: Store;
  readonly sessions: MintedSessions;
  /** By name. */
  readonly snapshots: ReadonlyMap<string, StateImage>;
  /** How many requests of each kind there were: what the faults of chaos are counted by. */
  readonly ordinals: Map<string, number>;
  readonly answer: App;
  image(): StateImage;
  /** Goes on from another state. */
  load(image: StateImage): void;
  /** Begins again with the seed: state, sessions and counts. Snapshots stay. */
  reset(): void;
  /** Keeps a state under a name; none given: the one that is there now. */
  keepSnapshot(name: string, image?: StateImage): void;
  /** False where there is none of that name; so is the next. */
  dropSnapshot(name: string): boolean;
  /** Goes on from a snapshot. */
  restore(name: string): boolean;
  /** Takes over what another seed says of records that are still as the seed before had them. */
  reseed(before: StateImage, after: StateImage): SeedMerge;
  /** Goes on with the same state under other options. */
  reopen(): void;
}

/** A change of what a tenant has beside its state: a snapshot is kept, in another's place perhaps, or dropped. */
export interface SnapshotChange {
  readonly kind: 'snapshot';
  readonly id: string;
  readonly image: StateImage | undefined;
}

/** A session was given out, or somebody ended it. */
export interface SessionChange {
  readonly kind: 'session';
  readonly id: string;
  readonly session: MintedSession;
}

/**
 * What a watcher is told. `replaced`: the whole state is another; `forgotten`: the tenant is no more, snapshots and all;
 * `reseeded`: the tenants have taken over another seed, and a reset goes back to that.
 */
export type ChangeEvent = readonly (Change | SnapshotChange | SessionChange)[] | 'replaced' | 'forgotten' | 'reseeded';

/** Told of every change once it is made and before it is acknowledged. Throws a Refusal to have it answered with an error. */
export type Watcher = (tenant: string, event: ChangeEvent) => void;

/** What a world asks of the mock that it is in. */
export interface Surroundings {
  readonly options: () => ResolvedMockOptions;
  readonly beginning: () => StateImage;
  readonly watchers: ReadonlySet<Watcher>;
}

/** The world of a tenant, at its beginning; that is the seed's, and nobody's session, where no other is given. */
export function createWorld(
  tenant: string,
  { options, beginning, watchers }: Surroundings,
  first: StateImage = beginning(),
  keptSessions: readonly MintedSession[] = [],
): TenantState {
  const { deterministic, starts } = options();
  // A mock that goes on from a file must give out nothing twice, though its names are the same in every run.
  const since = starts === 0 ? [] : [`start ${starts}`];
  let names = namesFor(deterministic, tenant, ...since);
  // Of their own: who logs in must not change what the next deal is called.
  const sessionNames = namesFor(deterministic, tenant, 'sessions', ...since);
  const sessions = createMintedSessions(
    {
      uuid: () => sessionNames.uuid(),
      now: () => options().now(),
      tell: (session) => tell([{ kind: 'session', id: session.id, session }]),
    },
    keptSessions,
  );
  const snapshots = new Map<string, StateImage>();
  const ordinals = new Map<string, number>();
  let opened = options();
  let store = createStore(opened, first, names);
  let app = createApp(opened, store, sessions);

  const tell = (event: ChangeEvent): void => {
    for (const watcher of watchers) watcher(tenant, event);
  };
  const open = (image: StateImage): void => {
    opened = options();
    store = createStore(opened, image, names);
    app = createApp(opened, store, sessions);
  };
  // A change that could not be kept is not acknowledged.
  const tellOf = (changes: readonly Change[]): MockResponse | undefined => {
    try {
      if (changes.length > 0) tell(changes);
      return undefined;
    } catch (cause) {
      if (cause instanceof Refusal) return cause.reply;
      throw cause;
    }
  };
  const load = (image: StateImage): void => {
    open(image);
    tell('replaced');
  };
  return {
    tenant,
    get store() {
      return store;
    },
    sessions,
    snapshots,
    ordinals,
    answer(ask) {
      if (watchers.size === 0) return app(ask);
      store.takeChanges();
      const reply = app(ask);
      return tellOf(store.takeChanges()) ?? reply;
    },
    image: () => imageOf(store),
    load,
    reset() {
      // Ids begin again; validators do not, since clients may still have those from before.
      names = { ...namesFor(options().deterministic, tenant), epoch: names.epoch };
      sessions.clear();
      ordinals.clear();
      load(beginning());
    },
    keepSnapshot(name, image = imageOf(store)) {
      snapshots.set(name, image);
      tell([{ kind: 'snapshot', id: name, image }]);
    },
    dropSnapshot(name) {
      const was = snapshots.delete(name);
      if (was) tell([{ kind: 'snapshot', id: name, image: undefined }]);
      return was;
    },
    restore(name) {
      const image = snapshots.get(name);
      if (image !== undefined) load(image);
      return image !== undefined;
    },
    reseed(before, after) {
      const merge = mergeSeed(before, after, imageOf(store));
      store.takeChanges();
      applyMerge(store, merge);
      const changes = store.takeChanges();
      if (changes.length > 0) tell(changes);
      return merge;
    },
    reopen() {
      // The store goes on where it can: another one would void every validator that clients hold.
      if (areShownAlike(opened, options())) app = createApp(options(), store, sessions);
      else open(imageOf(store));
    },
  };
}

function applyMerge(store: Store, { put, remove }: SeedMerge): void {
  for (const id of remove.deals) {
    const deal = store.deals.entries.get(id);
    if (deal !== undefined) store.removeDeal(deal);
  }
  for (const id of remove.users) {
    const user = store.users.entries.get(id);
    if (user !== undefined) store.removeUser(user);
  }
  for (const id of remove.commands) store.removeCommand(id);
  for (const image of put.deals) store.putDeal(image);
  for (const image of put.users) store.putUser(image);
  for (const image of put.commands) store.putCommand(image);
}
