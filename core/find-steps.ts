/** Which state follows another one by a byte; 0 where none does, for nothing leads back to the first. */
export interface Steps {
  get(state: number, byte: number): number;
  /** A new state that follows. */
  add(state: number, byte: number): number;
  /** How many states there are, the first one included. */
  readonly count: number;
  /** From which state one comes, and by which byte. */
  readonly parent: Uint32Array;
  readonly byte: Uint8Array;
}

/** A table with room for so many states. It takes an eighth of a Map's memory, and there is a state for each byte of a secret. */
export function createSteps(most: number): Steps {
  const bits = Math.ceil(Math.log2(most + 1)) + 1;
  const last = 2 ** bits - 1;
  const table = new Uint32Array(last + 1);
  const parent = new Uint32Array(most);
  const byteOf = new Uint8Array(most);
  let count = 1;
  /** Where the state that follows stands, or where there is room for it. */
  const placeOf = (state: number, byte: number): number => {
    let place = Math.imul(state * 256 + byte + 1, 0x9e3779b1) >>> (32 - bits);
    for (let to = table[place] ?? 0; to !== 0; to = table[place] ?? 0) {
      if (parent[to] === state && byteOf[to] === byte) break;
      place = (place + 1) & last;
    }
    return place;
  };
  return {
    parent,
    byte: byteOf,
    get count() {
      return count;
    },
    get: (state, byte) => table[placeOf(state, byte)] ?? 0,
    add(state, byte) {
      table[placeOf(state, byte)] = count;
      parent[count] = state;
      byteOf[count] = byte;
      count += 1;
      return count - 1;
    },
  };
}
