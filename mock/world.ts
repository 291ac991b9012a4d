import { type App, createApp } from './app.ts';
import { imageOf, type StateImage } from './image.ts';
import { createMintedSessions, type MintedSessions } from './minted-sessions.ts';
import type { ResolvedMockOptions } from './options.ts';
import { namesFor } from './random.ts';
import { type Change, createStore, type Store } from './store.ts';

/** All that one tenant has to itself. */
export interface World {
  /** Empty: the tenant of everybody who names none. */
  readonly tenant: string;
  readonly store: Store;
  readonly sessions: MintedSessions;
  /** By name. */
  readonly snapshots: Map<string, StateImage>;
  /** How many requests of each kind there were: what the faults of chaos are counted by. */
  readonly ordinals: Map<string, number>;
  readonly answer: App;
  image(): StateImage;
  /** Goes on from another state. */
  load(image: StateImage): void;
  /** Begins again with the seed: state, sessions and counts. Snapshots stay. */
  reset(): void;
  /** Goes on with the same state under other options. */
  reopen(): void;
}

/** Told of every change once it is made and before it is acknowledged; `replaced`: the whole state is another. */
export type Watcher = (tenant: string, changes: readonly Change[] | 'replaced') => void;

/** What a world asks of the mock that it is in. */
export interface Surroundings {
  readonly options: () => ResolvedMockOptions;
  readonly beginning: () => StateImage;
  readonly watchers: ReadonlySet<Watcher>;
}

/** The world of a tenant, at its beginning. */
export function createWorld(tenant: string, { options, beginning, watchers }: Surroundings): World {
  let names = namesFor(options().deterministic, tenant);
  const sessions = createMintedSessions(
    () => names.uuid(),
    () => options().now(),
  );
  const snapshots = new Map<string, StateImage>();
  const ordinals = new Map<string, number>();
  let store = createStore(options(), beginning(), names);
  let app = createApp(options(), store, sessions);

  const tell = (changes: readonly Change[] | 'replaced'): void => {
    for (const watcher of watchers) watcher(tenant, changes);
  };
  const open = (image: StateImage): void => {
    store = createStore(options(), image, names);
    app = createApp(options(), store, sessions);
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
      const changes = store.takeChanges();
      if (changes.length > 0) tell(changes);
      return reply;
    },
    image: () => imageOf(store),
    load,
    reset() {
      names = namesFor(options().deterministic, tenant);
      sessions.clear();
      ordinals.clear();
      load(beginning());
    },
    reopen: () => open(imageOf(store)),
  };
}
