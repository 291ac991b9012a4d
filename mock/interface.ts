import type { Seed } from '../fixtures/seed.ts';
import type { Chaos } from './chaos/chaos.ts';
import type { Gate } from './faces/passage.ts';
import type { Log } from './log.ts';
import type { LogQueries } from './log-query.ts';
import type { MockRequest, MockResponse } from './message.ts';
import type { MockOptions, ResolvedMockOptions } from './options.ts';
import type { Clock } from './state/clock.ts';
import type { StateImage } from './state/image.ts';
import type { SeedMerge } from './state/seed-merge.ts';
import type { Tenants } from './state/tenants.ts';
import type { Watcher } from './state/world.ts';
import type { StubAnswer } from './stubs/stub.ts';
import type { Stubs } from './stubs/stubs.ts';
import type { Breaches } from './upstream/breaches.ts';

/** The mock as a function of a Request. */
export type Fetch = (request: Request) => Promise<Response>;

/** Makes the control API of a mock. The mock itself does not know what the API can do: see index.ts. */
export type LoadControl = (mock: Mock) => Promise<Fetch>;

/** Stands between whoever asks and the mock, such as a deliberate fault. */
export type Wrap = (fetch: Fetch, mock: Mock) => Fetch;

/** The reference implementation of the document, in this process. */
export interface Mock extends Gate {
  /** Answers a request as the service would; below `/_mock/`, as the control API. Rejects where chaos resets the connection. */
  readonly fetch: Fetch;
  /** The service without Request and Response: what a mount calls that has neither. */
  readonly answer: (ask: MockRequest) => MockResponse;
  /** The control API: what is asked below `/_mock/`. */
  readonly control: Fetch;
  /** What answers in the service's place; undefined: the service does. */
  readonly wrapped: Fetch | undefined;
  readonly options: ResolvedMockOptions;
  readonly tenants: Tenants;
  readonly log: Log & LogQueries;
  readonly chaos: Chaos;
  readonly clock: Clock;
  readonly stubs: Stubs;
  /**
   * Answers a route, such as `GET /users/3`, in place of the service: for a tenant or, without a name, for everybody who names none.
   * The first stub that matches answers. Returns what takes it away. Throws an Error that says what is wrong with it.
   */
  stub(route: string, answer: StubAnswer, tenant?: string): () => void;
  /** Begins again with the seed and the stubs of the beginning, for one tenant or, without a name, for all of them. */
  reset(tenant?: string): void;
  /** Goes on with another seed: every tenant takes over what nobody changed there. Gives what that was, by tenant. */
  reseed(seed: Seed | StateImage): ReadonlyMap<string, SeedMerge>;
  /** Goes on with other options and the same state. `basePath`, `version` and what the log and tenants are bounded by stay. */
  configure(change: MockOptions): void;
  /** Puts something between the mock and whoever asks; undefined takes it away. */
  wrap(wrap: Wrap | undefined): void;
  /** What the service behind the mock was seen to break; nothing where requests are not passed on. */
  readonly breaches: Breaches;
  /** Puts something in the place of the service itself, below what `wrap` puts in between; undefined takes it away. */
  passThrough(wrap: Wrap | undefined): void;
  /** Calls `watcher` with every change of state, before the change is acknowledged; returns what ends that. */
  watch(watcher: Watcher): () => void;
}
