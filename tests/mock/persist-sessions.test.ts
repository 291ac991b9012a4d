import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type StartedMock, type StartOptions, startMock } from '../../mock/node.ts';
import { start, temporaryFolder } from '../cli/assayer.ts';
import { inGate } from '../in-gate.ts';

interface Shown {
  readonly id: string;
  readonly value: string;
  readonly user: string;
  readonly state: string;
  readonly expiresAt: string | null;
  readonly crossSite: boolean;
}

const headers = { 'content-type': 'application/json' };
const mint = async (url: string, wish: object = {}): Promise<Shown> =>
  (await (await fetch(`${url}/_mock/sessions`, { method: 'POST', body: JSON.stringify(wish) })).json()) as Shown; // what that route answers
const listed = async (url: string): Promise<Shown[]> =>
  (await (await fetch(`${url}/_mock/sessions`)).json()) as Shown[]; // likewise
const root = async (url: string, value: string): Promise<number> =>
  (await fetch(`${url}/`, { headers: { cookie: `USER_TOKEN=${value}` } })).status;
const create = (url: string): Promise<Response> =>
  fetch(`${url}/rest/1/deals/`, { method: 'POST', headers, body: '{"name":"n","price":1}' });
const setClock = (url: string, change: object): Promise<Response> =>
  fetch(`${url}/_mock/clock`, { method: 'POST', body: JSON.stringify(change) });
const timeOf = async (url: string): Promise<object> => (await fetch(`${url}/_mock/clock`)).json();

describe('a mock that keeps its state in a file', () => {
  test('keeps sessions as they are: live, revoked, expired, of a tenant, by the login link', {
    tags: ['night'],
  }, async () => {
    await using folder = await temporaryFolder();
    const flags = ['mock', '--port', '0', '--persist', join(folder.path, 'state.jsonl')];
    const first = start(flags);
    const url = (await first.firstLine).replace('listening on ', '');
    const live = await mint(url, { user: 'ada', lifeSeconds: 3600, crossSite: true });
    const revoked = await mint(url);
    const expired = await mint(url);
    const ofTenant = await mint(`${url}/_tenant/acme`);
    await fetch(`${url}/_mock/login?user=ben`, { redirect: 'manual' });
    await fetch(`${url}/_mock/sessions/${revoked.id}`, { method: 'DELETE' });
    await fetch(`${url}/_mock/sessions/${expired.id}/expire`, { method: 'POST' });
    const before = [await listed(url), await listed(`${url}/_tenant/acme`)];
    first.child.kill('SIGKILL');
    await first.ended;

    const second = start([...flags.slice(0, 2), new URL(url).port, ...flags.slice(3)]);
    await second.firstLine;
    expect([await listed(url), await listed(`${url}/_tenant/acme`)]).toEqual(before);
    expect(before[0]?.map(({ user, state }) => `${user} ${state}`)).toEqual([
      'ada live',
      'somebody revoked',
      'somebody expired',
      'ben live',
    ]);
    expect(await root(url, live.value)).toBe(200);
    expect(await root(url, revoked.value)).toBe(401);
    expect(await root(url, expired.value)).toBe(401);
    expect(await root(`${url}/_tenant/acme`, ofTenant.value)).toBe(200);
    second.child.kill('SIGTERM');
    await second.ended;
  });

  test('forgets them with a reset, and keeps them when a snapshot is gone back to', async () => {
    await using folder = await temporaryFolder();
    const persist = join(folder.path, 'state.jsonl');
    const run = async (use: (url: string) => Promise<unknown>): Promise<void> => {
      await using mock = await startMock({ persist });
      await use(mock.url);
    };
    await run(async (url) => {
      await fetch(`${url}/_mock/snapshots/s`, { method: 'PUT' });
      await mint(url, { user: 'ada' });
      await fetch(`${url}/_mock/snapshots/s/restore`, { method: 'POST' });
    });
    await run(async (url) => {
      expect((await listed(url)).map(({ user }) => user)).toEqual(['ada']);
      await fetch(`${url}/_mock/reset`, { method: 'POST' });
    });
    await run(async (url) => expect(await listed(url)).toEqual([]));
  });

  test('goes on from a file that was written before sessions, starts and the clock were kept', async () => {
    await using folder = await temporaryFolder();
    const persist = join(folder.path, 'state.jsonl');
    await writeFile(
      persist,
      [
        '{"format":"assayer-journal/1"}',
        '{"begin":"state","tenant":"","lastNumber":7,"gone":[]}',
        '{"deals":[{"id":"7","data":{"name":"old"}}]}',
        '{"end":true}',
        '',
      ].join('\n'),
    );
    await using mock = await startMock({ persist, seed: {} });
    expect(await (await fetch(`${mock.url}/rest/1/deals/7`)).json()).toMatchObject({ id: '7', name: 'old' });
    expect(await listed(mock.url)).toEqual([]);
    expect(mock.mock.options.starts).toBe(1);
  });

  test('goes on by the clock as it was set, so that what was over stays over', async () => {
    await using folder = await temporaryFolder();
    const persist = join(folder.path, 'state.jsonl');
    const first = await startMock({ persist, deterministic: 7 });
    const { value } = await mint(first.url, { lifeSeconds: 60 });
    await setClock(first.url, { moveMs: 61_000 });
    const time = await timeOf(first.url);
    await first.close();
    // A line of the journal is a start's too: the next one reads what the one before wrote anew.
    await startMock({ persist, deterministic: 7 }).then((mock) => mock.close());
    await using again = await startMock({ persist, deterministic: 7 });
    expect(await timeOf(again.url)).toEqual(time);
    expect(time).toEqual({ now: '2030-01-01T00:01:01.000Z', stopped: true });
    expect(await root(again.url, value)).toBe(401);
    await setClock(again.url, { go: true });
    expect((await readFile(persist, 'utf8')).trimEnd().split('\n').at(-1)).toBe('{"clock":{"aheadMs":0}}');
  });
});

describe('a deterministic mock that is started again', () => {
  /** What a mock gave out: nothing of it may come a second time for something else. */
  const givenOut = async ({ url }: StartedMock): Promise<string[]> => {
    const { id, value } = await mint(url);
    const made = await create(url);
    const deal = `${url}/rest/1/deals/1`;
    await fetch(`${deal}/hold`, { method: 'PUT', headers, body: JSON.stringify({ reason: id }) });
    const location = made.headers.get('location') ?? '';
    // Deleted, so that its id is remembered by nobody.
    await fetch(location, { method: 'DELETE' });
    const tag = (await fetch(deal)).headers.get('etag') ?? '';
    return [id, value, new URL(location).pathname, tag];
  };
  const startsOf = async (persist: string, times: number, options: StartOptions): Promise<string[][]> => {
    const all: string[][] = [];
    for (let i = 0; i < times; i += 1) {
      await using mock = await startMock({
        persist,
        deterministic: 7,
        seed: { deals: [{ id: 1, name: 'a' }] },
        ...options,
      });
      all.push(await givenOut(mock));
    }
    return all;
  };

  test.each(inGate(['uuid', 'number'] as const, 2))(
    'gives out nothing twice, and the same in every run (ids: %s)',
    async (ids) => {
      await using folder = await temporaryFolder();
      const one = await startsOf(join(folder.path, 'one.jsonl'), 3, { ids });
      expect(new Set(one.flat()).size).toBe(12);
      expect(await startsOf(join(folder.path, 'two.jsonl'), 3, { ids })).toEqual(one);
      await using unkept = await startMock({ deterministic: 7, seed: { deals: [{ id: 1, name: 'a' }] }, ids });
      expect(await givenOut(unkept)).toEqual(one[0]);
    },
  );

  test('never says that something was changed earlier than it said before', async () => {
    await using folder = await temporaryFolder();
    const persist = join(folder.path, 'state.jsonl');
    const modified = async ({ url }: StartedMock): Promise<number> =>
      Date.parse((await fetch(`${url}/rest/1/deals/1`)).headers.get('last-modified') ?? '');
    const first = await startMock({ persist, deterministic: 7 });
    await setClock(first.url, { moveMs: 3_600_000 });
    await fetch(`${first.url}/rest/1/deals/1/hold`, { method: 'PUT', headers, body: '{"reason":"r"}' });
    const before = await modified(first);
    await first.close();
    await using again = await startMock({ persist, deterministic: 7 });
    expect(before).toBe(Date.UTC(2030, 0, 1, 1));
    expect(await modified(again)).toBe(before);
  });
});
