import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { RULES } from '../../suites/index.ts';

// Ids are stable for ever, since reports, waivers and target files name them. `npx vitest run -u` adds a new one to the list; one
// that goes away there breaks somebody's gate.
test('the catalogue holds the rules of rule-ids.txt, in this order', async () => {
  const ids = RULES.map(({ id }) => `${id}\n`).join('');
  await expect(ids).toMatchFileSnapshot('rule-ids.txt');
});

test('every control is a rule of the catalogue', () => {
  const ids = new Set(RULES.map(({ id }) => id));
  for (const { id, needs = [] } of RULES) for (const need of needs) expect(ids, `${id} needs it`).toContain(need);
});

test('what a rule says of itself is in whole sentences, and its title is short', () => {
  for (const { id, title, why, sends, due } of RULES) {
    for (const sentence of [why, sends, due]) expect(sentence, id).toMatch(/^[A-Z0-9].*\.$/su);
    expect(title.length, id).toBeLessThanOrEqual(90);
    expect(title, id).not.toMatch(/\bshould\b|\.$/u);
  }
});

test('every rule of the requirements is in the catalogue, and at the level that they give it', async (context) => {
  const path = new URL('../../../shared/requirements.md', import.meta.url);
  const page = await readFile(path, 'utf8').catch(() => undefined);
  if (page === undefined) return context.skip('the requirements are not beside this checkout');
  const rows = [...page.matchAll(/^\| ([a-z]+\/[a-z0-9-]+) \| (must|should|may|–) \|/gmu)];
  expect(rows.length).toBeGreaterThan(80);
  for (const [, id, level] of rows) {
    const rule = RULES.find((r) => r.id === id);
    expect(rule, `${id}`).toBeDefined();
    if (level !== '–') expect(rule?.level, `${id}`).toBe(level);
  }
});
