import type { Json, JsonObject } from '../../../core/target.ts';

/**
 * A payload with each number as a text; undefined where it has none. The document shows no types (2), so that a price may be a text: a
 * service that wants a number refuses it.
 */
export function numbersAsTexts(sample: JsonObject): JsonObject | undefined {
  const isNumber = ([, value]: [string, Json]): boolean => typeof value === 'number';
  if (!Object.entries(sample).some(isNumber)) return undefined;
  return Object.fromEntries(
    Object.entries(sample).map(([member, value]): [string, Json] => [
      member,
      typeof value === 'number' ? written(value) : value,
    ]),
  );
}

/** With a fraction that no rounding leaves as it is. */
function written(value: number): string {
  return Number.isInteger(value) ? `${value}.50` : String(value);
}
