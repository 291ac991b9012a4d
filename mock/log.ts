import type { Ask, Reply } from './message.ts';

/** One exchange, as it was. What shows it has to leave out secrets: see redaction.ts. */
export interface Logged {
  /** Counted from 1, over all tenants. */
  readonly ordinal: number;
  readonly tenant: string;
  /** When it was answered: milliseconds, by the machine's clock. */
  readonly at: number;
  readonly ask: Ask;
  readonly reply: Reply;
  /** What repeats the fault that was put in its way; absent: none was. */
  readonly fault?: string;
}

/** The last exchanges of a mock. */
export interface Log {
  add(tenant: string, ask: Ask, reply: Reply, fault?: string): void;
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

/** A log of the last `size` exchanges. */
export function createLog(size: number): Log {
  let kept: Logged[] = [];
  let oldest = 0;
  let ordinal = 0;
  const listeners = new Set<(logged: Logged) => void>();
  const keep = (logged: Logged): void => {
    if (kept.length < size) {
      kept.push(logged);
      return;
    }
    kept[oldest] = logged;
    oldest = (oldest + 1) % size;
  };
  const list = (): readonly Logged[] => [...kept.slice(oldest), ...kept.slice(0, oldest)];
  return {
    add(tenant, ask, reply, fault) {
      if (size === 0 && listeners.size === 0) return;
      ordinal += 1;
      const exchange = { ordinal, tenant, at: Date.now(), ask, reply };
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
      kept = tenant === undefined ? [] : list().filter((logged) => logged.tenant !== tenant);
      oldest = 0;
    },
    size,
    name: Math.floor(Math.random() * 36 ** 8).toString(36),
  };
}
