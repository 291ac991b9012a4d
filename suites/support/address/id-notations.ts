import { numberNotations } from '../ids.ts';

/**
 * Other spellings of an id as they stand in the path, percent-encoded: who reads numbers, brings texts to a normal form of Unicode, or drops
 * what is not seen takes them for it. An identifier is compared as it stands in the path, decoded once (document 4.4-m1, RFC 3986 6.2.1).
 */
export function notationsOf(id: string | undefined): readonly string[] {
  if (id === undefined || /[/\\\p{C}]/u.test(id)) return [];
  const canonical = otherwiseComposed(id);
  if (!/^[\w-]+$/u.test(id)) return canonical;
  const numbers = numberNotations(id).map(({ encoded }) => encoded);
  return [
    ...blanksAround(id),
    ...numbers,
    ...inHexadecimal(id),
    ...digitsOtherwise(id),
    ...withMarks(id),
    ...canonical,
  ];
}

/** The same of an index, which is a number (document 4.4). */
export function indexNotationsOf(index: number): readonly string[] {
  const text = String(index);
  return [...blanksAround(text), ...digitsOtherwise(text), `${text}%CC%81`];
}

/** A pattern that ends at the end of a line ends before a line break too. */
function blanksAround(text: string): readonly string[] {
  return [`${text}%20`, `%20${text}`, `${text}%0A`];
}

function inHexadecimal(id: string): readonly string[] {
  return /^\d+$/u.test(id) ? [`0x${BigInt(id).toString(16)}`] : [];
}

/** In digits of other scripts, which readers of Unicode take for numbers, and in decimal with a sign or a zero before it. */
function digitsOtherwise(id: string): readonly string[] {
  if (!/^\d+$/u.test(id)) return [];
  return [inDigitsFrom(ARABIC_ZERO, id), inDigitsFrom(DEVANAGARI_ZERO, id), `%2B${id}`, `0${id}`];
}

function inDigitsFrom(zero: number, id: string): string {
  return encodeURIComponent(id.replace(/\d/gu, (digit) => String.fromCodePoint(zero + Number(digit))));
}

const ARABIC_ZERO = 0x660;
const DEVANAGARI_ZERO = 0x966;

/** In wide letters, which are compatible with the usual ones (UAX 15), with a mark on its last letter, and with what is not seen. */
function withMarks(id: string): readonly string[] {
  const wide = id.replace(/[!-~]/gu, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + TO_WIDE));
  const texts = [wide, `${id}\u0301`, `\u2060${id}`, `${id.slice(0, 1)}\u00ad${id.slice(1)}`, `${id}\0`];
  return texts.map(encodeURIComponent);
}

const TO_WIDE = 0xfee0;

/** Texts that are other characters, and canonically equivalent (UAX 15): the Kelvin sign is K. */
function otherwiseComposed(id: string): readonly string[] {
  const texts = new Set([id.normalize('NFC'), id.normalize('NFD'), id.replace('K', '\u212a')]);
  return [...texts].filter((text) => text !== id).map(encodeURIComponent);
}
