import { randomInt } from 'node:crypto';

/** Gives each secret a text that stands for it everywhere. */
export interface StandIns {
  /** What stands for a secret: the same for the same text, another for another. */
  of(secret: string): string;
  /** Whether a text already stands for a secret. */
  has(text: string): boolean;
}

const DIGITS = '0123456789';
const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const LARGE = SMALL.toUpperCase();
const TRIES = 20;

/**
 * Makes up stand-ins of the shape of what they stand for: as long, digits for digits, letters for letters, marks as they are. So a
 * body keeps its length and its syntax, and what is judged of it stays the same. They are drawn at random: nothing leads back.
 */
export function createStandIns(): StandIns {
  const known = new Map<string, string>();
  const given = new Set<string>();
  const make = (secret: string): string => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const drawn = drawLike(secret);
      if (drawn !== secret && !given.has(drawn)) return drawn;
    }
    // Too short, or of marks alone: letters tell more secrets apart.
    return Array.from({ length: Math.max(8, secret.length) }, () => pick(SMALL)).join('');
  };
  return {
    of(secret) {
      if (secret === '') return '';
      const found = known.get(secret) ?? make(secret);
      known.set(secret, found);
      given.add(found);
      return found;
    },
    has: (text) => given.has(text),
  };
}

// An escape that a text may hold: what it stands for counts, and what is no letter or digit stays as it is.
const UNIT = /%[\da-f]{2}|\\u[\da-f]{4}|\\.|&#?\w{1,8};|./gisu;

function drawLike(secret: string): string {
  const isHex = /^[\da-f-]+$/iu.test(secret);
  let isFirst = true;
  return secret.replace(UNIT, (unit) => {
    if (unit.length > 1 && /^[%\\&]/u.test(unit)) return drawEscape(unit);
    const drawn = drawChar(unit, isHex, isFirst);
    if (/[\p{L}\p{N}]/u.test(unit)) isFirst = false;
    return drawn;
  });
}

function drawEscape(unit: string): string {
  const code = /^(?:%|\\u)([\da-f]+)$/iu.exec(unit)?.[1];
  const char = code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16));
  if (code === undefined || !/^[a-z\d]$/iu.test(char)) return unit;
  const drawn = drawChar(char, false, false).charCodeAt(0).toString(16).padStart(code.length, '0');
  return unit.slice(0, unit.length - code.length) + drawn;
}

function drawChar(char: string, isHex: boolean, isFirst: boolean): string {
  // A number does not begin with 0.
  if (DIGITS.includes(char)) return pick(isFirst ? DIGITS.slice(1) : DIGITS);
  if (SMALL.includes(char)) return pick(isHex ? SMALL.slice(0, 6) : SMALL);
  if (LARGE.includes(char)) return pick(isHex ? LARGE.slice(0, 6) : LARGE);
  const point = char.codePointAt(0) ?? 0;
  if (point < 0x80 || !/[\p{L}\p{N}]/u.test(char)) return char;
  // As many bytes in UTF-8, and a letter that Latin-1 has where it was one.
  if (point < 0x800) return String.fromCodePoint(0xe0 + randomInt(0x16));
  return String.fromCodePoint((point < 0x10000 ? 0x4e00 : 0x20000) + randomInt(0x1000));
}

function pick(from: string): string {
  return from[randomInt(from.length)] ?? '';
}
