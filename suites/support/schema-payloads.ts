import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { isObject } from '../../core/json-value.ts';
import type { Json, JsonObject } from '../../core/target.ts';
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
  try {
    const values = valuesOf(schema);
    // The same ones each time, so that one schema is always treated alike.
    const valid = fc.sample(values, { numRuns: TRIED, seed: 1 }).filter(isPayload);
    return valid.length < NEEDED ? undefined : values.filter(isPayload);
  } catch {
    // A pattern in a dialect that is not JavaScript's, or beyond what can be made up for.
    return undefined;
  }
}

/** What tells whether a value is valid under a schema; undefined when the schema itself is not. */
export function validatorOf(schema: JsonObject): ((value: unknown) => boolean) | undefined {
  const { $schema: dialect, ...rest } = schema;
  const ajv = readerOf(typeof dialect === 'string' ? dialect : '');
  addFormats.default(ajv);
  try {
    const validate = ajv.compile(rest);
    return (value) => validate(value) === true;
  } catch {
    return undefined;
  }
}

// Lenient about keywords that it does not know: OpenAPI adds its own.
const LENIENT = { strict: false, logger: false } as const;

function readerOf(dialect: string): Ajv | Ajv2019 | Ajv2020 {
  if (dialect.includes('draft-0')) return new Ajv(LENIENT);
  return dialect.includes('2019-09') ? new Ajv2019(LENIENT) : new Ajv2020(LENIENT);
}
