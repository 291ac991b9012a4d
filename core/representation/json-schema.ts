import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject } from '../target.ts';

type Validator = (value: unknown) => boolean;

const known = new WeakMap<JsonObject, { readonly isValid: Validator | undefined }>();

/** What tells whether a value is valid under a schema; undefined when the schema itself is not. Compiles a schema once. */
export function validatorOf(schema: JsonObject): Validator | undefined {
  const compiled = known.get(schema) ?? { isValid: compile(schema) };
  known.set(schema, compiled);
  return compiled.isValid;
}

function compile(schema: JsonObject): Validator | undefined {
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
