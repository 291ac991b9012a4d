import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/**
 * A UUID that begins and ends with a letter. What reads an id as a number up to the first other character (parseInt, MySQL) takes `5b9d…`
 * for record 5, and what takes the number at the end takes `…c7` for record 7.
 */
export function betweenLetters(uuid: string): string {
  return letterFor(uuid.slice(0, 1)) + uuid.slice(1, -1) + letterFor(uuid.slice(-1));
}

function letterFor(digit: string): string {
  return /\d/u.test(digit) ? ('abcdef'[Number(digit) % 6] ?? 'a') : digit;
}

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
  /** A UUID that no record has, another one each time. */
  newUuid(): string;
  /** A random number of 32 bits. */
  random(): number;
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

/** A UUID of version 4 (RFC 9562 5.4). */
function uuidOf(random: () => number): string {
  const digit = (least: number, count: number): string => (least + (random() % count)).toString(16);
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/gu, (place) =>
    place === 'x' ? digit(0, 16) : digit(8, 4),
  );
}

/** Letters of the nonce, and the most digits of the count behind it. Both parts are numbers that a double holds exactly. */
const LETTERS = 10;
const DIGITS = 10;
const FRESH = new RegExp(`^([a-z]{${LETTERS}})([0-9a-z]{3,${DIGITS}})$`, 'u');
const HEX_OF_LETTERS = 12;
const HEX_OF_COUNT = 14;

/**
 * A UUID of version 4 in form that holds a value of `unique`: an id for services that take nothing but UUIDs. It begins and ends with a
 * letter, as `betweenLetters` has it. Another text is given back as it is.
 */
export function uuidHolding(value: string): string {
  const [, letters = '', count = ''] = FRESH.exec(value) ?? [];
  // The count as a number says nothing of zeros before it, but for those that `unique` writes.
  if (letters === '' || countText(Number.parseInt(count, 36)) !== count) return value;
  const nonce = Array.from(letters).reduce((sum, char) => sum * 26 + char.charCodeAt(0) - 97, 0);
  // The digits of the count come first, so that no two UUIDs of a run begin alike: a service may keep a part of an id.
  const hex = backwards(
    nonce.toString(16).padStart(HEX_OF_LETTERS, '0') +
      Number.parseInt(count, 36).toString(16).padStart(HEX_OF_COUNT, '0'),
  );
  const places = `f${hex}fff`;
  return `${places.slice(0, 8)}-${places.slice(8, 12)}-4${places.slice(12, 15)}-8${places.slice(15, 18)}-${places.slice(18)}`;
}

/** The value that such a UUID holds; empty where it is none. */
function heldBy(uuid: string): string {
  const [, a = '', b = '', c = '', d = '', e = ''] =
    /^f([0-9a-f]{7})-([0-9a-f]{4})-4([0-9a-f]{3})-8([0-9a-f]{3})-([0-9a-f]{9})fff$/u.exec(uuid) ?? [];
  const hex = backwards(a + b + c + d + e);
  if (hex === '') return '';
  let nonce = Number.parseInt(hex.slice(0, HEX_OF_LETTERS), 16);
  let letters = '';
  for (let i = 0; i < LETTERS; i += 1) {
    letters = letter(97, nonce % 26) + letters;
    nonce = Math.floor(nonce / 26);
  }
  return letters + countText(Number.parseInt(hex.slice(HEX_OF_LETTERS), 16));
}

function backwards(hex: string): string {
  return Array.from(hex).toReversed().join('');
}

function countText(count: number): string {
  return count.toString(36).padStart(COUNT_DIGITS, '0');
}

/** Three digits are enough for 45,360 values; more have seven, of which the first is a z, as in none of three. */
const COUNT_DIGITS = 3;
const SHORT_COUNTS = 35 * 36 ** 2;
const FIRST_LONG_COUNT = 35 * 36 ** 6;
const LEAST_NUMBER = 4_000_000_000_000_000n;
const LEAST_SHORT = 500_000_000;

/** What everything that one run makes up is drawn from: 128 bits in hex. A run that is judged again from its transcript has the same. */
export function drawEntropy(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Begins the values of one run. They are not drawn from the seed: two runs with one seed may meet the same target. */
export function createFreshIds(entropy: string = drawEntropy()): FreshIds {
  const state = [0, 8, 16, 24].map((at) => Number.parseInt(entropy.slice(at, at + 8), 16) | 0);
  const generator = xoroshiro128plusFromState(state);
  const random = (): number => generator.next() >>> 0;
  const nonce = Array.from({ length: LETTERS }, () => letter(97, random() % 26)).join('');
  const minted = new Map<string, Freshness>();
  const mint = <T extends string>(value: T, freshness: Freshness = 'sure'): T => {
    minted.set(value.toLowerCase(), freshness);
    return value;
  };
  const number = LEAST_NUMBER + ((BigInt(random()) << 18n) | BigInt(random() >>> 14));
  const shortNumber = LEAST_SHORT + (random() % LEAST_SHORT);
  const newUuid = (): string => mint(betweenLetters(uuidOf(random)));
  mint(String(number));
  mint(String(shortNumber), 'checked');
  let counter = 0;
  return {
    nonce,
    number,
    shortNumber,
    uuid: newUuid(),
    newUuid,
    random,
    unique() {
      counter += 1;
      // None is the beginning of another, so that what a list cuts short is not taken for another one.
      const isShort = counter < SHORT_COUNTS;
      return nonce + countText(isShort ? counter : FIRST_LONG_COUNT + counter - SHORT_COUNTS);
    },
    written: (first) => Array.from(nonce, (char) => letter(first, char.charCodeAt(0) - 97)).join(''),
    mint,
    freshnessOf(value) {
      const text = value.toLowerCase();
      return text.includes(nonce) || heldBy(text).includes(nonce) ? 'sure' : minted.get(text);
    },
  };
}

/** Whether a server that wants a number reads one in an id: PHP and JavaScript read its first digits. */
export function beginsAsNumber(id: string): boolean {
  return /^-?\d/u.test(id);
}
