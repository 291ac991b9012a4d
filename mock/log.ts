import type { MockRequest, MockResponse } from './message.ts';

/** One exchange, as it was. What shows it has to leave out secrets: see redaction.ts. */
export interface Logged {
  /** Counted from 1, over all tenants. */
  readonly ordinal: number;
  readonly tenant: string;
  /** When it was answered: milliseconds, by the machine's clock. */
  readonly at: number;
  /** Milliseconds from the whole request to the whole answer, by a clock that nobody sets. What chaos adds comes after. */
  readonly tookMs: number;
  readonly ask: MockRequest;
  readonly reply: MockResponse;
  /** What repeats the fault that was put in its way; absent: none was. */
  readonly fault?: string;
}

/** The last exchanges of a mock. */
export interface Log {
  /** `begun` is what `performance.now()` was when the request had come. */
  add(tenant: string, ask: MockRequest, reply: MockResponse, begun: number, fault?: string): void;
  /** Oldest first. */
  list(): readonly Logged[];
  /** Calls `listener` with every exchange from now on; returns what ends that. */
  listen(listener: (logged: Logged) => void): () => void;
  /** Forgets what was asked by one tenant or, without a name, by all. */
  clear(tenant?: string): void;
  readonly size: number;
  /** Tells this log's ordinals from those of another, such as one before a restart. */
  readonly name: string;
}

/** What the bodies in a log may come to, in bytes: bodies are kept whole, and some are large. */
const BODIES = 32 * 1024 * 1024;

/** A log of the last `size` exchanges, or of fewer where their bodies are large. */
export function createLog(size: number): Log {
  // A ring, so that nothing is held longer than it can be asked for: what outlives a collection of garbage makes all others dear.
  const ring: (Logged | undefined)[] = [];
  let first = 0;
  let count = 0;
  let bodies = 0;
  let ordinal = 0;
  const listeners = new Set<(logged: Logged) => void>();
  const list = (): readonly Logged[] =>
    Array.from({ length: count }, (_, i) => ring[(first + i) % size]).filter((logged) => logged !== undefined);
  const dropOldest = (): void => {
    const oldest = ring[first];
    if (oldest !== undefined) bodies -= bodiesOf(oldest);
    ring[first] = undefined;
    first = (first + 1) % size;
    count -= 1;
  };
  const keep = (logged: Logged): void => {
    if (count === size) dropOldest();
    ring[(first + count) % size] = logged;
    count += 1;
    bodies += bodiesOf(logged);
    while (bodies > BODIES) dropOldest();
  };
  const keepOnly = (some: readonly Logged[]): void => {
    ring.length = 0;
    first = 0;
    count = 0;
    bodies = 0;
    for (const logged of some) keep(logged);
  };
  return {
    add(tenant, ask, reply, begun, fault) {
      if (size === 0 && listeners.size === 0) return;
      ordinal += 1;
      const exchange = { ordinal, tenant, at: Date.now(), tookMs: performance.now() - begun, ask, reply };
      const logged = fault === undefined ? exchange : { ...exchange, fault };
      if (size > 0) keep(logged);
      for (const listener of listeners) listener(logged);
    },
    list,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear(tenant) {
      keepOnly(tenant === undefined ? [] : list().filter((logged) => logged.tenant !== tenant));
    },
    size,
    name: Math.floor(Math.random() * 36 ** 8).toString(36),
  };
}

// A text is counted by its units, which is near enough.
function bodiesOf({ ask, reply }: Logged): number {
  return (ask.body === 'too-large' ? 0 : ask.body.length) + (reply.body?.length ?? 0);
}
