import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject } from '../../fixtures/json.ts';
import type { Violation } from '../service/problems.ts';
import { violationsIn } from '../service/validation.ts';

// Compiled as they are asked for: unlike the service's own payloads, these are seldom sent and never in a hurry.
const ajv = addFormats.default(new Ajv2020({ allErrors: true, verbose: true, strictTypes: false }), ['date-time']);
const compiled = new WeakMap<JsonObject, ValidateFunction>();

/** Everything in which the body of a control request breaks its schema. */
export function violationsOf(schema: JsonObject, value: unknown): readonly Violation[] {
  const check = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, check);
  return check(value) ? [] : violationsIn(check.errors ?? []);
}
