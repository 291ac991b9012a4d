import { sameValue } from '../../../core/representation/same-value.ts';
import { labelsIn } from './labelled.ts';
import { lacksFlag } from './lacking-flags.ts';
import { type Readable, readerOf } from './reader.ts';
import type { Told } from './telling.ts';

/** What a view of one record shows otherwise than JSON though a reader would find something alike, in words: texts with blanks or with more, and no date or flag. `other` is the view of another record, of which no flag is set. */
export function inexactIn(view: Readable, told: readonly Told[], other?: Readable): readonly string[] {
  return [
    ...told.filter((one) => isPadded(view, one, told)).map(([member]) => `blanks more in ${member}`),
    ...told
      .filter((one) => hasMore(view, one, told))
      .map(([member, value]) => `more than ${String(value)} in ${member}`),
    ...told.filter((one) => lacksDate(view, one, told)).map(([member, value]) => `no ${member} ${String(value)}`),
    ...told.filter((one) => isGrouped(view, one)).map(([member, value]) => `grouped digits for ${member} ${value}`),
    ...told.filter((one) => lacksFlag(view, one, { told, other })).map(([member]) => `no ${member}`),
  ];
}

/**
 * Whether XML, in which blanks count (XML 1.0 2.10), shows a text with blanks at its ends that JSON does not have. Who writes all texts
 * so, or on lines of their own, does it for the eye.
 */
export function isPadded(view: Readable, [member, value]: Told, told: readonly Told[]): boolean {
  if (view.representation.syntax !== 'xml' || typeof value !== 'string' || !readerOf(view).names(member)) return false;
  const { under } = labelsIn(view);
  const texts = under(member) ?? [];
  const isExact = (text: string): boolean => text.normalize() === value.normalize();
  const isMore = (text: string): boolean =>
    /^ | $/u.test(text) && !/[\n\r\t]/u.test(text) && text.length > value.length && isWithin(text, value);
  if (texts.some(isExact) || !texts.some(isMore)) return false;
  return told.some(([other, own]) => other !== member && under(other)?.includes(String(own)) === true);
}

/**
 * Whether a view shows a value with something at it that JSON does not have, under the name that JSON gives it. XML that shows another text
 * exactly puts no words around texts for the eye; a page may, but neither words for nothing nor markup. A day with something glued to it,
 * or without its last digit, is a day in no notation.
 */
export function hasMore(view: Readable, [member, value]: Told, told: readonly Told[]): boolean {
  const { syntax } = view.representation;
  if (typeof value === 'boolean' || !readerOf(view).names(member)) return false;
  const { under } = labelsIn(view);
  const texts = (under(member) ?? []).map(folded);
  const own = folded(String(value));
  if (texts.includes(own)) return false;
  if (DAY.test(own)) return isBrokenDay(texts, own, syntax);
  if (NUMBER.test(own))
    return syntax === 'xml' && texts.some((text) => restOf(text, own).some((rest) => POINTS.test(rest)));
  if (own === '' || own.includes('/') || DATE.test(own)) return false;
  const isPlain = told.some(
    ([other, text]) => other !== member && typeof text === 'string' && under(other)?.map(folded).includes(folded(text)),
  );
  const isRest = (rest: string): boolean => (syntax === 'xml' ? isPlain && !CUT.test(rest) : NO_WORDS.test(rest));
  return texts.some((text) => restOf(text, own).some(isRest));
}

function folded(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().normalize();
}

/** What stands behind a value at the beginning of a text, and before it at its end. */
function restOf(text: string, value: string): readonly string[] {
  if (text.length <= value.length) return [];
  return [
    ...(text.startsWith(value) ? [text.slice(value.length)] : []),
    ...(text.endsWith(value) ? [text.slice(0, -value.length)] : []),
  ];
}

function isBrokenDay(texts: readonly string[], day: string, syntax: string): boolean {
  const glued = syntax === 'xml' ? /^[^T\s+Z[(-]/u : /^[\p{L}\p{N}]/u;
  const isBroken = (text: string): boolean =>
    (text.length > CENTURY_AND_MONTH && text.length < day.length && day.startsWith(text)) ||
    (text.startsWith(day) && glued.test(text.slice(day.length)) && !/^T\d/u.test(text.slice(day.length))) ||
    (text.endsWith(day) && /[\p{L}\p{N}]$/u.test(text.slice(0, -day.length)));
  return texts.length > 0 && texts.every((text) => text === '' || isBroken(text));
}

const DAY = /^\d{4}-\d\d-\d\d$/u;
// `2030-06` is a month.
const CENTURY_AND_MONTH = 7;
const NUMBER = /^-?\d+(?:\.\d+)?$/u;
const POINTS = /^[.,;:!?"']+$/u;
const CUT = /^(?:…|\.{3})$/u;
const NO_WORDS = /^\s*(?:null|undefined|nan|\[object object\]|[<>&;/]+|&\w+;)\s*$/iu;

function isWithin(text: string, value: string): boolean {
  return text.trim().normalize() === value.trim().normalize() && text.normalize().includes(value.normalize());
}

/** Whether XML writes a number for the eye alone, its digits in groups: no type of numbers in XML has such (XML Schema 2, 3.3.3). */
export function isGrouped(view: Readable, [member, value]: Told): boolean {
  if (view.representation.syntax !== 'xml' || typeof value !== 'number') return false;
  const texts = labelsIn(view).under(member) ?? [];
  const isWhole = (text: string): boolean => GROUPED.test(text.trim()) && !sameValue(text.trim(), value);
  return texts.length > 0 && texts.every((text) => text === '' || isWhole(text));
}

const GROUPED = /^-?\d{1,3}(?:[ ,'’\u00a0\u202f]\d{3})+(?:\.\d+)?$/u;

const DATE = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?$/u;

/**
 * Whether a view tells nothing of a date: neither a member of its name nor its year anywhere. A page may tell a day in words (`tomorrow`),
 * and is asked for days alone where it names other members as JSON does.
 */
function lacksDate(view: Readable, [member, value]: Told, told: readonly Told[]): boolean {
  const { syntax, strings } = view.representation;
  const { names } = readerOf(view);
  if (typeof value !== 'string' || !DATE.test(value) || names(member)) return false;
  const isAlike = told.filter(([other]) => other !== member).every(([other]) => names(other)) && told.length > 2;
  if (syntax !== 'xml' && !(isAlike && value.length === 10)) return false;
  const [year, short] = [value.slice(0, 4), value.slice(2, 4)];
  const isShort = new RegExp(`\\d[./-]${short}(?!\\d)|(?<!\\d)${short}[./-]\\d`, 'u');
  return !strings.some((text) => text.includes(year) || isShort.test(text) || sameValue(text.trim(), value));
}
