import type { ResolvedMockOptions } from '../options.ts';

/** An exchange with the service behind the mock, byte for byte; the body is decoded from its Content-Encoding. */
export interface PassedExchange {
  /** `u1`, `u2` … in the order of sending. */
  readonly id: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: Uint8Array | null;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: Uint8Array;
  };
  /** Milliseconds since the mock began to pass requests on; `total` since the request began. */
  readonly timings: { readonly startedAt: number; readonly firstByte: number | null; readonly total: number };
}

/** What an answer was found to break. It quotes no body and no value of a field, so it holds no secret. */
export interface FoundBreach {
  readonly rule: string;
  readonly level: string;
  /** Where the document says it. */
  readonly clause: string;
  readonly title: string;
  /** What was due and what came. */
  readonly reason: string;
}

/**
 * Judges answers of the service as they pass, by what the mock claims now. Whoever starts the mock gives it: the mock knows no
 * rules.
 */
export type JudgePassed = (exchange: PassedExchange, options: ResolvedMockOptions) => Promise<readonly FoundBreach[]>;

/** A breach of the convention by the service behind the mock. */
export interface Breach extends FoundBreach {
  /** `b1`: the field `x-mock-breach` of the answer names it. */
  readonly id: string;
  /** Of the request that met it first; its path without the query. */
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** When it was first met: milliseconds since 1970. */
  readonly at: number;
  /** How many answers had it. */
  readonly times: number;
  /** Where it was met, as in `DELETE /users 405`; 20 places at most. */
  readonly places: readonly string[];
}

/** The field that names the breaches of an answer: `b1 status/405-allow`. */
export const BREACH_FIELD = 'x-mock-breach';

/** What the service behind the mock was seen to break, each once. */
export interface Breaches {
  /** Notes what an answer breaks; gives each as it is known here. */
  add(exchange: PassedExchange, found: readonly FoundBreach[]): readonly Breach[];
  /** In the order in which they were met. */
  list(): readonly Breach[];
  /** Calls `listener` with each breach that is new. Returns what ends that. */
  listen(listener: (breach: Breach) => void): () => void;
  clear(): void;
}

/** More kinds than this are one defect that reads differently each time. */
const LIMIT = 1000;
/** Whoever mends a breach looks at no more than these. */
const MOST_PLACES = 20;

/** No breaches yet. */
export function createBreaches(): Breaches {
  const known = new Map<string, Breach>();
  const listeners = new Set<(breach: Breach) => void>();
  let count = 0;
  const meet = ({ request, response }: PassedExchange, found: FoundBreach): Breach | undefined => {
    const { method } = request;
    const { status } = response;
    const key = JSON.stringify([found.rule, found.reason]);
    const before = known.get(key);
    if (before === undefined && known.size >= LIMIT) return undefined;
    if (before === undefined) count += 1;
    const { pathname } = new URL(request.url);
    const first = { ...found, id: `b${count}`, method, path: pathname, status, at: Date.now(), times: 0, places: [] };
    const { times, places } = before ?? first;
    const place = `${method} ${pathname} ${status}`;
    const isNew = !places.includes(place) && places.length < MOST_PLACES;
    const breach: Breach = { ...(before ?? first), times: times + 1, places: isNew ? [...places, place] : places };
    known.set(key, breach);
    if (before === undefined) for (const listener of listeners) listener(breach);
    return breach;
  };
  return {
    add: (exchange, found) => found.flatMap((one) => meet(exchange, one) ?? []),
    list: () => [...known.values()],
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear: () => known.clear(),
  };
}
