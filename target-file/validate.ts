import { Ajv2020 } from 'ajv/dist/2020.js';
import { targetSchema } from '../fixtures/schemas/target.ts';
import { contradictionsIn } from './contradictions.ts';
import type { TargetFile } from './file.ts';
import type { Problem } from './problem.ts';
import { problemsOf } from './schema-problems.ts';

const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
const matchesSchema = ajv.compile<TargetFile>(targetSchema);

/** Checks a value against the published schema, and then for what no schema can say. */
export function validateTarget(value: unknown): { file: TargetFile } | { problems: readonly Problem[] } {
  if (!matchesSchema(value)) return { problems: problemsOf(matchesSchema.errors ?? []) };
  const problems = contradictionsIn(value);
  return problems.length > 0 ? { problems } : { file: value };
}
