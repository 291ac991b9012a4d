import type { JsonObject, Operation } from '../../../core/target.ts';

/** Makes a hard number of the sample of a parameter. */
export type NumberOf = (sample: number) => number;

/** Numbers that rounding, 32 bits, a lost sign and single precision change, with two decimals at most: a price may have no more. */
export const HARD_NUMBERS: readonly NumberOf[] = [
  (sample) => (Number.isInteger(sample) ? sample + FRACTION : sample),
  () => BEYOND_32_BITS,
  () => SMALL_AND_NEGATIVE,
  () => BEYOND_SINGLE,
];

// No single precision has it exactly, and one decimal makes another number of it.
const FRACTION = 0.99;
const BEYOND_32_BITS = 2 ** 31 + 1;
const BEYOND_SINGLE = 123_456_789.25;
const SMALL_AND_NEGATIVE = -0.01;

/** Upper and lower case, blanks in a row, quotes, marks and letters of one to four bytes: no blanks at its ends, which may be taken away. */
const HARD_TEXT = 'As AGREED  by Zoë & "Ümit", “q̃” – ‘t’s, 契約 🚀';

/**
 * The same with what is read once too often: quotes of SQL, backslashes of JSON, entities of markup, the percent and plus of forms, a
 * pattern of replacements; with a second line; and with letters that a normal form for searching (NFKC) takes for others.
 */
export const HARDEST_TEXT: string = `${HARD_TEXT} isn't 50%25 + 1 &amp; &#65; C:\\new \\u0041 $& <b>\n2nd line: ﬁn ½ Ⅳ 𝒳`;

// Longer than the 255 letters that many columns hold; what is cut lacks its end.
const LONG_TEXT = `${'as agreed, '.repeat(27)}to the END`;

/** A text of nearly 10,000 characters, which may be refused, but not cut: no limit is shown (document 8). */
export const LONGEST_TEXT: string = `${'as agreed, '.repeat(908)}to the END`;

/** One of several hundred characters, for whoever takes no more. */
export const SHORTER_TEXT: string = `${'as agreed, '.repeat(60)}to the END`;

/** The hardest text, and longer than many columns are: what is cut lacks its end. */
export const LONG_HARD_TEXT: string = `${HARDEST_TEXT}; ${LONG_TEXT}`;

/** Whole texts that a careless reader takes for a number, a list, a date or nothing, or that it cuts. */
export const DECEPTIVE_TEXTS: readonly string[] = [
  '0012.50',
  'null',
  LONG_TEXT,
  '1e3',
  '2031-02-28',
  'false',
  '["as agreed"]',
];

/**
 * Days that careless readers of dates change: a leap day, one whose day may be a month, and the last one of a year. All are working days
 * to come, as the day of the sample is.
 */
export const HARD_DAYS: readonly string[] = ['2028-02-29', '2031-07-08', '2031-12-31'];

/** The values with this day for each day of ISO 8601: in other forms a date may have a meaning that is not known. */
export function withDays({ parameters }: Pick<Operation, 'parameters'>, values: JsonObject, day: string): JsonObject {
  const names = parameters.flatMap(({ name, type }) => {
    const sample = values[name];
    return type === 'date' && typeof sample === 'string' && /^\d{4}-\d\d-\d\d$/u.test(sample) ? [name] : [];
  });
  return { ...values, ...Object.fromEntries(names.map((name) => [name, day])) };
}

/** The parameters with a hard number for each number, and a hard text for each plain text. */
export function withHardValues(
  operation: Pick<Operation, 'parameters'>,
  values: JsonObject,
  numberOf: NumberOf,
): JsonObject {
  return withValues(operation, values, numberOf, HARD_TEXT);
}

/** The parameters with a hard number for each number. */
export function withHardNumbers(
  { parameters }: Pick<Operation, 'parameters'>,
  values: JsonObject,
  numberOf: NumberOf,
): JsonObject {
  const names = parameters.flatMap(({ name, type }) => {
    const value = values[name];
    return type === 'number' && typeof value === 'number' ? [[name, numberOf(value)] as const] : [];
  });
  return { ...values, ...Object.fromEntries(names) };
}

/** The same with the hardest text. */
export function withHardestValues(
  operation: Pick<Operation, 'parameters'>,
  values: JsonObject,
  numberOf: NumberOf,
): JsonObject {
  return withValues(operation, values, numberOf, HARDEST_TEXT);
}

function withValues(
  { parameters }: Pick<Operation, 'parameters'>,
  values: JsonObject,
  numberOf: NumberOf,
  text: string,
): JsonObject {
  const types = new Map(parameters.map(({ name, type }) => [name, type]));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (types.get(name) === 'number' && typeof value === 'number') return [name, numberOf(value)];
      return [name, types.get(name) === 'string' ? text : value];
    }),
  );
}
