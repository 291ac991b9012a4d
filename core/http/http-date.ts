/** Days of the week as HTTP writes them, Sunday first (RFC 9110 5.6.7). */
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS: readonly string[] = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const SHORT_DAY = DAYS.map((day) => day.slice(0, 3)).join('|');
const MONTH = MONTHS.join('|');
const TIME = '(?<time>\\d\\d:\\d\\d:\\d\\d)';

// `Sun, 06 Nov 1994 08:49:37 GMT`: the one form that senders may use.
const IMF_FIXDATE = pattern(`(?<day>${SHORT_DAY}), (?<date>\\d\\d) (?<month>${MONTH}) (?<year>\\d{4}) ${TIME} GMT`);
// `Sunday, 06-Nov-94 08:49:37 GMT`
const RFC850 = pattern(`(?<day>${DAYS.join('|')}), (?<date>\\d\\d)-(?<month>${MONTH})-(?<year>\\d\\d) ${TIME} GMT`);
// `Sun Nov  6 08:49:37 1994`
const ASCTIME = pattern(`(?<day>${SHORT_DAY}) (?<month>${MONTH}) (?<date>\\d\\d| \\d) ${TIME} (?<year>\\d{4})`);

/**
 * Reads an HTTP-date in any of its three forms (RFC 9110 5.6.7) as milliseconds since 1970; undefined where the text is not an HTTP-date.
 * Strict: the case of letters counts, a day or time that does not exist is refused, and the day of the week has to be the right one.
 */
export function parseHttpDate(text: string, now: number = Date.now()): number | undefined {
  const fixed = IMF_FIXDATE.exec(text) ?? ASCTIME.exec(text);
  if (fixed !== null) return instantOf(fixed, Number(fixed.groups?.['year']));
  const old = RFC850.exec(text);
  return old === null ? undefined : instantOf(old, fullYear(Number(old.groups?.['year']), now));
}

/** Reads the one form that senders may use; undefined where the text is another or none. */
export function parseSentHttpDate(text: string): number | undefined {
  return IMF_FIXDATE.test(text) ? parseHttpDate(text) : undefined;
}

/** A date in the two obsolete forms, which every reader of HTTP-dates has to take (RFC 9110 5.6.7); none where it is no HTTP-date. */
export function obsoleteForms(text: string): readonly string[] {
  const moment = parseHttpDate(text);
  if (moment === undefined) return [];
  const date = new Date(moment);
  const [day, month, year] = [date.getUTCDate(), MONTHS[date.getUTCMonth()] ?? '', String(date.getUTCFullYear())];
  const [name, time] = [DAYS[date.getUTCDay()] ?? '', date.toISOString().slice(11, 19)];
  const forms = [
    `${name}, ${String(day).padStart(2, '0')}-${month}-${year.slice(-2)} ${time} GMT`,
    `${name.slice(0, 3)} ${month} ${String(day).padStart(2, ' ')} ${time} ${year}`,
  ];
  // Two digits of a year are those of another century where the date is old.
  return forms.filter((form) => parseHttpDate(form) === moment);
}

function pattern(source: string): RegExp {
  return new RegExp(`^${source}$`, 'u');
}

// A year of two digits that seems more than 50 years ahead is the last year with these digits (RFC 9110 5.6.7).
function fullYear(digits: number, now: number): number {
  const current = new Date(now).getUTCFullYear();
  const year = current - (current % 100) + digits;
  return year > current + 50 ? year - 100 : year;
}

function instantOf({ groups = {} }: RegExpExecArray, year: number): number | undefined {
  const { day = '', month = '', date = '', time = '' } = groups;
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  // 60 is a leap second.
  if (hours > 23 || minutes > 59 || seconds > 60) return undefined;
  const monthIndex = MONTHS.indexOf(month);
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, monthIndex, Number(date));
  const exists = midnight.getUTCMonth() === monthIndex && midnight.getUTCDate() === Number(date);
  const isThatDay = DAYS[midnight.getUTCDay()]?.startsWith(day) === true;
  return exists && isThatDay ? midnight.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000 : undefined;
}
