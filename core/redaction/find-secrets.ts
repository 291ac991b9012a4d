import { build, type Machine, PIECE, step } from './find-machine.ts';
import { type Plain, plainOf, readingsOf } from './spellings.ts';

/** A part of a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Finds secrets in texts. */
export interface Finder {
  /** Where secrets stand; `isCut`: the text may end in the middle of one. */
  find(text: string, isCut: boolean): Span[];
}

/** Shorter secrets occur everywhere by chance. */
const SHORTEST = 4;
/** What is sure of a shorter secret's base64 occurs by chance as well. */
const SHORTEST_IN_BASE64 = 6;
/** The least length of a secret that is looked for in capitals and in small letters too. */
const SHORTEST_IN_OTHER_CASE = 8;

/**
 * Makes a finder of these secrets: as they are, however escaped, in capitals or small letters throughout, in hex, and in base64 of a text that holds them. Its time is
 * linear to the text whatever the number of secrets (Aho and Corasick).
 */
export function createFinder(secrets: readonly string[]): Finder {
  const machine = machineOf(secrets);
  return { find: (text, isCut) => findBy([machine], text, isCut) };
}

function machineOf(secrets: readonly string[]): Machine | undefined {
  return build(secrets.flatMap(patternsOf).flatMap(pieces));
}

function findBy(machines: readonly (Machine | undefined)[], text: string, isCut: boolean): Span[] {
  const built = machines.filter((machine) => machine !== undefined);
  if (built.length === 0 || text.length < SHORTEST) return [];
  const readings = readingsOf(text);
  return built.flatMap((machine) => readings.flatMap((reading) => search(machine, reading, isCut)));
}

/** A finder that learns more secrets while it is used. */
export interface GrowingFinder extends Finder {
  add(secrets: readonly string[]): void;
}

/** A machine, and the list of secrets that it was made of when they were so many. */
interface Made {
  readonly machine: Machine | undefined;
  readonly of: readonly string[];
  readonly count: number;
}

/** So many secrets are kept apart from the others, so that one more costs no machine for all of them. */
const LATEST = 32;

/** Makes a finder of these secrets, to which others are added as they become known. */
export function createGrowingFinder(secrets: readonly string[]): GrowingFinder {
  const all = [...secrets];
  let latest: string[] = [];
  // Made when a text is looked at: who only gathers secrets needs no machine, and each takes memory for all of them.
  let older: Made | undefined;
  let newer: Made | undefined;
  const madeOf = (known: Made | undefined, wanted: readonly string[]): Made =>
    known?.of === wanted && known.count === wanted.length
      ? known
      : { machine: machineOf(wanted), of: wanted, count: wanted.length };
  return {
    add(more) {
      latest.push(...more);
      if (latest.length <= LATEST) return;
      all.push(...latest);
      latest = [];
    },
    find(text, isCut) {
      older = madeOf(older, all);
      newer = madeOf(newer, latest);
      return findBy([older.machine, newer.machine], text, isCut);
    },
  };
}

function patternsOf(secret: string): Uint8Array[] {
  const plain = plainOf(secret);
  if (plain.length < SHORTEST) return [];
  const exact = new TextEncoder().encode(secret);
  // A field's value is bytes, one per character, and its echo may be read as UTF-8 or not.
  const inBytes = plainOf(binary(exact));
  const coded = [...hexes(exact), ...(exact.length < SHORTEST_IN_BASE64 ? [] : base64s(exact))];
  return distinct([plain, exact, inBytes, ...otherCases(secret), ...coded.map(plainOf)]);
}

// A token in hexadecimal, and a UUID, is the same in the other case. A short word in another case is most often no secret.
function otherCases(secret: string): Uint8Array[] {
  return secret.length < SHORTEST_IN_OTHER_CASE ? [] : [secret.toLowerCase(), secret.toUpperCase()].map(plainOf);
}

// Of a plain secret several spellings are the same, and the automaton sets aside memory for each.
function distinct(patterns: readonly Uint8Array[]): Uint8Array[] {
  return patterns.filter((one, at) => !patterns.slice(0, at).some((other) => isSame(one, other)));
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function hexes(bytes: Uint8Array): string[] {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex, hex.toUpperCase()];
}

// What stands before a secret shifts its base64 by a third of a group; the first and last characters depend on the neighbours.
function base64s(bytes: Uint8Array): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const shifted = new Uint8Array(shift + bytes.length);
    shifted.set(bytes, shift);
    const sure = btoa(binary(shifted)).slice(Math.ceil((shift * 8) / 6), Math.floor((shifted.length * 8) / 6));
    return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function binary(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

// The last piece overlaps the one before.
function pieces(pattern: Uint8Array): Uint8Array[] {
  if (pattern.length <= PIECE) return [pattern];
  return Array.from({ length: Math.ceil(pattern.length / PIECE) }, (_, i) => {
    const from = Math.min(i * PIECE, pattern.length - PIECE);
    return pattern.subarray(from, from + PIECE);
  });
}

/** How far an escape may be cut off before an ellipsis. */
const LONGEST_ESCAPE = 12;

function search(machine: Machine, { bytes, from, to }: Plain, isCut: boolean): Span[] {
  const spans: Span[] = [];
  const states = new Int32Array(bytes.length + 1);
  const cutAt = (at: number): void => {
    const begun = begunBefore(machine, bytes, states, at);
    if (begun !== undefined) spans.push({ from: from[begun] ?? 0, to: to[at - 1] ?? 0 });
  };
  let state = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    // An ellipsis in UTF-8: an excerpt may have been cut in the middle of a secret.
    if (byte === 0xe2 && bytes[at + 1] === 0x80 && bytes[at + 2] === 0xa6) cutAt(at);
    state = state === 0 && machine.begins[byte] === 0 ? 0 : step(machine.next, machine.fallback, state, byte);
    states[at + 1] = state;
    const length = machine.ending[state] ?? 0;
    if (length > 0) spans.push({ from: from[at + 1 - length] ?? 0, to: to[at] ?? 0 });
  }
  if (isCut) cutAt(bytes.length);
  return spans;
}

/** Where the beginning of a pattern that reaches up to `end` begins, the rest of an escape that was cut off left aside. */
function begunBefore(machine: Machine, bytes: Uint8Array, states: Int32Array, end: number): number | undefined {
  const whole = machine.depth[states[end] ?? 0] ?? 0;
  let begun = whole >= SHORTEST ? end - whole : undefined;
  for (let at = end - 1; at >= Math.max(0, end - LONGEST_ESCAPE); at -= 1) {
    const byte = bytes[at];
    if (byte !== 0x25 && byte !== 0x5c && byte !== 0x26) continue;
    const depth = machine.depth[states[at] ?? 0] ?? 0;
    if (depth >= SHORTEST) begun = Math.min(begun ?? end, at - depth);
  }
  return begun;
}
