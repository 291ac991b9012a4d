import type { ErrorObject, ValidateFunction } from 'ajv';
import { escapePointer } from './body.ts';
import type { PayloadName } from './payload-checks.ts';
import { payloadChecks } from './payload-loading.ts';
import { refuse, type Violation } from './problems.ts';

/** Everything in which a value breaks the schema of a payload (fixtures/schemas/payloads.ts). */
export function violationsOf(payload: PayloadName, value: unknown): readonly Violation[] {
  return violationsBy(payloadChecks()[payload], value);
}

/** Everything in which a value breaks a schema that was compiled. */
export function violationsBy(check: ValidateFunction, value: unknown): readonly Violation[] {
  if (check(value)) return [];
  const violations = violationsIn(check.errors ?? []);
  // Else the check would hold the last wrong value until the next one, and that may be a state of many megabytes.
  check.errors = null;
  return violations;
}

/** What ajv found, in our words. */
function violationsIn(errors: readonly ErrorObject[]): readonly Violation[] {
  // The branches of an anyOf are told by the anyOf itself.
  return errors.filter((e) => !/\/anyOf\/\d/u.test(e.schemaPath)).map(wordViolation);
}

/** Refuses with 400 a value that breaks the schema; `at` is where in the body the value is. */
export function refuseInvalid(payload: PayloadName, value: unknown, at = ''): void {
  refuseViolations(violationsOf(payload, value), at);
}

/** Refuses with 400 where anything is wrong. */
export function refuseViolations(violations: readonly Violation[], at = ''): void {
  if (violations.length === 0) return;
  const listed = violations.map((v) => ({ pointer: `${at}${v.pointer}`, detail: v.detail }));
  refuse(400, `the payload is not valid: ${listed.map((v) => `${v.pointer} ${v.detail}`).join('; ')}`, listed);
}

function wordViolation(error: ErrorObject): Violation {
  const { instancePath, keyword, message, parentSchema } = error;
  if (keyword === 'required') {
    // ajv names the member in params, which it types as any record.
    const missing = String(error.params['missingProperty']);
    return { pointer: `${instancePath}/${escapePointer(missing)}`, detail: 'is required' };
  }
  if (keyword === 'additionalProperties') {
    const unknown = String(error.params['additionalProperty']);
    return { pointer: `${instancePath}/${escapePointer(unknown)}`, detail: 'is no member that is known here' };
  }
  const description: unknown = parentSchema?.['description'];
  if (typeof description === 'string') return { pointer: instancePath, detail: `must be ${description}` };
  return { pointer: instancePath, detail: message ?? 'is not valid' };
}
