import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { CLAIM_NAMES, CLAIMS, isList } from '../../core/claims.ts';
import { targetSchema } from '../../fixtures/schemas/target.ts';
import { loadTargetFile } from '../../target-file/load.ts';
import { validateTarget } from '../../target-file/validate.ts';
import { expectMarked } from '../docs-table.ts';
import { markdownTable } from '../markdown-table.ts';

const docs = await readFile(new URL('../../docs/target-file.md', import.meta.url), 'utf8');
const examples = [...docs.matchAll(/```json\n([\s\S]*?)```/gu)].map(([, text = '']) => text);

describe('docs/target-file.md', () => {
  it('has an example of at most fifteen lines that is a target file', () => {
    const [first = ''] = examples;
    expect(first.trim().split('\n').length).toBeLessThanOrEqual(15);
    expect(validateTarget(JSON.parse(first))).toHaveProperty('file');
  });

  it.each(examples.slice(1))('has examples of a resource or an operation: %s', (text) => {
    const example = JSON.parse(text);
    const file = 'forms' in example ? { operations: [example] } : { resources: [example] };
    expect(validateTarget(file)).toHaveProperty('file');
  });

  it('has a row for every claim (vitest -u writes it)', async () => {
    const rows = CLAIM_NAMES.map((name) => {
      const { what, values, leftOut } = CLAIMS[name];
      const all = values.map((value) => `\`${value}\``).join(', ');
      return [`\`${name}\``, what, isList(name) ? `a list of ${all}` : all, leftOut];
    });
    const table = markdownTable(['claim', 'what it says', 'values', 'left out'], rows);
    await expectMarked('target-file.md', new Map([['claims', table]]));
  });

  it('explains every member', () => {
    const names = [...new Set(namesIn(targetSchema))];
    expect(names.length).toBeGreaterThan(60);
    const prose = docs.replace(/```[\s\S]*?```/gu, '');
    const spans = [...prose.matchAll(/`([^`]+)`/gu)].flatMap(([, span = '']) => span.split(/[^$\w]+/u));
    expect(names.filter((name) => !spans.includes(name) && !/^[B-F]$/u.test(name))).toEqual([]);
  });
});

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const properties: unknown = 'properties' in schema ? schema.properties : undefined;
  const own = typeof properties === 'object' && properties !== null ? Object.entries(properties) : [];
  const items = 'items' in schema ? namesIn(schema.items) : [];
  return [...own.flatMap(([name, inner]) => [name, ...namesIn(inner)]), ...items];
}

describe('the sample target files', () => {
  it.each(['minimal.json', 'json-server-like.json', 'every-member.ts'])('%s loads', async (name) => {
    const folder = new URL('../../fixtures/targets', import.meta.url).pathname;
    expect((await loadTargetFile(name, folder))?.file).toHaveProperty('baseUrl');
  });
});
