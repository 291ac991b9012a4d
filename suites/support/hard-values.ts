import type { JsonObject, Operation } from '../../core/target.ts';

/** Numbers that rounding, 32 bits, a lost sign and single precision change. Each is exact in 64 bits. */
export const HARD_NUMBERS: readonly ((sample: number) => number)[] = [
  (sample) => (Number.isInteger(sample) ? sample + FRACTION : sample),
  () => BEYOND_32_BITS,
  (sample) => -sample,
  () => BEYOND_SINGLE,
];

// A quarter and a half are exact in every notation of numbers.
const FRACTION = 0.75;
const BEYOND_32_BITS = 2 ** 31 + 1;
const BEYOND_SINGLE = 123_456_789.25;

/** Upper and lower case, blanks in a row, marks and letters of one to four bytes: no blanks at its ends, which may be taken away. */
const HARD_TEXT = 'As AGREED  by Zoë & "Ümit", 契約 🚀';

/** The parameters with a hard number for each number, and a hard text for each plain text. */
export function withHardValues(
  { parameters }: Pick<Operation, 'parameters'>,
  values: JsonObject,
  numberOf: (sample: number) => number,
): JsonObject {
  const types = new Map(parameters.map(({ name, type }) => [name, type]));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (types.get(name) === 'number' && typeof value === 'number') return [name, numberOf(value)];
      return [name, types.get(name) === 'string' ? HARD_TEXT : value];
    }),
  );
}
