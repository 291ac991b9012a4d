/** Whether everything is tried, as the scheduled run does: `TESTS=all npm test`; `SAFETY=all npm run safety` does so for its own. */
export const TRIES_ALL: boolean = process.env['TESTS'] === 'all' || process.env['SAFETY'] === 'all';

/** Of faults and of variations the gate tries every sixtieth: each is judged by whole runs. */
export const SHARE = 60;

/** Of the servers that a probe is tried on, wrong and right ones, the gate takes every twelfth: each is judged by a run. */
const SERVERS = 12;

/**
 * What the gate tries of a long list: every `of`-th (Infinity: the first alone), the same ones each time, so that any commit can be
 * compared with any other. All of them with TESTS=all.
 */
export function inGate<T extends unknown[] | [unknown]>(all: readonly T[], of?: number): readonly T[];
export function inGate<T>(all: readonly T[], of?: number): readonly T[];
export function inGate<T>(all: readonly T[], of: number = SERVERS): readonly T[] {
  return TRIES_ALL ? all : all.filter((_, i) => i % of === 0);
}

/** How many generated cases are tried: in the gate a quarter of so many. Each run draws others, and a failure tells its seed. */
export function casesInGate(all: number): number {
  return TRIES_ALL ? all : Math.ceil(all / 4);
}
