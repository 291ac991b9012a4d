import { sameValue } from '../../core/same-value.ts';
import { labelsIn } from './labelled.ts';
import { type Readable, readerOf } from './reader.ts';
import type { Told } from './telling.ts';

/** What a view of one record shows otherwise than JSON though a reader would find something alike, in words: texts with blanks more, and no date. */
export function inexactIn(view: Readable, told: readonly Told[]): readonly string[] {
  return [
    ...told.filter((one) => isPadded(view, one, told)).map(([member]) => `blanks more in ${member}`),
    ...told.filter((one) => lacksDate(view, one, told)).map(([member, value]) => `no ${member} ${String(value)}`),
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

function isWithin(text: string, value: string): boolean {
  return text.trim().normalize() === value.trim().normalize() && text.normalize().includes(value.normalize());
}

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
