/** How long a run goes on so far, in milliseconds since 1970. */
export interface Span {
  readonly begin: number;
  readonly now: number;
}

/** Whether a value is a moment as records show it: a date with a time of day, or a number of seconds since 1970, or of parts of them. */
export function isMoment(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) >= LEAST_MOMENT;
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:/u.test(value);
}

/** Seconds since 1970, some years ago. */
const LEAST_MOMENT = 1_000_000_000;

/** Whether a value is a moment, in any notation, at which the run went on: a clock may have written it. */
export function isOfNow(value: unknown, { begin, now }: Span): boolean {
  const moment = instantOf(value);
  return moment !== undefined && moment > begin - DAY_MS && moment < now + DAY_MS;
}

/**
 * Whether one moment may have become the other by itself: a clock wrote a new one, or one that lies ahead of it, as the end of a session
 * that each reading prolongs, or one that came due gave way to the next. A date far from now that became another date far from now did not.
 * Of a number that is no moment of this time nothing is known.
 */
export function mayPass(before: unknown, after: unknown, span: Span): boolean {
  const [was, is] = [instantOf(before), instantOf(after)];
  if (is === undefined || was === undefined || [before, after].some((one) => isOfNow(one, span))) return true;
  return is >= was && is - was <= span.now - span.begin + MINUTE_MS;
}

/** Clocks differ, and a time without a zone may be that of anywhere. */
const DAY_MS = 86_400_000;
/** Moments may be shown in whole minutes. */
const MINUTE_MS = 60_000;

function instantOf(value: unknown): number | undefined {
  if (typeof value === 'number') return instantOfNumber(value);
  if (typeof value !== 'string' || !/\d:\d\d/u.test(value)) return undefined;
  const { day, time, hours, minutes = '00' } = ISO.exec(value)?.groups ?? {};
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const instant = Date.parse(day === undefined ? value : `${day}T${time}${zone}`);
  return Number.isNaN(instant) ? undefined : instant;
}

/** By its size: seconds, or thousandths, millionths or billionths of them. */
function instantOfNumber(value: number): number | undefined {
  const perMs = [0.001, 1, 1000, 1_000_000].find((one) => isThisTime(Math.abs(value) / one / 1000));
  return perMs === undefined ? undefined : value / perMs;
}

function isThisTime(seconds: number): boolean {
  return seconds >= LEAST_MOMENT && seconds < 10 * LEAST_MOMENT;
}

const ISO =
  /^(?<day>\d{4}-\d\d-\d\d)[T ](?<time>\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)\d*\s?(?:Z|(?<hours>[+-]\d\d)(?::?(?<minutes>\d\d))?)?$/u;
