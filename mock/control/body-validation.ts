import type { Violation } from '../service/problems.ts';
import { violationsBy } from '../service/validation.ts';
import { type BodyName, CHECKS } from './body-checks.ts';

/** Everything in which a body of the control API, or a file, breaks its schema (body-schemas.ts). */
export function violationsOf(body: BodyName, value: unknown): readonly Violation[] {
  return violationsBy(CHECKS[body], value);
}
