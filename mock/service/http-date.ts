/** A time as HTTP writes it (RFC 9110 5.6.7). */
export function httpDate(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  // Nearly every date that is asked for is of this second.
  if (second !== last.second) last = { second, text: new Date(second * 1000).toUTCString() };
  return last.text;
}

let last = { second: Number.NaN, text: '' };

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const MONTH = `(?<month>${MONTHS.join('|')})`;
const TIME = String.raw`(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d):(?<second>[0-5]\d|60)`;

// The three forms of RFC 9110 5.6.7: IMF-fixdate, that of RFC 850, and that of asctime.
const FORMS = [
  String.raw`${DAY}, (?<day>\d\d) ${MONTH} (?<year>\d{4}) ${TIME} GMT`,
  String.raw`${LONG_DAY}, (?<day>\d\d)-${MONTH}-(?<year>\d\d) ${TIME} GMT`,
  String.raw`${DAY} ${MONTH} (?<day>\d\d| \d) ${TIME} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`, 'u'));

/** Reads an HTTP-date into seconds; undefined: it is none. */
export function parseHttpDate(text: string): number | undefined {
  const groups = FORMS.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (groups === undefined) return undefined;
  const part = (name: string): number => Number(groups[name]);
  const [month, day] = [MONTHS.indexOf(groups['month'] ?? ''), part('day')];
  const date = new Date(0);
  date.setUTCFullYear(yearOf(groups['year'] ?? ''), month, day);
  // The thirtieth of February would be a day of March.
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return undefined;
  return Math.floor(date.setUTCHours(part('hour'), part('minute'), part('second')) / 1000);
}

// Two digits that seem to be more than 50 years ahead are of the century before (RFC 9110 5.6.7).
function yearOf(digits: string): number {
  if (digits.length === 4) return Number(digits);
  const now = new Date().getUTCFullYear();
  const year = now - (now % 100) + Number(digits);
  return year > now + 50 ? year - 100 : year;
}
