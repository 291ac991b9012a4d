/**
 * What waits for a connection that is kept. A server that serves few connections at a time, such as one whose only thread reads the next
 * request of the connection that it has, lets every other one wait until that is closed. Either side may close it at any time
 * (RFC 9112 9.6), so it is given up where somebody seems to wait for it.
 */
export interface Crowding {
  /** A request is sent to this origin. What it gives is to be called when it ended; `wasAnswered`: by an answer. */
  sent(origin: string): (wasAnswered: boolean) => void;
  /** Whether a connection to it may be kept for the next request. */
  mayKeep(origin: string): boolean;
  /** A connection to it was closed that would have been kept otherwise. */
  gaveUp(origin: string): void;
}

/** After so many milliseconds without an answer a request may be waiting for a connection that is kept. */
const PATIENCE_MS = 1000;

/** An answer that comes within so many milliseconds after a connection was given up came because of that. */
const AT_ONCE_MS = 250;

/** Nobody waits yet. `release` closes the connections to an origin that are kept for the next request. */
export function createCrowding(release: (origin: string) => void): Crowding {
  const waiting = new Map<string, number>();
  const gaveUpAt = new Map<string, number>();
  const crowded = new Set<string>();
  const add = (origin: string, count: number): void => void waiting.set(origin, (waiting.get(origin) ?? 0) + count);
  const isRelieved = (origin: string): boolean =>
    performance.now() - (gaveUpAt.get(origin) ?? Number.NEGATIVE_INFINITY) <= AT_ONCE_MS;
  return {
    sent: (origin) => {
      let isWaiting = false;
      const timer = setTimeout(() => {
        isWaiting = true;
        add(origin, 1);
        release(origin);
      }, PATIENCE_MS).unref();
      return (wasAnswered) => {
        clearTimeout(timer);
        if (!isWaiting) return;
        add(origin, -1);
        if (wasAnswered && isRelieved(origin)) crowded.add(origin);
      };
    },
    mayKeep: (origin) => !crowded.has(origin) && (waiting.get(origin) ?? 0) === 0,
    gaveUp: (origin) => void gaveUpAt.set(origin, performance.now()),
  };
}
