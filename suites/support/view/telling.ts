import { sameValue } from '../../../core/representation/same-value.ts';

/** A scalar value of a JSON record and the member that holds it. */
export type Told = readonly [member: string, value: string | number | boolean];

/** Whether a text of another representation tells a value: numbers may stand in another notation, other words around it. */
export function tells(text: string, value: string | number): boolean {
  const own = fold(text);
  if (sameValue(own, value)) return true;
  return typeof value === 'number' || isNumeric(value) ? tellsNumber(own, value) : standsIn(own, fold(value));
}

/** Whether none of these texts, which stand under the name of the member, can be a way of telling it. */
export function isLostIn(texts: readonly string[], value: string | number): boolean {
  return texts.every((text) => {
    const own = fold(text);
    return (
      NOTHING.test(own) || (own.length < CUT && String(value).length > own.length && String(value).startsWith(own))
    );
  });
}

/** Whether one of these texts of XML, in which blanks count (XML 1.0 2.10), tells a text with the blanks at its ends. */
export function tellsWithBlanks(texts: readonly string[], value: string): boolean {
  return texts.some((text) => text.normalize().includes(value.normalize()));
}

/** Whether these texts, which stand under the name of the member, tell another day or moment in the notation of this one. */
export function tellsOtherDate(texts: readonly string[], value: string): boolean {
  if (!DATE.test(value) || texts.some((text) => sameValue(text.trim(), value))) return false;
  const dates = texts.map((text) => text.trim()).filter((text) => DATE.test(text) && text.length === value.length);
  return dates.length > 0;
}

const DATE = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?$/u;

/**
 * Whether these texts, which stand under the name of the member, are the number with the other sign and nothing else. A sign may be told by
 * brackets, a word, a colour or a minus behind it: what has anything around its digits is let pass.
 */
export function tellsOtherSign(texts: readonly string[], value: string | number): boolean {
  const wanted = Number(value);
  const own = texts.map(fold).filter((text) => text !== '');
  if (wanted === 0 || !SIGNED.test(String(value)) || own.length === 0) return false;
  return own.every((text) => SIGNED.test(text) && Number(text.replace('\u2212', '-')) === -wanted);
}

const SIGNED = /^[-\u2212]?\d+(?:\.\d+)?$/u;

/** Whether these texts, which stand under the name of the member, say the opposite of a flag in so many words. */
export function denies(texts: readonly string[], flag: boolean): boolean {
  const own = texts.map((text) => fold(text).toLowerCase()).filter((text) => text !== '');
  // A word for nothing says of nothing that it is so.
  if (flag && own.length > 0 && isNoValue(own)) return true;
  return own.length > 0 && own.every((text) => (flag ? ['false', '0'] : ['true', '1']).includes(text));
}

/** Whether these texts are empty, or words that writers put for a value that is not there. */
export function isNoValue(texts: readonly string[]): boolean {
  return texts.every((text) => NOTHING.test(text.trim()));
}

const NOTHING = /^(?:|null|undefined|nan|\[object object\])$/iu;

// `2030-06` tells a date by its month; less of it is no date.
const CUT = 7;

function fold(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().normalize();
}

function isNumeric(value: string): boolean {
  return /^\d+(?:\.\d+)?$/u.test(value);
}

// 1250 may stand on a page as 1,250.00, 1.250,00 or 1.25E3; 1 does not stand in 12, nor in 2.1.
function tellsNumber(text: string, value: string | number): boolean {
  const wanted = Number(value);
  const scientific = text.match(/(?<![\d.])\d{1,30}(?:\.\d{1,30})?[eE][-+]?\d{1,4}(?!\d)/gu) ?? [];
  if (scientific.some((one) => Number(one) === Math.abs(wanted))) return true;
  const numbers = text.match(/\d+(?:[ .,’'\u00a0\u202f]\d+)*/gu) ?? [];
  return numbers.some((written) => {
    const ungrouped = written.replace(/[ .,’'\u00a0\u202f](?=\d{3}(?!\d))/gu, '');
    const parts = written.split(' ');
    return [written, ungrouped, ...parts].some(
      (one) => Number(one.replace(',', '.')) === Math.abs(wanted) || one === String(value),
    );
  });
}

/** Whether it stands there as a word of its own: `assayer x1` does not stand in `assayer x12`. */
function standsIn(text: string, value: string): boolean {
  if (value === '') return false;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + value.length)];
    if (!isJoined(before, value.charAt(0)) && !isJoined(value.charAt(value.length - 1), after)) return true;
  }
  return false;
}

// Some scripts write words without blanks, so only Latin letters and digits join.
function isJoined(left: string, right: string): boolean {
  return /^[A-Za-z0-9]$/u.test(left) && /^[A-Za-z0-9]$/u.test(right);
}
