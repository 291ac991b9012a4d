import type { Seed } from '../fixtures/seed.ts';
import { type Chaos, createChaos } from './chaos/chaos.ts';
import { createFetch, createServiceFetch, type Fetch } from './faces/fetch.ts';
import { createGate, type Gate } from './faces/passage.ts';
import { createLog, type Log } from './log.ts';
import type { Ask, Reply } from './message.ts';
import { type MockOptions, type ResolvedMockOptions, resolveOptions } from './options.ts';
import type { Clock } from './state/clock.ts';
import { imageOfSeed, type StateImage } from './state/image.ts';
import type { SeedMerge } from './state/seed-merge.ts';
import { createTenants, type Tenants } from './state/tenants.ts';
import type { Watcher } from './state/world.ts';

export type * from '../fixtures/resources.ts';
export type { Seed, SeedDeal, SeedUser } from '../fixtures/seed.ts';
export type { ChaosPlan, ChaosRule, Distribution, Latency } from './chaos/plan.ts';
export type { Fetch } from './faces/fetch.ts';
export type { Ask, Fault, Fields, Reply } from './message.ts';
export type { Component, MockOptions, ResolvedMockOptions } from './options.ts';
export type { DealImage, EntryImage, StateImage, UserImage } from './state/image.ts';
export type { SeedMerge } from './state/seed-merge.ts';
export type { News, Watcher, World } from './state/world.ts';

/** Stands between whoever asks and the mock, such as a deliberate fault. */
export type Wrap = (fetch: Fetch, mock: Mock) => Fetch;

/** The reference implementation of the document, in this process. */
export interface Mock extends Gate {
  /** Answers a request as the service would; below `/_mock/`, as the control API. Rejects where chaos resets the connection. */
  readonly fetch: Fetch;
  /** The service without Request and Response: what a mount calls that has neither. */
  readonly answer: (ask: Ask) => Reply;
  /** The control API: what is asked below `/_mock/`. */
  readonly control: Fetch;
  /** What answers in the service's place; undefined: the service does. */
  readonly wrapped: Fetch | undefined;
  readonly options: ResolvedMockOptions;
  readonly tenants: Tenants;
  readonly log: Log;
  readonly chaos: Chaos;
  readonly clock: Clock;
  /** Begins again with the seed, for one tenant or, without a name, for all of them. */
  reset(tenant?: string): void;
  /** Goes on with another seed: every tenant takes over what nobody changed there. Gives what that was, by tenant. */
  reseed(seed: Seed | StateImage): ReadonlyMap<string, SeedMerge>;
  /** Goes on with other options and the same state. `basePath`, `version` and what the log and tenants are bounded by stay. */
  configure(change: MockOptions): void;
  /** Puts something between the mock and whoever asks; undefined takes it away. */
  wrap(wrap: Wrap | undefined): void;
  /** Calls `watcher` with every change of state, before the change is acknowledged; returns what ends that. */
  watch(watcher: Watcher): () => void;
}

/** Makes a mock. Each has state of its own. Throws an Error that names the option when one cannot be used. */
export function createMock(given: MockOptions = {}): Mock {
  let options = resolveOptions(given);
  const { clock, basePath } = options;
  const watchers = new Set<Watcher>();
  const tenants = createTenants({ options: () => options, beginning: () => imageOfSeed(options.seed), watchers });
  const log = createLog(options.logSize);
  const chaos = createChaos(basePath, tenants.list);
  chaos.set(options.chaos);
  const gate = createGate({ basePath, tenants, chaos, log, now: clock.now });
  let wrapped: Fetch | undefined;

  const answer = (ask: Ask): Reply => {
    const passage = gate.enter(ask);
    return gate.leave(passage, passage.early ?? passage.world.answer(passage.ask));
  };
  // Loaded when it is first asked for: most mocks in tests never are.
  let control: Promise<Fetch> | undefined;
  const mock: Mock = {
    ...gate,
    fetch: (request) => fetch(request),
    answer,
    async control(request) {
      control ??= import('./control/index.ts').then(({ createControl }) => createControl(mock));
      return (await control)(request);
    },
    tenants,
    log,
    chaos,
    clock,
    get wrapped() {
      return wrapped;
    },
    get options() {
      return options;
    },
    reset(tenant) {
      if (tenant === undefined) for (const world of tenants.list()) world.reset();
      else tenants.of(tenant).reset();
    },
    reseed(seed) {
      const [before, after] = [imageOfSeed(options.seed), imageOfSeed(seed)];
      options = { ...options, seed };
      const merges = new Map(tenants.list().map((world) => [world.tenant, world.reseed(before, after)]));
      for (const watcher of watchers) watcher('', 'reseeded');
      return merges;
    },
    configure(change) {
      const { basePath: _, version: __, logSize: ___, chaos: plan, ...rest } = change;
      if (plan !== undefined) chaos.set(plan);
      options = resolveOptions({ ...options, ...rest }, clock);
      for (const world of tenants.list()) world.reopen();
    },
    wrap(wrap) {
      wrapped = wrap?.(createServiceFetch(mock), mock);
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
  const fetch = createFetch(mock);
  return mock;
}
