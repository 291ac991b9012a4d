import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject } from '../fixtures/json.ts';
import type { Problem } from './problem.ts';
import { problemsOf } from './schema-problems.ts';

/** The schemas are ours, and tests hold them against the meta-schema; a check that is asked once gains nothing by tighter code. */
const QUICK = { validateSchema: false, code: { optimize: false } } as const;

/** What a check finds: the value with its type, or what is wrong with it. */
export type Checked<T> = { readonly value: T } | { readonly problems: readonly Problem[] };

/**
 * A check of values against a schema that says what a `T` is; `prepare` adds to ajv what the schema needs. The schema is compiled when the check is first asked, because
 * that takes longer than the rest of a command's start, and most commands read no file of that kind.
 */
export function schemaCheck<T>(schema: JsonObject, prepare?: (ajv: Ajv2020) => void): (value: unknown) => Checked<T> {
  const compile = () => {
    const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, strictRequired: false, ...QUICK });
    prepare?.(ajv);
    return ajv.compile<T>(schema);
  };
  let compiled: ReturnType<typeof compile> | undefined;
  return (value) => {
    compiled ??= compile();
    return compiled(value) ? { value } : { problems: problemsOf(compiled.errors ?? []) };
  };
}
