import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject } from '../../fixtures/json.ts';
import type { OpenApi } from '../../fixtures/openapi.ts';

/** In what a value breaks a schema of the description; nothing: it keeps it. */
export type Check = (schema: JsonObject, value: unknown) => readonly string[];

/** Checks values against schemas that stand in a description, whose references they may use. */
export function createCheck(api: OpenApi): Check {
  // `strict: false`, because the description as a whole is no schema and only holds some.
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', components: api.components });
  const compiled = new Map<JsonObject, ValidateFunction>();
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile(absolute(schema));
    compiled.set(schema, validate);
    return validate(value) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath || 'it'} ${e.message ?? ''}`);
  };
}

// A reference inside the description, told from outside of it.
function absolute(schema: JsonObject): JsonObject {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/');
  return JSON.parse(text) as JsonObject; // what an object was written as reads back as one
}
