import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareResults } from '../../core/results/compare.ts';
import type { Result } from '../../core/results/results.ts';
import { failure, result, resultsOf, WHOLE } from '../reports/sample.ts';
import { assayer, temporaryFolder } from './assayer.ts';
import { blocksOf, commandsIn, expectAsShown } from './page.ts';

const unseen = result({ outcome: 'not-exercised', reason: 'read only', witness: [] });
const otherValues = failure({ actual: 'status 200 application/json, 99 bytes: {"id":"8"}' });
const otherDefect = failure({ actual: 'status 500 without a body' });

test.concurrent.each<[string, Result, Result, string | undefined]>([
  ['passes', result(), result(), undefined],
  ['fails alike with other values', failure(), otherValues, undefined],
  ['is never exercised', unseen, unseen, undefined],
  ['passed and fails', result(), failure(), 'regressed'],
  ['was not exercised and fails', unseen, failure(), 'regressed'],
  ['fails in another way', failure(), otherDefect, 'changed'],
  ['failed and passes', failure(), result(), 'fixed'],
  ['was not exercised and passes', unseen, result(), 'exercised'],
  ['passed and is not exercised', result(), unseen, 'lost'],
  ['failed and is not exercised', failure(), unseen, 'lost'],
])('a check that %s', (_, before, after, change) => {
  const { differences } = compareResults(resultsOf([before]), resultsOf([after]));
  expect(differences.map((one) => one.change)).toEqual(change === undefined ? [] : [change]);
});

test.concurrent('a check that is not there is gone, or lost where the selection left its rule out', () => {
  const kept = result({ rule: 'create/location' });
  const whole = resultsOf([kept]);
  const base = resultsOf([result(), kept]);
  expect(compareResults(base, whole).differences).toMatchObject([{ change: 'gone', rule: 'create/status' }]);
  const selection = { ...WHOLE, rules: ['create/location'], leftOut: { rules: 97, results: 1 } };
  const part = { ...whole, run: { ...whole.run, selection } };
  expect(compareResults(base, part).differences).toMatchObject([{ change: 'lost', after: 'not selected' }]);
  expect(compareResults(whole, base).differences).toMatchObject([{ change: 'exercised', before: 'not there' }]);
});

test.concurrent('a run that was not judged is told with the reason, in a line, and fails whoever asks for differences', async () => {
  await using folder = await temporaryFolder();
  const base = resultsOf([result(), result({ rule: 'create/location' })]);
  const none = resultsOf([]);
  const cause = 'The target is not reachable';
  const dead = { ...none, run: { ...none.run, interrupted: cause }, summary: { ...none.summary, cause } };
  await writeFile(join(folder.path, 'base.json'), JSON.stringify(base));
  await writeFile(join(folder.path, 'dead.json'), JSON.stringify(dead));
  const compare = (...args: string[]) => assayer(['compare', ...args], { cwd: folder.path });
  const plain = await compare('base.json', 'dead.json');
  expect(plain.stdout).toMatch(/^The later run was not judged: The target is not reachable\n/u);
  expect(plain.stdout).toMatch(
    /No longer exercised \(2\)\n {2}all that passed or failed [^\n]*\n\nCompared: 2 no longer/u,
  );
  expect(plain.stdout).not.toContain('not selected');
  expect(plain.status).toBe(0);
  expect((await compare('base.json', 'dead.json', '--fail-on', 'lost')).status).toBe(1);
  expect((await compare('base.json', 'dead.json', '--fail-on', 'regressed')).status).toBe(2);
  const back = await compare('dead.json', 'base.json', '--fail-on', 'lost', '--reporter', 'markdown');
  expect(back.stdout).toContain('The earlier run was not judged: The target is not reachable');
  expect(back.status).toBe(2);
});

test.concurrent('docs/compare.md shows what happens', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'base.json'), JSON.stringify(resultsOf([result()])));
  await writeFile(join(folder.path, 'head.json'), JSON.stringify(resultsOf([failure()])));
  const shown = (await blocksOf('docs/compare.md', 'console')).flatMap(commandsIn);
  expect(shown).toHaveLength(3);
  for (const command of shown) await expectAsShown(command, folder.path, (text) => text);
});

test.concurrent.each<[string, string, RegExp]>([
  ['another file', '{"name":"mine"}', /holds no results of assayer/u],
  [
    'results of another format',
    '{"format":"assayer-results/9"}',
    /is of format assayer-results\/9; this version reads assayer-results\/1/u,
  ],
  ['spoilt results', '{"format":"assayer-results/1"}', /is spoilt:\n {2}\w+ is missing/u],
  ['no JSON', '{"a":hunter2}', /is not JSON(?!.*hunter2)/u],
])('%s is refused', async (_, text, told) => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'r.json'), text);
  const { status, stderr } = await assayer(['report', 'r.json'], { cwd: folder.path });
  expect(stderr).toMatch(told);
  expect(status).toBe(2);
});

test.concurrent('--fail-on of a difference needs a baseline, and a baseline that is not valid is refused before anything is sent', async () => {
  const alone = await assayer(['check', '--fail-on', 'regressed']);
  expect(alone.stderr).toContain('--fail-on regressed needs an earlier run to compare with: add --baseline base.json');
  expect(alone.status).toBe(2);
  const none = await assayer(['check', '--baseline', 'none.json']);
  expect(none.stderr).toMatch(/none\.json cannot be read/u);
  expect(none.status).toBe(2);
});

test.concurrent('merge compares nothing, so that it refuses --fail-on of a difference, and of what nobody knows', async () => {
  const difference = await assayer(['merge', '1.json', '2.json', '--fail-on', 'harm,regressed']);
  expect(difference.stderr).toContain(
    '--fail-on regressed needs an earlier run to compare with: assayer compare base.json',
  );
  expect(difference.status).toBe(2);
  const misspelt = await assayer(['merge', '1.json', '2.json', '--fail-on', 'harms']);
  expect(misspelt.stderr).toContain('--fail-on: “harms” is nothing to fail on; did you mean harm?');
  expect(misspelt.status).toBe(2);
});

test.concurrent('two reports to stdout are refused', async () => {
  const two = ['--reporter', 'json', '--reporter', 'markdown'];
  const { status, stdout, stderr } = await assayer(['compare', 'a.json', 'b.json', ...two]);
  expect(stderr).toContain('--reporter: only one report can go to stdout');
  expect(stdout).toBe('');
  expect(status).toBe(2);
});
