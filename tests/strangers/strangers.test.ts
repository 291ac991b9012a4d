import { describe, expect, test } from 'vitest';
import { assayer, temporaryFolder } from '../cli/assayer.ts';
import { FAULTS, ODDITIES, serve, TARGET } from './stranger.ts';

// Of different kinds one each, by the rule that finds it: the gate is short. `npm run strangers` judges all, by all rules.
const CAUGHT = [
  ['create-200', 'create/status'],
  ['body-204', 'delete/empty'],
  ['accept-wildcard-406', 'negotiate/default'],
] as const;

// Those rules and some that send little, so that a verdict of the faulty ones means something.
const QUICK = ['create/status', 'create/location', 'delete/*', 'session/*', 'negotiate/default', 'negotiate/accept'];

/** Judges the server by these rules alone, and gives what the command left. */
async function judged(ids: readonly string[], rules: readonly string[]): ReturnType<typeof assayer> {
  await using folder = await temporaryFolder();
  await using server = await serve(ids);
  const narrowed = rules.flatMap((rule) => ['--rule', rule]);
  const args = ['check', server.url, '--target', TARGET, '--seed', '1', '--no-ledger', '--runs', '1', '--bail'];
  return await assayer([...args, ...narrowed], { cwd: folder.path });
}

test('each fault and oddity is told once, in a sentence', () => {
  const all = [...FAULTS, ...ODDITIES];
  expect([FAULTS.length, ODDITIES.length]).toEqual([367, 46]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.filter(({ says }) => says.trim() === '')).toEqual([]);
});

describe('a server that others wrote', () => {
  test('conforms as it is', async () => {
    const { status, stdout, stderr } = await judged([], QUICK);
    expect(stdout, stderr).toMatch(/^conformant in what was selected: /mu);
    expect(status).toBe(0);
  });

  test.each(CAUGHT)('with the fault %s fails %s', async (id, rule) => {
    const { status, stdout, stderr } = await judged([id], [rule]);
    expect(stdout, stderr).toContain(rule);
    expect(status).toBe(1);
  });
});
