import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { result, resultsOf } from '../reports/sample.ts';
import { assayer, temporaryFolder } from './assayer.ts';

const RESULTS = JSON.stringify(resultsOf([result()]));
const OLD = ['results.json', 'junit.xml', 'report.html', 'run.jsonl'];

/** A folder with reports of an earlier run, a summary of the job, and files that runs read. */
async function filled(): Promise<Awaited<ReturnType<typeof temporaryFolder>>> {
  const folder = await temporaryFolder();
  for (const name of OLD) await writeFile(join(folder.path, name), RESULTS);
  await writeFile(join(folder.path, 'summary.md'), 'before\n');
  await writeFile(join(folder.path, 'passed.json'), RESULTS);
  await writeFile(join(folder.path, 'bad.json'), '{"baseUrl":1}');
  return folder;
}

const OUT = '--out . --transcript run.jsonl --reporter github=summary.md';

test.concurrent.each(
  inGate([
    ['check --rule nope', 2],
    ['check --target bad.json', 2],
    ['check --target none.json', 2],
    ['check --waivers none.json', 2],
    ['check --baseline none.json', 2],
    ['check --last-failed none.json', 2],
    ['check --last-failed passed.json', 0],
    ['check --quiet --verbose', 2],
    ['check http://example.com --read-only --allow-writes', 2],
    ['check --har none.har', 2],
  ] as const),
)('%s leaves no report of an earlier run', async (line, status) => {
  await using folder = await filled();
  const args = [...line.split(' '), ...OUT.split(' ')];
  expect(await assayer(args, { cwd: folder.path })).toMatchObject({ status });
  expect((await readdir(folder.path)).filter((name) => OLD.includes(name))).toEqual([]);
  expect(await readFile(join(folder.path, 'summary.md'), 'utf8')).toBe('before\n');
});

test.concurrent.each(
  inGate([
    'report none.json --reporter json=results.json',
    'rejudge none.jsonl --reporter json=results.json',
    'merge none.json --reporter json=results.json',
    'compare none.json none.json --reporter json=results.json',
    'drift --no-target --reporter json=results.json',
    `attest none.json --subject sha256:${'ab'.repeat(32)} --key none.pem -o results.json`,
  ]),
)('%s leaves nothing of an earlier command', async (line) => {
  await using folder = await filled();
  expect(await assayer(line.split(' '), { cwd: folder.path })).toMatchObject({ status: 2 });
  expect(await readdir(folder.path)).not.toContain('results.json');
  expect(await readdir(folder.path)).toContain('junit.xml');
});

test.concurrent('a target that is not reachable is told in every report', { tags: ['night'] }, async () => {
  await using folder = await filled();
  const args = ['check', 'http://127.0.0.1:1', '--out', '.', '--quiet'];
  expect(await assayer(args, { cwd: folder.path })).toMatchObject({ status: 2 });
  const read = (name: string): Promise<string> => readFile(join(folder.path, name), 'utf8');
  expect(JSON.parse(await read('results.json'))).toMatchObject({ summary: { verdict: 'not-judged' } });
  expect(await read('junit.xml')).toContain('not reachable');
  expect(await read('report.html')).toContain('not reachable');
});

test.concurrent('a run that is refused since it would overwrite something removes nothing', {
  tags: ['night'],
}, async () => {
  await using folder = await filled();
  const args = ['check', '--last-failed', 'results.json', '--out', '.'];
  const { status, stderr } = await assayer(args, { cwd: folder.path });
  expect(stderr).toContain('--out: results.json is read too, as --last-failed');
  expect(status).toBe(2);
  for (const name of OLD) expect(await readFile(join(folder.path, name), 'utf8')).toBe(RESULTS);
});
