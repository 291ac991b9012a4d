import { targetSchema } from '../fixtures/schemas/target.ts';
import { contradictionsIn } from './contradictions.ts';
import type { TargetFile } from './file.ts';
import { misspeltIn } from './misspelt.ts';
import type { Problem } from './problem.ts';
import { schemaCheck } from './schema-check.ts';

const checked = schemaCheck<TargetFile>(targetSchema);

/** Checks a value against the published schema, and then for what no schema can say. */
export function validateTarget(value: unknown): { file: TargetFile } | { problems: readonly Problem[] } {
  const found = checked(value);
  if ('problems' in found) return found;
  const problems = [...contradictionsIn(found.value), ...misspeltIn(found.value)];
  return problems.length > 0 ? { problems } : { file: found.value };
}
