import { createShare, type LogShare } from './log-share.ts';
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

/**
 * The last exchanges of a mock. Each tenant has a share of its own: however much is asked by the others, a tenant that holds no more
 * than its part of the whole loses nothing to them.
 */
export interface Log {
  /** `begun` is what `performance.now()` was when the request had come. */
  add(tenant: string, ask: MockRequest, reply: MockResponse, begun: number, fault?: string): void;
  /** Oldest first: of one tenant or, without a name, of all. */
  list(tenant?: string): readonly Logged[];
  /** How many exchanges of one tenant or, without a name, of all are no longer held; what was cleared is not counted. */
  dropped(tenant?: string): number;
  /** Calls `listener` with every exchange from now on; returns what ends that. */
  listen(listener: (logged: Logged) => void): () => void;
  /** Forgets what was asked by one tenant or, without a name, by all. */
  clear(tenant?: string): void;
  /** A tenant is there, or there again. */
  join(tenant: string): void;
  /** A tenant is gone: its exchanges can still be seen, and are the first to make room. */
  leave(tenant: string): void;
  /** How many exchanges of one tenant are held at most. */
  readonly size: number;
  /** Tells this log's ordinals from those of another, such as one before a restart. */
  readonly name: string;
}

/** What all exchanges together may take, in bytes: bodies are kept whole, and some are large. */
const ROOM = 32 * 1024 * 1024;
/** So much for each exchange of a tenant, where a log is asked to hold very many. */
const ROOM_FOR_ONE = 4096;

/** A log of the last `size` exchanges of each tenant, or of fewer where there are many tenants or large bodies. */
export function createLog(size: number): Log {
  const room = Math.max(ROOM, size * ROOM_FOR_ONE);
  const shares = new Map<string, LogShare>();
  // In the order in which they went.
  const departed = new Map<string, LogShare>();
  let weight = 0;
  let ordinal = 0;
  let hand = shares.values();
  const listeners = new Set<(logged: Logged) => void>();

  const shareOf = (tenant: string): LogShare => {
    const known = shares.get(tenant) ?? departed.get(tenant);
    if (known !== undefined) return known;
    const share = createShare(tenant, size);
    shares.set(tenant, share);
    return share;
  };
  /** Who makes room: tenants that are gone, else whoever adds and holds more than an equal part, else another who does. */
  const payer = (adding: LogShare): LogShare => {
    for (const [tenant, share] of departed) {
      if (share.count > 0) return share;
      departed.delete(tenant);
    }
    const part = room / shares.size;
    return adding.weight > part ? adding : heavier(part);
  };
  // The hand stays where it found one until that holds no more than its part, so it hardly ever goes far. One there is: together
  // they hold more than all parts.
  let pointed: LogShare | undefined;
  const heavier = (part: number): LogShare => {
    while (pointed === undefined || pointed.weight <= part) {
      const next = hand.next();
      if (next.done === true) hand = shares.values();
      else pointed = next.value;
    }
    return pointed;
  };
  // Mostly the same asks again.
  let last: LogShare | undefined;
  const keep = (logged: Logged): void => {
    const share = last?.tenant === logged.tenant ? last : shareOf(logged.tenant);
    last = share;
    weight += share.push(logged);
    while (weight > room) weight -= payer(share).drop();
  };
  const remove = (tenant: string): void => {
    const share = shares.get(tenant) ?? departed.get(tenant);
    weight -= share?.weight ?? 0;
    if (pointed === share) pointed = undefined;
    if (last === share) last = undefined;
    shares.delete(tenant);
    departed.delete(tenant);
  };
  const everybody = (): LogShare[] => [...shares.values(), ...departed.values()];
  return {
    add(tenant, ask, reply, begun, fault) {
      if (size === 0 && listeners.size === 0) return;
      ordinal += 1;
      const exchange = { ordinal, tenant, at: Date.now(), tookMs: performance.now() - begun, ask, reply };
      const logged = fault === undefined ? exchange : { ...exchange, fault };
      if (size > 0) keep(logged);
      for (const listener of listeners) listener(logged);
    },
    list(tenant) {
      if (tenant !== undefined) return (shares.get(tenant) ?? departed.get(tenant))?.list() ?? [];
      const all = everybody().flatMap((share) => share.list());
      return all.sort((a, b) => a.ordinal - b.ordinal);
    },
    dropped(tenant) {
      if (tenant !== undefined) return (shares.get(tenant) ?? departed.get(tenant))?.dropped ?? 0;
      return everybody().reduce((sum, share) => sum + share.dropped, 0);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear(tenant) {
      for (const one of tenant === undefined ? [...shares.keys(), ...departed.keys()] : [tenant]) remove(one);
    },
    join(tenant) {
      const share = departed.get(tenant);
      if (share === undefined) return;
      departed.delete(tenant);
      shares.set(tenant, share);
    },
    leave(tenant) {
      const share = shares.get(tenant);
      if (share === undefined) return;
      if (pointed === share) pointed = undefined;
      shares.delete(tenant);
      departed.set(tenant, share);
    },
    size,
    name: Math.floor(Math.random() * 36 ** 8).toString(36),
  };
}
