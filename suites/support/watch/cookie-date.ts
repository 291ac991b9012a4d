// RFC 6265 5.1.1, step by step.
const DELIMITER = /[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/u;
const TIME = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D.*)?$/u;
const DAY_OF_MONTH = /^(\d{1,2})(?:\D.*)?$/u;
const YEAR = /^(\d{2,4})(?:\D.*)?$/u;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const FIRST_YEAR = 1601;
const LAST_OF_2000 = 69;

/** Whether a text is a date as browsers read that of a cookie (RFC 6265 5.1.1), in whatever order and form its parts come. */
export function isCookieDate(text: string): boolean {
  const parts = partsIn(text);
  if (parts === undefined) return false;
  const { day, year, hours, minutes, seconds } = parts;
  const isPlausible = year >= FIRST_YEAR && hours <= 23 && minutes <= 59 && seconds <= 59;
  // Only that the date exists is left; the month is a word that is known.
  return isPlausible && day >= 1 && day <= daysOf(parts);
}

interface Parts {
  readonly day: number;
  /** From 0. */
  readonly month: number;
  readonly year: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

function partsIn(text: string): Parts | undefined {
  let time: readonly string[] | undefined;
  let day: string | undefined;
  let month = -1;
  let year: string | undefined;
  // Each token is the first of these parts that it can be and that was not found yet.
  for (const token of text.split(DELIMITER)) {
    const [timed, numbered, dated] = [TIME, DAY_OF_MONTH, YEAR].map((part) => part.exec(token) ?? undefined);
    const named = MONTHS.indexOf(token.slice(0, 3).toLowerCase());
    if (time === undefined && timed !== undefined) time = timed.slice(1);
    else if (day === undefined && numbered !== undefined) day = numbered[1];
    else if (month < 0 && named >= 0) month = named;
    else if (year === undefined && dated !== undefined) year = dated[1];
  }
  if (time === undefined || day === undefined || month < 0 || year === undefined) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = time.map(Number);
  return { day: Number(day), month, year: wholeYear(Number(year)), hours, minutes, seconds };
}

function wholeYear(year: number): number {
  if (year > 99) return year;
  return year > LAST_OF_2000 ? year + 1900 : year + 2000;
}

function daysOf({ month, year }: Parts): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}
