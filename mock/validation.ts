import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject } from '../fixtures/json.ts';
import { escapePointer } from './body.ts';
import { refuse, type Violation } from './problems.ts';

let ajv: Ajv2020 | undefined;
const compiled = new WeakMap<JsonObject, ValidateFunction>();

/** Everything in which a value breaks a JSON Schema. */
export function violationsOf(schema: JsonObject, value: unknown): readonly Violation[] {
  const validate = compiled.get(schema) ?? compile(schema);
  if (validate(value)) return [];
  // The branches of an anyOf are told by the anyOf itself.
  return (validate.errors ?? []).filter((e) => !/\/anyOf\/\d/u.test(e.schemaPath)).map(wordViolation);
}

/** Refuses with 400 a value that breaks the schema; `at` is where in the payload the value is. */
export function refuseInvalid(schema: JsonObject, value: unknown, at = ''): void {
  const violations = violationsOf(schema, value);
  if (violations.length === 0) return;
  const listed = violations.map((v) => ({ pointer: `${at}${v.pointer}`, detail: v.detail }));
  refuse(400, `the payload is not valid: ${listed.map((v) => `${v.pointer} ${v.detail}`).join('; ')}`, listed);
}

// Compiled when first asked for: a mock that nobody posts to does not wait for it.
function compile(schema: JsonObject): ValidateFunction {
  if (ajv === undefined) {
    ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, strictTypes: false });
    addFormats.default(ajv, ['date', 'date-time']);
  }
  const validate = ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
}

function wordViolation(error: ErrorObject): Violation {
  const { instancePath, keyword, message, parentSchema } = error;
  if (keyword === 'required') {
    // ajv names the member in params, which it types as any record.
    const missing = String(error.params['missingProperty']);
    return { pointer: `${instancePath}/${escapePointer(missing)}`, detail: 'is required' };
  }
  const description: unknown = parentSchema?.['description'];
  if (typeof description === 'string') return { pointer: instancePath, detail: `must be ${description}` };
  return { pointer: instancePath, detail: message ?? 'is not valid' };
}
