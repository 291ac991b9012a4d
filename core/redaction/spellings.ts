/** A text as bytes with every escape undone, and for each byte the place in the text that it stands for. */
export interface Plain {
  readonly bytes: Uint8Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** How many spellings may lie in one another, such as percent-encoding inside JSON inside percent-encoding. */
const PASSES = 4;

/**
 * A text as it is, and with percent-encoding, JSON escapes and HTML entities undone once, twice and so on, in time linear to
 * the text. In the last one, texts that differ only in how they are spelt have the same bytes. The others are there for what
 * only looks like an escape.
 */
export function readingsOf(text: string): Plain[] {
  const readings = [asciiOf(text) ?? bytesOf(text)];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const last = readings.at(-1);
    const next = last === undefined || !mayBeEscaped(last.bytes) ? undefined : decoded(last);
    if (next === undefined || next.bytes.length === last?.bytes.length) break;
    readings.push(next);
  }
  // A form writes a space as +.
  for (const { bytes } of readings) {
    for (let at = bytes.indexOf(PLUS); at !== -1; at = bytes.indexOf(PLUS, at)) bytes[at] = SPACE;
  }
  return readings;
}

/** The last of the readings. */
export function plainOf(text: string): Uint8Array {
  return readingsOf(text).at(-1)?.bytes ?? new Uint8Array();
}

const SPACE = 0x20;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const PLUS = 0x2b;
const BACKSLASH = 0x5c;

/** Collects bytes with their places. */
class Collector {
  readonly bytes: Uint8Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  length = 0;
  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.from = new Int32Array(size);
    this.to = new Int32Array(size);
  }
  add(byte: number, from: number, to: number): void {
    this.bytes[this.length] = byte;
    this.from[this.length] = from;
    this.to[this.length] = to;
    this.length += 1;
  }
  addChar(code: number, from: number, to: number): void {
    if (code < 0x80) this.add(code, from, to);
    else if (code < 0x800) this.addTail(0xc0 | (code >> 6), code, 1, from, to);
    else if (code < 0x10000) this.addTail(0xe0 | (code >> 12), code, 2, from, to);
    else this.addTail(0xf0 | (code >> 18), code, 3, from, to);
  }
  addTail(first: number, code: number, rest: number, from: number, to: number): void {
    this.add(first, from, to);
    for (let at = rest - 1; at >= 0; at -= 1) this.add(0x80 | ((code >> (6 * at)) & 0x3f), from, to);
  }
  plain(): Plain {
    const { bytes, from, to, length } = this;
    return { bytes: bytes.subarray(0, length), from: from.subarray(0, length), to: to.subarray(0, length) };
  }
}

function mayBeEscaped(bytes: Uint8Array): boolean {
  return bytes.includes(PERCENT) || bytes.includes(BACKSLASH) || bytes.includes(AMPERSAND);
}

// The numbers from 0 on, which every ASCII text has for its places.
let counted = new Int32Array(0);

/** Most texts are ASCII: each byte stands at its own place. */
function asciiOf(text: string): Plain | undefined {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length !== text.length) return undefined;
  if (counted.length <= bytes.length) counted = Int32Array.from({ length: 2 * bytes.length + 1 }, (_, at) => at);
  return { bytes, from: counted.subarray(0, bytes.length), to: counted.subarray(1, bytes.length + 1) };
}

// UTF-8, lone surrogates included.
function bytesOf(text: string): Plain {
  const out = new Collector(text.length * 3);
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const end = at + (code > 0xffff ? 2 : 1);
    out.addChar(code, at, end);
    at = end;
  }
  return out.plain();
}

function decoded(plain: Plain): Plain {
  const { bytes, from, to } = plain;
  const out = new Collector(bytes.length);
  for (let at = 0; at < bytes.length; ) {
    const found = escapeAt(bytes, at);
    const end = at + (found?.length ?? 1);
    const [start, stop] = [from[at] ?? 0, to[end - 1] ?? 0];
    if (found === undefined) out.add(bytes[at] ?? 0, start, stop);
    else if (found.isByte === true) out.add(found.code, start, stop);
    else out.addChar(found.code, start, stop);
    at = end;
  }
  return out.plain();
}

interface Escape {
  readonly code: number;
  readonly length: number;
  readonly isByte?: true;
}

function escapeAt(bytes: Uint8Array, at: number): Escape | undefined {
  const first = bytes[at];
  if (first === PERCENT) {
    const code = hexAt(bytes, at + 1, 2);
    return code === undefined ? undefined : { code, length: 3, isByte: true };
  }
  if (first === BACKSLASH) return jsonEscapeAt(bytes, at);
  return first === AMPERSAND ? entityAt(bytes, at) : undefined;
}

const JSON_SHORT: Readonly<Record<string, number>> = {
  '"': 0x22,
  '\\': 0x5c,
  '/': 0x2f,
  b: 0x08,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
};

function jsonEscapeAt(bytes: Uint8Array, at: number): Escape | undefined {
  const letter = String.fromCharCode(bytes[at + 1] ?? 0);
  if (letter !== 'u') {
    const code = JSON_SHORT[letter];
    return code === undefined ? undefined : { code, length: 2 };
  }
  const unit = hexAt(bytes, at + 2, 4);
  if (unit === undefined) return undefined;
  const isPair = (unit & 0xfc00) === 0xd800 && bytes[at + 6] === BACKSLASH && bytes[at + 7] === 0x75;
  const low = isPair ? hexAt(bytes, at + 8, 4) : undefined;
  if (low === undefined || (low & 0xfc00) !== 0xdc00) return { code: unit, length: 6 };
  return { code: 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff), length: 12 };
}

const ENTITIES: Readonly<Record<string, number>> = { amp: 0x26, lt: 0x3c, gt: 0x3e, quot: 0x22, apos: 0x27 };
const LONGEST_ENTITY = 12;

function entityAt(bytes: Uint8Array, at: number): Escape | undefined {
  const end = bytes.subarray(at, at + LONGEST_ENTITY).indexOf(0x3b);
  if (end < 2) return undefined;
  const name = String.fromCharCode(...bytes.subarray(at + 1, at + end));
  const number = /^#(?:(\d+)|[xX]([0-9A-Fa-f]+))$/u.exec(name);
  const code =
    number === null ? ENTITIES[name] : Number.parseInt(number[1] ?? number[2] ?? '', number[1] === undefined ? 16 : 10);
  return code === undefined || code > 0x10ffff ? undefined : { code, length: end + 1 };
}

function hexAt(bytes: Uint8Array, at: number, digits: number): number | undefined {
  let value = 0;
  for (let i = at; i < at + digits; i += 1) {
    const digit = hexDigit(bytes[i]);
    if (digit === undefined) return undefined;
    value = value * 16 + digit;
  }
  return value;
}

function hexDigit(byte = 0): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : undefined;
}
