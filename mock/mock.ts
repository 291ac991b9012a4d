import { createChaos } from './chaos/chaos.ts';
import { createFetch, createServiceFetch } from './faces/fetch.ts';
import { createGate } from './faces/passage.ts';
import type { Fetch, LoadControl, Mock, Wrap } from './interface.ts';
import { createLog } from './log.ts';
import { createLogQueries } from './log-query.ts';
import type { MockRequest, MockResponse } from './message.ts';
import { refuseOptions } from './option-checks.ts';
import { type MockOptions, resolveOptions } from './options.ts';
import { imageOfSeed } from './state/image.ts';
import { createTenants } from './state/tenants.ts';
import type { Watcher } from './state/world.ts';
import { createStubs } from './stubs/stubs.ts';
import { createBreaches } from './upstream/breaches.ts';

/**
 * Makes the reference implementation with state of its own. `loadControl` is called with the first request below `/_mock/`.
 * Throws an Error that names the option when one cannot be used.
 */
export function createReference(given: MockOptions, loadControl: LoadControl): Mock {
  refuseOptions(given);
  let options = resolveOptions(given);
  const { clock, basePath } = options;
  const watchers = new Set<Watcher>();
  const log = createLog(options.logSize);
  const surroundings = { options: () => options, beginning: () => imageOfSeed(options.seed), watchers };
  const tenants = createTenants(surroundings, log);
  const chaos = createChaos(basePath, tenants.list);
  chaos.set(options.chaos);
  const stubs = createStubs(basePath, options.stubs);
  const gate = createGate({ basePath, tenants, chaos, stubs, log, now: clock.now });
  let behind: Wrap | undefined;
  let wrapping: Wrap | undefined;
  let wrapped: Fetch | undefined;
  const wrapAnew = (): void => {
    const service = createServiceFetch(mock);
    const base = behind?.(service, mock);
    wrapped = wrapping?.(base ?? service, mock) ?? base;
  };

  const answer = (ask: MockRequest): MockResponse => {
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
      control ??= loadControl(mock);
      return (await control)(request);
    },
    tenants,
    log: { ...log, ...createLogQueries(log, basePath) },
    chaos,
    clock,
    stubs,
    stub(route, answer, tenant = '') {
      const world = tenants.of(tenant);
      const { id } = stubs.add(world, { ...answer, route });
      return () => void stubs.remove(world, id);
    },
    get wrapped() {
      return wrapped;
    },
    get options() {
      return options;
    },
    reset(tenant) {
      for (const world of tenant === undefined ? tenants.list() : [tenants.of(tenant)]) {
        stubs.reset(world);
        world.reset();
      }
    },
    reseed(seed) {
      const [before, after] = [imageOfSeed(options.seed), imageOfSeed(seed)];
      options = { ...options, seed };
      const merges = new Map(tenants.list().map((world) => [world.tenant, world.reseed(before, after)]));
      for (const watcher of watchers) watcher('', 'reseeded');
      return merges;
    },
    configure(change) {
      refuseOptions(change);
      const { basePath: _, version: __, logSize: ___, stubs: ____, chaos: plan, ...rest } = change;
      if (plan !== undefined) chaos.set(plan);
      options = resolveOptions({ ...options, ...rest }, clock);
      for (const world of tenants.list()) world.reopen();
    },
    wrap(wrap) {
      wrapping = wrap;
      wrapAnew();
    },
    breaches: createBreaches(),
    passThrough(wrap) {
      behind = wrap;
      wrapAnew();
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
  const fetch = createFetch(mock);
  return mock;
}
