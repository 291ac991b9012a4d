import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type StartedMock, startMock } from '../../mock/node.ts';
import { assayer, start, temporaryFolder } from '../cli/assayer.ts';
import { MAIN } from '../cli/build.ts';

const headers = { 'content-type': 'application/json' };
const create = (url: string, name: string): Promise<Response> =>
  fetch(`${url}/rest/1/deals/`, { method: 'POST', headers, body: JSON.stringify({ name, price: 1 }) });
const stateOf = async ({ url }: { url: string }, tenant = ''): Promise<string> =>
  (await fetch(`${url}${tenant}/_mock/state`)).text();

test('--persist-log without --persist is refused', async () => {
  const { status, stderr } = await assayer(['mock', '--port', '0', '--persist-log', '10']);
  expect(stderr).toContain('--persist-log limits the file of --persist: give --persist as well');
  expect(status).toBe(2);
});

describe('a mock that keeps its state in a file', () => {
  test('goes on from it: records, commands, snapshots, ids that were given, tenants, and no more than that', async () => {
    await using folder = await temporaryFolder();
    const persist = join(folder.path, 'state.jsonl');
    const notices: string[] = [];
    const options = { persist, deleted: 410, notice: (text: string) => notices.push(text) } as const;
    const first = await startMock(options);
    await create(first.url, 'one');
    await create(first.url, 'two');
    await fetch(`${first.url}/rest/1/deals/5`, { method: 'DELETE' });
    await fetch(`${first.url}/rest/1/deals/4/holds`, { method: 'POST', headers, body: '{"reason":"r"}' });
    const command = { deal: '4', action: 'UnholdDeal', params: {} };
    await fetch(`${first.url}/commands/c`, { method: 'PUT', headers, body: JSON.stringify(command) });
    await fetch(`${first.url}/_mock/snapshots/s`, { method: 'PUT' });
    await create(`${first.url}/_tenant/a`, 'of a');
    await create(`${first.url}/_tenant/b`, 'of b');
    await fetch(`${first.url}/_mock/tenants/b`, { method: 'DELETE' });
    await create(`${first.url}/_tenant/c`, 'of c');
    await fetch(`${first.url}/_tenant/c/_mock/reset`, { method: 'POST' });
    const [everybody, a, c] = [
      await stateOf(first),
      await stateOf(first, '/_tenant/a'),
      await stateOf(first, '/_tenant/c'),
    ];
    const snapshot = await (await fetch(`${first.url}/_mock/snapshots/s`)).text();
    await first.close();

    await using second = await startMock(options);
    expect(await stateOf(second)).toBe(everybody);
    expect(await stateOf(second, '/_tenant/a')).toBe(a);
    expect(await stateOf(second, '/_tenant/c')).toBe(c);
    expect(await (await fetch(`${second.url}/_mock/snapshots/s`)).text()).toBe(snapshot);
    expect(second.mock.tenants.list().map(({ tenant }) => tenant)).toEqual(['', 'a', 'c']);
    expect((await fetch(`${second.url}/rest/1/deals/5`)).status).toBe(410);
    expect((await create(second.url, 'three')).headers.get('location')).toMatch(/\/6$/u);
    expect(notices).toEqual([]);
  });

  test('takes over another seed as a reload would, and goes back to the seed that it knows where none is given', async () => {
    await using folder = await temporaryFolder();
    const persist = join(folder.path, 'state.jsonl');
    const notice = (): void => undefined;
    const deal = (id: number, name: string) => ({ id, name });
    const run = async (
      deals: ReturnType<typeof deal>[] | undefined,
      use: (mock: StartedMock) => unknown,
    ): Promise<void> => {
      await using mock = await startMock({ persist, notice, ...(deals === undefined ? {} : { seed: { deals } }) });
      await use(mock);
    };
    const names = async ({ url }: StartedMock): Promise<string[]> =>
      ((await (await fetch(`${url}/rest/1/deals/`)).json()) as { name: string }[]).map(({ name }) => name);
    await run([deal(1, 'a'), deal(2, 'b'), deal(3, 'c')], async ({ url }) => {
      await fetch(`${url}/rest/1/deals/1/hold`, { method: 'PUT', headers, body: '{"reason":"r"}' });
      await create(url, 'live');
    });
    await run([deal(1, 'A'), deal(2, 'B'), deal(9, 'i')], async (mock) => {
      expect(await names(mock)).toEqual(['a', 'B', 'live', 'i']);
    });
    await run(undefined, async (mock) => {
      expect(await names(mock)).toEqual(['a', 'B', 'live', 'i']);
      mock.mock.reset();
      expect(await names(mock)).toEqual(['A', 'B', 'i']);
    });
  });

  test('cuts off a last line that was not written to its end, and tells so', async () => {
    await using folder = await temporaryFolder();
    const persist = join(folder.path, 'state.jsonl');
    const notices: string[] = [];
    const options = { persist, notice: (text: string) => notices.push(text) };
    const first = await startMock(options);
    await create(first.url, 'kept');
    const state = await stateOf(first);
    await first.close();
    for (const torn of [
      '{"tenant":"","lastNu',
      '{"begin":"state","tenant":"","lastNumber":0,"gone":[]}\n{"deals":[',
      '\u0000\u00ff',
    ]) {
      await appendFile(persist, torn);
      await using again = await startMock(options);
      expect(await stateOf(again)).toBe(state);
      expect(notices.at(-1)).toBe(
        `${persist}: the last ${Buffer.byteLength(torn)} bytes were not written to their end, and are cut off`,
      );
    }
    await startMock(options).then((mock) => mock.close());
    expect(notices).toHaveLength(3);
  });

  test('writes it anew when the changes have become long, through a link and with the rights that it had', {
    tags: ['night'],
  }, async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'data'));
    const file = join(folder.path, 'data', 'state.jsonl');
    const link = join(folder.path, 'link.jsonl');
    await writeFile(file, '');
    await chmod(file, 0o600);
    await symlink(file, link);
    const mock = await startMock({ persist: { file: link, logLimit: 2000 } });
    const sizes: number[] = [];
    for (let i = 0; i < 200; i += 1) {
      await fetch(`${mock.url}/rest/1/deals/1/hold`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ reason: `r${i}` }),
      });
      sizes.push((await stat(file)).size);
    }
    const state = await stateOf(mock);
    await mock.close();
    expect(sizes.filter((size, i) => size < (sizes[i - 1] ?? 0)).length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThan(Math.min(...sizes) + 2500);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder.path)).toSorted()).toEqual(['data', 'link.jsonl']);
    expect(await readdir(join(folder.path, 'data'))).toEqual(['state.jsonl']);
    await using again = await startMock({ persist: file });
    expect(await stateOf(again)).toBe(state);
  });

  test('goes on in the file as it is while that cannot be written anew', { tags: ['night'] }, async (context) => {
    if (!existsSync('/dev/full')) context.skip('no device is here that is always full');
    await using folder = await temporaryFolder();
    const persist = join(folder.path, 'state.jsonl');
    const notices: string[] = [];
    const notice = (text: string): number => notices.push(text);
    const mock = await startMock({ persist: { file: persist, logLimit: 1000 }, seed: {}, notice });
    await symlink('/dev/full', `${persist}.new`);
    for (let i = 0; i < 60; i += 1) expect((await create(mock.url, `n${i}`)).status).toBe(201);
    expect(notices.join('\n')).toContain('it could not be written anew and goes on growing: ENOSPC');
    const state = await stateOf(mock);
    await mock.close();
    await using again = await startMock({ persist });
    expect(await stateOf(again)).toBe(state);
  });

  test('answers 503 to a change that it could not keep, and keeps it with the next one that it can', {
    tags: ['night'],
  }, async (context) => {
    if (process.platform === 'win32') context.skip('no limit of a file’s size is to be had');
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'state.jsonl');
    // A file of more than 20 KiB cannot be written; the changes come to that long before the state does.
    const command = `trap '' XFSZ; ulimit -f 20; exec "$0" "$@" 2>"${folder.path}/stderr"`;
    const args = [command, process.execPath, MAIN, 'mock', '--port', '0', '--persist', file];
    const child = spawn('bash', ['-c', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const url = /^listening on (\S+)/u.exec(String((await once(child.stdout, 'data'))[0]))?.[1] ?? '';
    const statuses: number[] = [];
    const hold = async (i: number): Promise<void> => {
      const body = JSON.stringify({ reason: `r${i}${'x'.repeat(500)}` });
      statuses.push((await fetch(`${url}/rest/1/deals/1/hold`, { method: 'PUT', headers, body })).status);
    };
    for (let i = 0; !statuses.includes(503) && i < 100; i += 1) await hold(i);
    const told = await (
      await fetch(`${url}/rest/1/deals/`, { method: 'POST', headers, body: '{"name":"n","price":1}' })
    ).json();
    const state = await stateOf({ url });
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(statuses.filter((status) => status === 503)).toHaveLength(1);
    expect(told.id).toBe('4');
    expect(await readFile(join(folder.path, 'stderr'), 'utf8')).toContain('the change could not be kept');
    await using again = await startMock({ persist: file });
    expect(await stateOf(again)).toBe(state);
  });
});

describe('a file that cannot be used', () => {
  test.each([
    ['of somebody else', 'name,price\na,1\n', /holds no state of assayer, and is left as it is/u],
    ['without a line', 'x', /holds no state of assayer/u],
    ['of another version', '{"format":"assayer-journal/9"}\n', /another version of assayer/u],
    [
      'spoilt in between',
      '{"format":"assayer-journal/1"}\n{"x":\n{"y":1}\n',
      /line 2: this is nothing that assayer wrote/u,
    ],
  ])('%s is refused with 2, and left as it is', async (_what, content, told) => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'mine');
    await writeFile(file, content);
    const { status, stderr, stdout } = await assayer(['mock', '--port', '0', '--persist', file]);
    expect(stderr).toMatch(told);
    expect([status, stdout]).toEqual([2, '']);
    expect(await readFile(file, 'utf8')).toBe(content);
    expect(await readdir(folder.path)).toEqual(['mine']);
  });

  test('a folder, or a file in none, is refused with 2', async () => {
    await using folder = await temporaryFolder();
    for (const file of [folder.path, join(folder.path, 'none', 'state.jsonl')]) {
      const { status, stderr } = await assayer(['mock', '--port', '0', '--persist', file]);
      expect(stderr).toMatch(/is no file|there is no folder/u);
      expect(status).toBe(2);
    }
  });
});

describe('the lock of a file', () => {
  test('refuses a second mock with 2 while the first one runs, and no longer', { tags: ['night'] }, async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'state.jsonl');
    const running = start(['mock', '--port', '0', '--persist', file]);
    await running.firstLine;
    const { status, stderr } = await assayer(['mock', '--port', '0', '--persist', file]);
    expect(stderr).toContain(`${file} is in use by the mock of process ${running.child.pid}`);
    expect(status).toBe(2);
    running.child.kill('SIGTERM');
    await running.ended;
    expect(await readdir(folder.path)).toEqual(['state.jsonl']);
  });

  test('within a process too, and a mock that cannot start gives it free', async () => {
    await using folder = await temporaryFolder();
    const persist = join(folder.path, 'state.jsonl');
    {
      await using mock = await startMock({ persist });
      await expect(startMock({ persist })).rejects.toThrow(/is in use/u);
      await expect(startMock({ persist: `${persist}.2`, port: mock.port })).rejects.toThrow(/port \d+/u);
    }
    expect((await readdir(folder.path)).toSorted()).toEqual(['state.jsonl', 'state.jsonl.2']);
  });

  test('of a process that is no more is taken over, also when another has its number since', {
    tags: ['night'],
  }, async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'state.jsonl');
    const killed = start(['mock', '--port', '0', '--persist', file]);
    await killed.firstLine;
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect((await readdir(folder.path)).toSorted()).toEqual(['state.jsonl', 'state.jsonl.lock']);
    await startMock({ persist: file }).then((mock) => mock.close());
    // The parent of this process runs, and began at another time than this says.
    for (const lock of [{ pid: process.ppid, began: '1' }, { pid: process.pid }]) {
      if (process.platform !== 'linux' && lock.pid === process.ppid) continue;
      await writeFile(`${file}.lock`, JSON.stringify(lock));
      await startMock({ persist: file }).then((mock) => mock.close());
    }
    await writeFile(`${file}.lock`, 'mine');
    await expect(startMock({ persist: file })).rejects.toThrow(/is no lock of assayer's/u);
    expect(await readFile(`${file}.lock`, 'utf8')).toBe('mine');
  });
});
