import type { Logged } from './log.ts';

/** The last exchanges of one tenant. */
export interface LogShare {
  readonly tenant: string;
  readonly count: number;
  /** What they take, in bytes, more or less. */
  readonly weight: number;
  /** How many were dropped to make room. */
  readonly dropped: number;
  /** Takes one more, and drops the oldest where as many as can be are there; gives what that changed of the weight. */
  push(logged: Logged): number;
  /** Drops the oldest; gives its weight. */
  drop(): number;
  /** Oldest first. */
  list(): Logged[];
}

// A request and its answer are some forty texts, most of them short, and the objects that hold them.
const EXCHANGE = 3072;

/**
 * A share of `size` exchanges at most. A ring, so that nothing is held longer than it can be asked for: what outlives a collection
 * of garbage makes all others dear. Every request comes through here, so its members are plain ones that change.
 */
export function createShare(tenant: string, size: number): LogShare {
  const ring: (Logged | undefined)[] = [];
  const weights: number[] = [];
  let first = 0;
  const share = { tenant, count: 0, weight: 0, dropped: 0, push, drop, list };
  function drop(): number {
    const freed = weights[first] ?? 0;
    ring[first] = undefined;
    first = first + 1 === size ? 0 : first + 1;
    share.count -= 1;
    share.weight -= freed;
    share.dropped += 1;
    return freed;
  }
  function push(logged: Logged): number {
    const freed = share.count === size ? drop() : 0;
    const end = first + share.count;
    const at = end < size ? end : end - size;
    const added = weightOf(logged);
    ring[at] = logged;
    weights[at] = added;
    share.count += 1;
    share.weight += added;
    return added - freed;
  }
  function list(): Logged[] {
    const places = Array.from({ length: share.count }, (_, i) => ring[(first + i) % size]);
    return places.filter((logged) => logged !== undefined);
  }
  return share;
}

// A text is counted by its units, which is near enough. Fields may be long where somebody wants them to be.
function weightOf({ ask, reply }: Logged): number {
  let weight = EXCHANGE + ask.path.length + ask.query.length + (reply.body?.length ?? 0);
  if (ask.body !== 'too-large') weight += ask.body.length;
  const fields = ask.fields();
  for (let i = 0; i < fields.length; i += 1) weight += fields[i]?.length ?? 0;
  return weight;
}
