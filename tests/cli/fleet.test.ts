import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadFleet } from '../../judge/fleet/file.ts';
import { rateOfOne, schedule } from '../../judge/fleet/schedule.ts';
import { startMock } from '../../mock/node.ts';
import { deletesWith } from '../deletes-with.ts';
import { assayer, temporaryFolder } from './assayer.ts';
import { blocksOf, commandsIn, expectAsShown } from './page.ts';

test.concurrent('docs/fleet.md shows what happens: one page, whose cells open the reports, and a second start that asks nothing', {
  tags: ['night'],
}, async () => {
  await using folder = await temporaryFolder();
  await using good = await startMock({ port: 0 });
  await using bad = await deletesWith(202);
  const [json = ''] = await blocksOf('docs/fleet.md', 'json');
  const file = json.replace('http://127.0.0.1:4010', good.url).replace('http://127.0.0.1:4011', bad.url);
  await writeFile(join(folder.path, 'fleet.json'), file);
  const [first, second] = (await blocksOf('docs/fleet.md', 'console')).flatMap(commandsIn);
  if (first === undefined || second === undefined) throw new Error('the page shows two commands');
  await expectAsShown(first, folder.path, (text) => text);
  const reports = join(folder.path, 'reports');
  const page = await readFile(join(reports, 'index.html'), 'utf8');
  const links = [...page.matchAll(/href="([^"#]+)#(c\d+)"/gu)];
  expect(links.length).toBeGreaterThan(3);
  for (const [, path = '', anchor = ''] of links) {
    expect(await readFile(join(reports, path), 'utf8')).toContain(`id="${anchor}"`);
  }
  await expectAsShown(second, folder.path, (text) => text);
  // A shard that is gone is judged again, and it alone.
  await rm(join(reports, 'deals-staging/shard-2-of-2.json'));
  const { stderr } = await assayer(['fleet', 'fleet.json', '--out', 'reports'], { cwd: folder.path });
  expect(stderr.split('\n').filter((line) => line !== '' && !line.includes('taken over'))).toEqual([
    expect.stringMatching(/^deals-staging 2\/2: /u),
  ]);
});

test.concurrent('a target that is away stops no other; no secret of a target file is in anything that is written', async () => {
  await using folder = await temporaryFolder();
  await using good = await startMock({ port: 0 });
  const secret = 'Zq9fleet-secret-0815';
  const headers = { 'X-Api-Key': secret };
  await writeFile(join(folder.path, 'good.json'), JSON.stringify({ name: 'good', baseUrl: good.url, headers }));
  const targets = [
    { name: 'away', url: 'http://127.0.0.1:9' },
    { name: 'elsewhere', url: 'http://target.invalid' },
    { name: 'good', target: 'good.json' },
  ];
  await writeFile(
    join(folder.path, 'fleet.json'),
    JSON.stringify({ defaults: { rules: ['read/collection'] }, targets }),
  );
  const { status, stdout, stderr } = await assayer(['fleet', 'fleet.json'], { cwd: folder.path });
  expect(stdout).toContain('3 targets: 2 not judged, 1 conformant');
  expect(status).toBe(2);
  const names = await readdir(join(folder.path, 'fleet'), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(3);
  const written = await Promise.all(files.map((path) => readFile(path, 'utf8')));
  for (const text of [...written, stdout, stderr]) expect(text).not.toContain(secret.slice(4));
});

test.concurrent.each<[string, unknown, string]>([
  ['no targets', { targets: [] }, 'is no fleet'],
  [
    'a name twice',
    {
      targets: [
        { name: 'a', url: 'http://a' },
        { name: 'A', url: 'http://b' },
      ],
    },
    'two targets are called A',
  ],
  ['a name that leaves the folder', { targets: [{ name: '../a', url: 'http://a' }] }, 'targets[0].name'],
  ['a mistyped member', { targets: [{ name: 'a', url: 'http://a', redonly: true }] }, 'readOnly'],
  ['no address', { targets: [{ name: 'a', url: 'a b' }] }, 'a has no address'],
])('%s is refused before anything is sent', async (_, fleet, told) => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'fleet.json');
  await writeFile(path, JSON.stringify(fleet));
  await expect(loadFleet(path)).rejects.toThrow(told);
});

test.concurrent('bounds hold in all and for each host, and every task is done', async () => {
  const tasks = Array.from({ length: 40 }, (_, i) => ({ host: `h${i % 3}`, i }));
  const busy = new Map<string, number>();
  let together = 0;
  const done: number[] = [];
  await schedule(tasks, { together: 4, perHost: 2 }, async ({ host, i }) => {
    together += 1;
    busy.set(host, (busy.get(host) ?? 0) + 1);
    expect(together).toBeLessThanOrEqual(4);
    expect(busy.get(host)).toBeLessThanOrEqual(2);
    await new Promise((resolve) => setImmediate(resolve));
    busy.set(host, (busy.get(host) ?? 0) - 1);
    together -= 1;
    done.push(i);
  });
  expect(done.toSorted((a, b) => a - b)).toEqual(tasks.map(({ i }) => i));
  expect(rateOfOne({ together: 4, perHost: 2, rate: 40, ratePerHost: 10 })).toBe(5);
  expect(rateOfOne({ together: 4, perHost: 2 })).toBeUndefined();
});
