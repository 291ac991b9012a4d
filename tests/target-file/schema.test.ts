import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { SERVED } from '../../core/claims.ts';
import { targetSchema } from '../../fixtures/schemas/target.ts';
import { SCHEMAS, schemaText } from '../../fixtures/schemas/write.ts';
import everyMember, { loginByForm } from '../../fixtures/targets/every-member.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { validateTarget } from '../../target-file/validate.ts';

const folder = new URL('../../fixtures/schemas/', import.meta.url);

describe('published schemas', () => {
  it.each(Object.keys(SCHEMAS))('%s is what its module says (npm run schemas writes it)', async (file) => {
    expect(await readFile(new URL(file, folder), 'utf8')).toBe(await schemaText(file));
  });

  it.each(Object.keys(SCHEMAS))('%s compiles', async (file) => {
    const schema: object = JSON.parse(await schemaText(file));
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    expect(ajv.compile(schema)).toBeTypeOf('function');
  });
});

describe('the schema and the types of a target file', () => {
  const byForm: TargetFile = { ...everyMember, claims: SERVED, session: { login: loginByForm } };

  it('agree on a file with every member of the types', () => {
    expect(validateTarget(everyMember)).toEqual({ file: everyMember });
    expect(validateTarget(byForm)).toEqual({ file: byForm });
  });

  it('agree on every member of the schema', () => {
    const used = new Set([...pathsOf(everyMember), ...pathsOf(byForm)].map(inAnyForm));
    expect(namedIn(targetSchema).filter((path) => !used.has(inAnyForm(path)))).toEqual([]);
  });
});

// All forms are spelt alike.
function inAnyForm(path: string): string {
  return path.replace(/forms\.[A-G]/u, 'forms.*');
}

/** Every member that a schema names, as `resources[].name`. */
function namedIn(schema: unknown, path = ''): string[] {
  if (!isObject(schema)) return [];
  const { properties, items } = schema;
  const own = isObject(properties)
    ? Object.entries(properties).flatMap(([name, inner]) => {
        const here = path === '' ? name : `${path}.${name}`;
        return [here, ...namedIn(inner, here)];
      })
    : [];
  return [...own, ...namedIn(items, `${path}[]`)];
}

function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => pathsOf(entry, `${path}[]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = path === '' ? name : `${path}.${name}`;
    return [here, ...pathsOf(inner, here)];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
