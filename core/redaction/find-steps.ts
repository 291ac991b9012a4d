/** Which state follows another one by a byte; 0 where none does, for nothing leads back to the first. */
export interface Steps {
  get(state: number, byte: number): number;
  /** A new state that follows. */
  add(state: number, byte: number): number;
  /** How many states there are, the first one included. */
  readonly count: number;
  /** From which state one comes. */
  parentOf(state: number): number;
  /** By which byte one is reached. */
  readonly byte: Uint8Array;
}

/**
 * Steps among at most so many states, of so many patterns. There is a state for each byte of a secret, and a target decides how long
 * its secrets are. Most states follow the one that was made before them, which takes two bytes to say; only where a pattern leaves
 * another one is there an entry in a table.
 */
export function createSteps(most: number, patterns: number): Steps {
  const bits = Math.ceil(Math.log2(patterns + 1)) + 1;
  const last = 2 ** bits - 1;
  const table = new Uint32Array(last + 1);
  const forks = new Map<number, number>();
  const isNext = new Uint8Array(most);
  const byteOf = new Uint8Array(most);
  let count = 1;
  /** Where the state that follows apart stands, or where there is room for it. */
  const placeOf = (state: number, byte: number): number => {
    let place = Math.imul(state * 256 + byte + 1, 0x9e3779b1) >>> (32 - bits);
    for (let to = table[place] ?? 0; to !== 0; to = table[place] ?? 0) {
      if (byteOf[to] === byte && forks.get(to) === state) break;
      place = (place + 1) & last;
    }
    return place;
  };
  return {
    byte: byteOf,
    get count() {
      return count;
    },
    parentOf: (state) => (isNext[state] === 1 ? state - 1 : (forks.get(state) ?? 0)),
    get: (state, byte) =>
      isNext[state + 1] === 1 && byteOf[state + 1] === byte ? state + 1 : (table[placeOf(state, byte)] ?? 0),
    add(state, byte) {
      if (count === state + 1) isNext[count] = 1;
      else {
        table[placeOf(state, byte)] = count;
        forks.set(count, state);
      }
      byteOf[count] = byte;
      count += 1;
      return count - 1;
    },
  };
}
