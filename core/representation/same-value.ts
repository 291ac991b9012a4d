import { isObject } from './json-value.ts';

/**
 * Whether two values tell the same. The document shows no types (2), so `100`, `"100"` and `100.0` are one price, a date may
 * come back in another notation of the same instant, and text may come back in another Unicode normal form.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, i) => sameValue(entry, b[i]));
  if (isObject(a) && isObject(b)) {
    return Object.keys(a).every((key) => key in b && sameValue(a[key], b[key]));
  }
  if (!isScalar(a) || !isScalar(b)) return false;
  const [left, right] = [String(a), String(b)];
  return left.normalize() === right.normalize() || sameNumber(left, right) || sameInstant(left, right);
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function sameNumber(a: string, b: string): boolean {
  return a.trim() !== '' && b.trim() !== '' && Number.isFinite(Number(a)) && Number(a) === Number(b);
}

const DATE = /^\d{4}-\d\d-\d\d/u;

// A day may come back with a time and a zone, in HTTP's own notation, or as milliseconds since 1970.
function sameInstant(a: string, b: string): boolean {
  if (!DATE.test(a) && !DATE.test(b)) return false;
  if (isDay(a) || isDay(b)) {
    const [day, moment] = isDay(a) ? [a, b] : [b, a];
    // A time or a zone follows a day; anything else that is glued to it makes it no date.
    if (moment.startsWith(day)) return /^(?:$|[T\sZ+[(-])/u.test(moment.slice(day.length));
  }
  return instantOf(a) === instantOf(b);
}

function isDay(text: string): boolean {
  return DATE.test(text) && text.length === 10;
}

function instantOf(text: string): number {
  return /^\d{9,}$/u.test(text) ? Number(text) * (text.length > 11 ? 1 : 1000) : Date.parse(text);
}
