import { readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { packed } from '../../core/results/known-faults.ts';
import { dictionary } from '../../judge/dictionary.ts';
import { RULES } from '../../judge/index.ts';
import type { Fetch } from '../../mock/index.ts';
import { judgeWrapped } from '../../proof/judge-wrapped.ts';

const FILE = new URL('../../fixtures/dictionary.json', import.meta.url);

// What stands in it is made by `npm run dictionary`, and not compared here: a fault may be newer than the file.
test('the dictionary of known faults loads, and is as its writer writes it', async () => {
  const { faults } = dictionary();
  expect(faults.length).toBeGreaterThan(500);
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  expect(packed(dictionary())).toEqual(JSON.parse(await readFile(FILE, 'utf8')));
});

test('each known fault has a sentence, a rule that it breaks, and signs with subjects', () => {
  const bad = dictionary().faults.filter(
    ({ sentence, breaks, signs }) =>
      !sentence.endsWith('.') ||
      breaks.length === 0 ||
      signs.length === 0 ||
      signs.some(({ subjects, tells }) => subjects.length === 0 || tells === ''),
  );
  expect(bad.map(({ id }) => id)).toEqual([]);
});

test('most of the rules that it names are there', () => {
  const rules = new Set(RULES.map(({ id }) => id));
  const named = new Set(dictionary().faults.flatMap(({ breaks }) => breaks));
  expect([...named].filter((rule) => rules.has(rule)).length / named.size).toBeGreaterThan(0.9);
});

test('it is small', async () => {
  expect((await stat(FILE)).size).toBeLessThan(1_000_000);
});

test('a mistake that a whole service has is named once, and not as many small ones', async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const response = await fetch(request);
      return response.status === 404 ? Response.json({}) : response;
    };
  const rules = ['read/unknown-item', 'delete/unknown', 'query/empty', 'read/nested-*'];
  const { diagnosis } = await judgeWrapped({
    wrap,
    options: {},
    file: (whole) => whole,
    how: { rules, seed: 1, runs: 3 },
  });
  expect(diagnosis?.causes.map(({ sentence }) => sentence)).toEqual(['What does not exist is answered 200 with {}.']);
});
