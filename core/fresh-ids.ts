/**
 * How surely an id that was made up names no record. `sure`: it holds the run's nonce, or is drawn from so many that no
 * record has it. `checked`: it is drawn from few, so that a record of that id has to be looked for before it is written to.
 */
export type Freshness = 'sure' | 'checked';

/** Values that this run made up: no record that was there before the run has one of them as its id. */
export interface FreshIds {
  /** Starts every value of this run: ten letters from a to z, so that it can stand in a word. */
  readonly nonce: string;
  /** A number of 16 digits that no record has. */
  readonly number: bigint;
  /** A number of 9 digits, as many services count no further than 32 bits. */
  readonly shortNumber: number;
  readonly uuid: string;
  /** A fresh value, never used before in this run: lower-case letters and digits, at most 20 characters. */
  unique(): string;
  /** The nonce in other letters: 26 of them from this code point on. */
  written(first: number): string;
  /** Notes a value that was made of random ones in a way of its own, and gives it back. */
  mint<T extends string>(value: T, freshness?: Freshness): T;
  /** How surely a value (percent-decoded) is fresh; undefined where this run did not make it up. */
  freshnessOf(value: string): Freshness | undefined;
}

function letter(first: number, offset: number): string {
  return String.fromCodePoint(first + offset);
}

const LEAST_NUMBER = 4_000_000_000_000_000n;
const LEAST_SHORT = 500_000_000;

/** Begins the values of one run. They are not drawn from the seed: two runs with one seed may meet the same target. */
export function createFreshIds(): FreshIds {
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => letter(97, byte % 26)).join('');
  const minted = new Map<string, Freshness>();
  const mint = <T extends string>(value: T, freshness: Freshness = 'sure'): T => {
    minted.set(value.toLowerCase(), freshness);
    return value;
  };
  const [high = 0, low = 0, short = 0] = crypto.getRandomValues(new Uint32Array(3));
  const number = LEAST_NUMBER + ((BigInt(high) << 18n) | BigInt(low >>> 14));
  const shortNumber = LEAST_SHORT + (short % LEAST_SHORT);
  mint(String(number));
  mint(String(shortNumber), 'checked');
  let counter = 0;
  return {
    nonce,
    number,
    shortNumber,
    uuid: mint(crypto.randomUUID()),
    unique() {
      counter += 1;
      return `${nonce}${counter.toString(36)}`;
    },
    written: (first) => Array.from(nonce, (char) => letter(first, char.charCodeAt(0) - 97)).join(''),
    mint,
    freshnessOf(value) {
      const text = value.toLowerCase();
      return text.includes(nonce) ? 'sure' : minted.get(text);
    },
  };
}
