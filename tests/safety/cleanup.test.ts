import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { xorshift128plus } from 'pure-rand/generator/xorshift128plus';
import { describe, expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { assayer, start, temporaryFolder } from '../cli/assayer.ts';

const CHECK = ['--runs', '3', '--quiet', '--rule', 'create', '--rule', 'delete', '--rule', 'model'];
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** A mock that tells how many creations it was asked for, and what it holds. */
async function watchedMock(refusesDeletion = () => false) {
  let posts = 0;
  let deletes = 0;
  const mock = await startMock({
    wrap: (fetch) => async (request) => {
      if (request.method === 'POST') posts += 1;
      if (request.method === 'DELETE') deletes += 1;
      if (request.method === 'DELETE' && refusesDeletion()) return new Response(null, { status: 403 });
      return fetch(request);
    },
  });
  const state = async (): Promise<unknown> =>
    Promise.all(['/rest/1/deals/', '/users'].map(async (path) => (await fetch(mock.url + path)).json()));
  return { mock, state, posts: () => posts, deletes: () => deletes };
}

/** Starts a run, and kills it once so many creations were asked for. */
async function killAfter(count: number, url: string, cwd: string, posts: () => number): Promise<void> {
  const begun = posts();
  const { child, ended } = start(['check', url, ...CHECK], { cwd });
  while (posts() < begun + count && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2));
  child.kill('SIGKILL');
  await ended;
}

describe('assayer cleanup', () => {
  test('restores what runs were killed at random moments', { tags: ['night'] }, async () => {
    const random = xorshift128plus(SEED);
    const { mock, state, posts } = await watchedMock();
    await using _ = mock;
    await using folder = await temporaryFolder();
    const before = await state();
    const counts: number[] = [];
    for (let run = 0; run < 2; run += 1) counts.push(5 + Math.abs(random.next() % 60));
    for (const count of counts) {
      await killAfter(count, mock.url, folder.path, posts);
      expect(await state(), `SEED=${SEED}`).not.toEqual(before);
    }
    expect(await readdir(join(folder.path, '.assayer'))).toHaveLength(2);
    const { status, stdout, stderr } = await assayer(['cleanup'], { cwd: folder.path });
    expect(stdout + stderr, `SEED=${SEED}`).toMatch(/: [1-9]\d* deleted, \d+ gone already, 0 stay$/mu);
    expect(await state(), `SEED=${SEED}\n${stdout}`).toEqual(before);
    expect(status, stdout).toBe(0);
    expect(existsSync(join(folder.path, '.assayer'))).toBe(false);
    expect((await assayer(['cleanup'], { cwd: folder.path })).stdout).toMatch(/^nothing to clean up/u);
  });

  test('tells what stays, with a command, and keeps the ledger until it is gone', async () => {
    let refuses = true;
    const { mock, state, posts } = await watchedMock(() => refuses);
    await using _ = mock;
    await using folder = await temporaryFolder();
    const before = await state();
    await killAfter(4, mock.url, folder.path, posts);
    const kept = await assayer(['cleanup'], { cwd: folder.path });
    expect(kept.status).toBe(2);
    expect(kept.stdout).toMatch(/^ {2}stays {4}http:\S+ {2}DELETE was answered 403 without a body$/mu);
    expect(kept.stdout).toMatch(/^ +curl -sS -i .*-X DELETE/mu);
    refuses = false;
    const gone = await assayer(['cleanup'], { cwd: folder.path });
    expect(gone.stdout).toMatch(/, 0 stay$/mu);
    expect(gone.status).toBe(0);
    expect(await state()).toEqual(before);
  });

  test('leaves a record that somebody else changed, and one that the ledger names wrongly', async () => {
    const { mock, state, deletes } = await watchedMock();
    await using _ = mock;
    await using folder = await temporaryFolder();
    const before = await state();
    const path = join(folder.path, 'run.jsonl');
    const places = {
      item: { address: '/rest/1/deals/{id}', envelope: '', id: '/id' },
      delete: { address: '/rest/1/deals/{id}' },
    };
    const lines = [
      {
        format: 'assayer-ledger/1',
        baseUrl: mock.url,
        origins: [],
        nonce: 'abcdefghij',
        pid: 1,
        host: '',
        startedAt: '',
        fields: [],
      },
      { resource: { name: 'deals', ...places, idFrom: 'location', mediaTypes: {}, never: [], fields: [] } },
      {
        creating: 1,
        of: 'deals',
        method: 'POST',
        address: `${mock.url}/rest/1/deals/`,
        payload: { name: 'assayer abcdefghij1' },
        marked: true,
        time: '',
      },
      { made: 1, id: '1', others: [], delete: `${mock.url}/rest/1/deals/1` },
    ];
    await writeFile(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"made":2,"id"`);
    const { status, stdout } = await assayer(['cleanup', path], { cwd: folder.path });
    expect(stdout).toContain('nothing: it shows other values than those that the run sent');
    expect(status).toBe(2);
    expect(deletes()).toBe(0);
    expect(await state()).toEqual(before);
  });

  test.each<[string, RegExp, RegExp, RegExp]>([
    [
      'one creation made',
      /^\{"made":/u,
      /: 3 deleted.*, 0 gone already, 0 stay$/mu,
      /^ {2}line \d+ of \S+ cannot be read: /mu,
    ],
    ['the run sent for one creation', /^\{"creating":/u, /: [34] deleted/mu, /^ {2}line \d+ of \S+ cannot be read: /mu],
    ['may be others’', /^\{"(?:listed|wholeBefore)":/u, /: 0 deleted/mu, /nothing: line \d+ of the ledger .*others’/u],
  ])(
    'a spoilt line of what %s: what can be told to be the run’s goes, and the line is named',
    { tags: ['night'] },
    async (_, which, count, told) => {
      const { mock, posts } = await watchedMock();
      await using __ = mock;
      await using folder = await temporaryFolder();
      await killAfter(4, mock.url, folder.path, posts);
      const [name = ''] = await readdir(join(folder.path, '.assayer'));
      const path = join(folder.path, '.assayer', name);
      const lines = (await readFile(path, 'utf8')).split('\n');
      const at = lines.findIndex((line) => which.test(line));
      await writeFile(path, lines.with(at, (lines[at] ?? '').slice(0, -5)).join('\n'));
      const { status, stdout } = await assayer(['cleanup', path], { cwd: folder.path });
      expect(stdout).toMatch(count);
      expect(stdout).toMatch(told);
      expect(stdout).toContain(`line ${at + 1} of `);
      expect(status).toBe(2);
      expect(await readdir(join(folder.path, '.assayer'))).toEqual([name]);
    },
  );

  test('refuses a ledger of another target, and what is no ledger, without sending anything', async () => {
    const { mock, posts } = await watchedMock();
    await using _ = mock;
    await using folder = await temporaryFolder();
    await killAfter(3, mock.url, folder.path, posts);
    const target = join(folder.path, 'other.json');
    await writeFile(target, JSON.stringify({ baseUrl: 'http://127.0.0.1:9' }));
    const other = await assayer(['cleanup', '--target', target], { cwd: folder.path });
    expect(other.stderr).toMatch(/^error: .*The ledger is of http:.*nothing was sent/mu);
    expect(other.status).toBe(2);
    const [ledger = ''] = await readdir(join(folder.path, '.assayer'));
    const [head = ''] = (await readFile(join(folder.path, '.assayer', ledger), 'utf8')).split('\n');
    await writeFile(join(folder.path, 'spoilt.jsonl'), `${head}\n{"listed":["1"\n`);
    const spoilt = await assayer(['cleanup', 'spoilt.jsonl'], { cwd: folder.path });
    expect(spoilt.stdout).toContain('line 2 of spoilt.jsonl cannot be read');
    expect(spoilt.status).toBe(2);
    const none = await assayer(['cleanup', target], { cwd: folder.path });
    expect(none.stderr).toMatch(/^error: \S+other\.json: it is not a ledger of assayer/u);
    expect(none.status).toBe(2);
    expect((await assayer(['cleanup'], { cwd: folder.path })).status).toBe(0);
  });
});
