import type { Json, JsonObject, Resource } from '../../../core/target.ts';

/** A date that a deal is created with; operations send another one. */
const DAY = '2030-06-30';

/**
 * Further parameters of a deal (document 4.1), which the document does not name: those that its operations are about, and such as deals
 * usually have. Another resource has none that would be known. A service may refuse them, or read over them.
 */
export function furtherMembers({ ofDocument, name }: Resource): JsonObject {
  if (!ofDocument || name !== 'deals') return {};
  return { completionDate: DAY, currency: 'EUR', tags: ['assayer one', 'assayer two'], remark: '  as agreed  ' };
}

/** Longer than any column for a short text. */
const NOTES = `${'as agreed, '.repeat(120)}to the end`;

/**
 * Further parameters of a deal (document 4.1), one of each kind of value. No service has members of these names, so that none has a reason of
 * its own to change them.
 */
export function unknownMembers(unique: string): JsonObject & { readonly assayerRemark: string } {
  return {
    assayerRemark: `as agreed ${unique}`,
    assayerShare: 2.5,
    assayerUrgent: true,
    assayerParts: ['one', 'two'],
    assayerTerms: { days: 30, note: 'as agreed' },
    assayerNotes: NOTES,
  };
}

/** The payload with numbers that no rounding leaves as they are. */
export function withFractions(payload: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(payload).map(([member, value]): [string, Json] => [member, fraction(value)]),
  );
}

/** The same below zero: views may lose the sign of a number. */
export function withNegatives(payload: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(withFractions(payload)).map(([member, value]): [string, Json] => [
      member,
      typeof value === 'number' ? -Math.abs(value) : value,
    ]),
  );
}

function fraction(value: Json): Json {
  return typeof value === 'number' && Number.isInteger(value) ? value + FRACTION : value;
}

// A quarter and a half are exact in every notation of numbers.
const FRACTION = 0.75;
