import fc from 'fast-check';
import { fitsValues } from '../../../core/ids/query-values.ts';
import { validatorOf } from '../../../core/representation/json-schema.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Json, JsonObject } from '../../../core/target.ts';
import { valuesOf } from './schema-values.ts';

/** Of this many generated payloads at least a fifth has to be valid, or making more would not end. */
const TRIED = 100;
const NEEDED = 20;

/**
 * Payloads that are valid under a JSON Schema. Each is checked by ajv, so a keyword that cannot be made up for only thins
 * them out; undefined when too few are left, or when the schema cannot be read.
 */
export function payloadsFrom(schema: JsonObject): fc.Arbitrary<JsonObject> | undefined {
  const isValid = validatorOf(schema);
  if (isValid === undefined) return undefined;
  const isPayload = (value: Json): value is JsonObject => isObject(value) && isValid(value);
  return enough(schema, (values) => values.filter(isPayload), isPayload);
}

/** Values of a query that are valid under a JSON Schema, as texts; undefined as above. */
export function queryValuesFrom(schema: JsonObject): fc.Arbitrary<string> | undefined {
  const isValue = (value: Json): boolean => !isNothing(value) && fitsValues(schema, String(value));
  return enough(schema, (values) => values.filter(isValue).map(String), isValue);
}

function isNothing(value: Json): boolean {
  return value === '' || typeof value === 'object';
}

function enough<T>(
  schema: JsonObject,
  narrow: (values: fc.Arbitrary<Json>) => fc.Arbitrary<T>,
  isValid: (value: Json) => boolean,
): fc.Arbitrary<T> | undefined {
  try {
    const values = valuesOf(schema);
    // The same ones each time, so that one schema is always treated alike.
    const valid = fc.sample(values, { numRuns: TRIED, seed: 1 }).filter(isValid);
    return valid.length < NEEDED ? undefined : narrow(values);
  } catch {
    // A pattern in a dialect that is not JavaScript's, or beyond what can be made up for.
    return undefined;
  }
}
