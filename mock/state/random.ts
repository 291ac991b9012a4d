import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Numbers from 0 up to 1, the same ones for the same parts: what is drawn depends on nothing but its name. */
export function randomFor(...parts: readonly (string | number)[]): () => number {
  const generator = xoroshiro128plus(hash(parts.join('\u0000')));
  return () => uniformFloat64(generator);
}

/** Where the names come from that a mock makes up. */
export interface Names {
  readonly uuid: () => string;
  /** Tells the validators of one store from those of the next. */
  readonly epoch: () => string;
}

/** Names that nobody can foresee; with a seed, the same ones each time. */
export function namesFor(seed: number | undefined, ...parts: readonly string[]): Names {
  const epochFrom = (random: () => number): string => Math.floor(random() * 36 ** 6).toString(36);
  if (seed === undefined) return { uuid: () => crypto.randomUUID(), epoch: () => epochFrom(Math.random) };
  const random = randomFor('names', seed, ...parts);
  const epochs = randomFor('epoch', seed, ...parts);
  return { uuid: () => uuidFrom(random), epoch: () => epochFrom(epochs) };
}

/** A UUID of version 4 (RFC 9562 5.4) out of the given numbers. */
function uuidFrom(random: () => number): string {
  const digit = (values: string): string => values[Math.floor(random() * values.length)] ?? '0';
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/gu, (place) =>
    place === 'x' ? digit('0123456789abcdef') : digit('89ab'),
  );
}

// FNV-1a over 32 bits, and the last step of MurmurHash3: without it names that differ in their last digit alone would
// have the generator begin nearly alike, and its first number is hardly more than a sum of where it begins.
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}
