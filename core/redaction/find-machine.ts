import { createSteps, type Steps } from './find-steps.ts';

/** A longer pattern is looked for in pieces, each too long to occur by chance. */
export const PIECE = 64;

/** The patterns as one automaton: a state for each of their beginnings. Numbers lie packed, since secrets may be many and long. */
export interface Machine {
  readonly next: Steps;
  /** Whether a pattern begins with this byte. */
  readonly begins: Uint8Array;
  /** The state of the longest beginning that ends the same. */
  readonly fallback: Uint32Array;
  /** How many bytes a state has seen. */
  readonly depth: Uint8Array;
  /** The longest pattern that ends in a state; 0 for none. */
  readonly ending: Uint8Array;
}

/** Makes the automaton of these patterns, none longer than a piece; none where there are none. */
export function build(patterns: readonly Uint8Array[]): Machine | undefined {
  if (patterns.length === 0) return undefined;
  const most = patterns.reduce((sum, { length }) => sum + length, 1);
  const next = createSteps(most, patterns.length);
  const begins = new Uint8Array(256);
  const deep = new Uint8Array(most);
  const ends = new Uint8Array(most);
  for (const pattern of patterns) {
    let state = 0;
    begins[pattern[0] ?? 0] = 1;
    for (const byte of pattern) {
      const known = next.get(state, byte);
      const to = known === 0 ? next.add(state, byte) : known;
      deep[to] = (deep[state] ?? 0) + 1;
      state = to;
    }
    ends[state] = pattern.length;
  }
  // Copies, since many patterns begin alike and need fewer states.
  const depth = deep.slice(0, next.count);
  const ending = ends.slice(0, next.count);
  const fallback = new Uint32Array(next.count);
  for (const state of byDepth(depth)) {
    if ((depth[state] ?? 0) > 1) {
      fallback[state] = step(next, fallback, fallback[next.parentOf(state)] ?? 0, next.byte[state] ?? 0);
    }
    ending[state] = Math.max(ending[state] ?? 0, ending[fallback[state] ?? 0] ?? 0);
  }
  return { next, begins, fallback, depth, ending };
}

/** The states in the order of their depths. */
function byDepth(depth: Uint8Array): Uint32Array {
  const from = new Uint32Array(PIECE + 2);
  for (const deep of depth) from[deep + 1] = (from[deep + 1] ?? 0) + 1;
  for (let deep = 1; deep < from.length; deep += 1) from[deep] = (from[deep] ?? 0) + (from[deep - 1] ?? 0);
  const sorted = new Uint32Array(depth.length);
  for (const [state, deep] of depth.entries()) {
    const place = from[deep] ?? 0;
    sorted[place] = state;
    from[deep] = place + 1;
  }
  return sorted;
}

/** The state that follows another one by a byte. */
export function step(next: Steps, fallback: Uint32Array, from: number, byte: number): number {
  for (let state = from; ; state = fallback[state] ?? 0) {
    const to = next.get(state, byte);
    if (to !== 0 || state === 0) return to;
  }
}
