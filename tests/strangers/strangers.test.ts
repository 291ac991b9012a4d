import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assayer, temporaryFolder } from '../cli/assayer.ts';
import { KeptRows } from '../kept-rows.ts';
import { type Failure, type Row, UNCHANGED } from './judge-stranger.ts';
import { renderStrangers } from './render-strangers.ts';
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
  test('conforms as it is', { tags: ['night'] }, async () => {
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

describe('the table', () => {
  const failure = (rule: string, signature = 'expected this, got that'): Failure => ({
    rule,
    subject: 'deals',
    signature,
  });
  const usual = failure('read/head');
  const row = (id: string, more: Partial<Row> = {}): Row => ({
    id,
    status: 0,
    verdict: 'conformant',
    must: [],
    should: [usual],
    errors: [],
    seconds: 1,
    stderr: '',
    date: '2026-11-25',
    ...more,
  });
  const unchanged = UNCHANGED.slice(0, 1).map((id) => row(id));

  test('counts a failure that the server shows by itself nowhere, unless it shows in another way', () => {
    const rows = [
      ...unchanged,
      row('create-200', { must: [failure('create/status')], verdict: 'non-conformant' }),
      row('create-202', { should: [usual, failure('read/head', 'expected this, got nothing')] }),
      row('length-twice', { status: 2, verdict: 'not-judged' }),
      row('no-date'),
      row('odd-pretty'),
    ];
    const page = renderStrangers(rows, 'a machine');
    expect(page).toContain('**4 of 367 faults and 1 of 46 oddities were judged: this is a sample.**');
    expect(page).toContain('| against the document | 2 | 1 | 1 | 0 | 0 |');
    expect(page).toContain('| against HTTP | 2 | 0 | 0 | 1 | 1 |');
    expect(page).toContain('| oddities | 1 | 0 | 0 | 0 | 1 |');
    expect(page).toMatch(/## Missed faults\n[^#]*\| no-date \|/u);
    expect(page).toMatch(/## Not judged\n[^#]*\| length-twice \|/u);
  });

  test('is not made without the server as it is', () => {
    expect(() => renderStrangers([row('no-date')], 'a machine')).toThrow('The server as it is was not judged');
  });

  test('keeps its rows, though one was cut', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'rows');
    const keyOf = ({ id }: Row): string => id;
    const kept = await KeptRows.of<Row>(file, keyOf);
    await kept.keep(row('no-date'));
    await appendFile(file, '\n{"id":"odd-pre');
    await kept.keep(row('no-date', { seconds: 2 }));
    const again = await KeptRows.of<Row>(file, keyOf);
    expect(again.rows()).toEqual([row('no-date', { seconds: 2 })]);
    expect([again.has('no-date'), again.has('odd-pretty')]).toEqual([true, false]);
  });
});
