import { once } from 'node:events';
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { assayer, start, temporaryFolder } from '../cli/assayer.ts';

const headers = { 'content-type': 'application/json' };
const NAMES =
  '{"users":[{"id":1,"name":"u"}],"deals":[{"id":1,"name":"one"},{"id":2,"name":"two"},{"id":3,"name":"three"}]}';

/** Resolves with the first notice from now on that has this in it. */
type Until = (part: string) => Promise<string>;

function notices(): { readonly notice: (text: string) => void; readonly until: Until; readonly all: string[] } {
  const all: string[] = [];
  const waiting = new Map<string, (text: string) => void>();
  return {
    all,
    notice(text) {
      all.push(text);
      for (const [part, resolve] of waiting) if (text.includes(part)) resolve(text);
    },
    until: (part) => new Promise((resolve) => waiting.set(part, resolve)),
  };
}

const names = async ({ url }: { url: string }): Promise<string[]> =>
  ((await (await fetch(`${url}/rest/1/deals/`)).json()) as { name: string }[]).map(({ name }) => name);

test('a seed file that changes is read again, and what was done live stays', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'seed.json');
  await writeFile(file, `\uFEFF${NAMES}`);
  const { notice, until } = notices();
  await using mock = await startMock({ seedFile: file, notice });
  expect(await names(mock)).toEqual(['one', 'two', 'three']);
  await fetch(`${mock.url}/rest/1/deals/1/hold`, { method: 'PUT', headers, body: '{"reason":"r"}' });
  await fetch(`${mock.url}/rest/1/deals/`, { method: 'POST', headers, body: '{"name":"live","price":1}' });

  let told = until('was read again');
  await writeFile(file, '{"deals":[{"id":1,"name":"ONE"},{"id":2,"name":"TWO"},{"id":9,"name":"nine"}]}');
  expect(await told).toBe(
    `${file} was read again: 2 taken over, 2 removed; kept as they are, since they were changed live: /deals/1`,
  );
  expect(await names(mock)).toEqual(['one', 'TWO', 'live', 'nine']);

  // As an editor does that writes another file and puts it in the place.
  told = until('was read again');
  await writeFile(`${file}~`, '{"deals":[{"id":1,"name":"ONE"},{"id":2,"name":"2"},{"id":9,"name":"nine"}]}');
  await rename(`${file}~`, file);
  await told;
  expect(await names(mock)).toEqual(['one', '2', 'live', 'nine']);

  // The same size at the same time, as a program may leave it.
  told = until('was read again');
  await writeFile(file, '{"deals":[{"id":1,"name":"ONE"},{"id":2,"name":"3"},{"id":9,"name":"nine"}]}');
  await utimes(file, 1, 1);
  await told;
  expect(await names(mock)).toEqual(['one', '3', 'live', 'nine']);
});

test('a seed file that is broken or gone is told of, and nothing is lost', { tags: ['night'] }, async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'seed.json');
  await writeFile(file, NAMES);
  const { notice, until, all } = notices();
  await using mock = await startMock({ seedFile: file, notice });
  let told = until('stays as it is');
  await writeFile(file, '{"deals":[{"id":1,"name":"one"},\n{"id":2}]}');
  expect(await told).toBe(
    [
      `the seed file ${file} cannot be used:`,
      '  /deals/1/name is required',
      'what it can hold: { "users": [{ "id", "name", … }], "deals": [{ "id", "name", … }] }, or what GET /_mock/state gives',
      'the state stays as it is',
    ].join('\n'),
  );
  told = until('cannot be read');
  await rm(file);
  await told;
  expect(await names(mock)).toEqual(['one', 'two', 'three']);
  told = until('was read again');
  await writeFile(file, NAMES.replace('two', 'TWO'));
  expect(await told).toBe(`${file} was read again: 1 taken over, 0 removed`);
  expect(await names(mock)).toEqual(['one', 'TWO', 'three']);
  expect(all).toHaveLength(3);
});

test('what a reload took over survives kill -9, in every tenant', { tags: ['night'] }, async () => {
  await using folder = await temporaryFolder();
  const [file, kept] = [join(folder.path, 'seed.json'), join(folder.path, 'state.jsonl')];
  await writeFile(file, NAMES);
  const running = start(['mock', '--port', '0', '--seed', file, '--persist', kept]);
  const url = /^listening on (\S+)$/u.exec(await running.firstLine)?.[1] ?? '';
  await fetch(`${url}/_tenant/a/rest/1/deals/1`, { method: 'DELETE' });
  await writeFile(file, NAMES.replace('two', 'TWO').replace('one', 'ONE'));
  await once(running.child.stderr ?? running.child, 'data');
  running.child.kill('SIGKILL');
  const { stderr } = await running.ended;
  expect(stderr).toContain('3 taken over');
  expect(stderr).toContain('kept as they are, since they were changed live: a/deals/1');
  // Without the seed file: what it said is in the state, and the seed to begin again with.
  await using again = await startMock({ persist: kept });
  expect(await names(again)).toEqual(['ONE', 'TWO', 'three']);
  expect(await names({ url: `${again.url}/_tenant/a` })).toEqual(['TWO', 'three']);
  again.mock.reset('a');
  expect(await names({ url: `${again.url}/_tenant/a` })).toEqual(['ONE', 'TWO', 'three']);
});

test('a saved state is a seed too', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'state.json');
  await using first = await startMock();
  await fetch(`${first.url}/rest/1/deals/1/holds`, { method: 'POST', headers, body: '{"reason":"r"}' });
  await writeFile(file, await (await fetch(`${first.url}/_mock/state`)).text());
  await using second = await startMock({ seedFile: file });
  expect((await fetch(`${second.url}/rest/1/deals/1/holds/1`)).status).toBe(200);
});

test.each([
  [
    'that is not valid',
    '{"a":hunter2}',
    /seed\.json cannot be used:\n {2}it is not JSON \(line 1, column \d+\): (?!.*hunter2)/u,
  ],
  [
    'with faults',
    '{"users":[{"name":"x"}],"deal":[]}',
    /seed\.json cannot be used:\n(?: {2}\/deal .*\n)? {2}\/users\/0\/id is required/u,
  ],
  ['with many', JSON.stringify({ users: Array.from({ length: 30 }, () => ({})) }), /\n {2}and 50 more\n/u],
  ['that is not there', undefined, /seed\.json cannot be read: ENOENT/u],
])('a seed file %s: exit 2 with the file, the place and the reason', async (_what, content, told) => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'in'));
  const file = join(folder.path, 'in', 'seed.json');
  if (content !== undefined) await writeFile(file, content);
  const { status, stderr, stdout } = await assayer(['mock', '--port', '0', '--seed', file]);
  expect(stderr).toMatch(told);
  expect(stderr).not.toMatch(/^\s+at /mu);
  expect([status, stdout]).toEqual([2, '']);
});
