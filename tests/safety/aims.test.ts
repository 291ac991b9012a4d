import { expect, test } from 'vitest';
import { serve } from '../hostile/hostile-server.ts';
import { ENDINGS } from './endings.ts';
import { runSafely } from './run-safely.ts';

// What a run changes, deletes or operates on is a record of its own, an id that nobody has, or a collection.
const all = process.env['SAFETY'] === 'all';
const [ending = { id: 'to the end', args: [] }] = ENDINGS;
const start = (): ReturnType<typeof serve> =>
  serve((fetch) => fetch, { ids: 'uuid', operationForms: ['A', 'G'], commandQuery: true });

/** The ids in the addresses of requests that are no reading. */
function aims(heard: readonly string[]): Set<string> {
  const changing = heard.filter((line) => !/^(?:GET|HEAD|OPTIONS) /u.test(line));
  return new Set(changing.flatMap((line) => /\/(?:deals|users|commands)\/([^/]+)/u.exec(line)?.[1] ?? []));
}

test('no record of before is aimed at', { timeout: 300_000 }, async () => {
  const { before, heard } = await runSafely(start, { ending, changes: 0, args: ['--runs', '1'] });
  const aimedAt = aims(heard);
  expect(aimedAt.size).toBeGreaterThan(10);
  expect([...before.deals, ...before.users].map(({ id }) => id).filter((id) => aimedAt.has(id))).toEqual([]);
});

test.runIf(all)('two runs have no aim in common', { timeout: 600_000 }, async () => {
  const [first, second] = [
    await runSafely(start, { ending, changes: 0 }),
    await runSafely(start, { ending, changes: 0 }),
  ];
  const aimedAt = aims(first.heard);
  expect([...aims(second.heard)].filter((id) => aimedAt.has(id))).toEqual([]);
});
