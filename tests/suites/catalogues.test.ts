import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { splitByScore } from '../../core/results/scoring.ts';
import { summarise } from '../../core/results/verdict.ts';
import { startMock } from '../../mock/node.ts';
import { renderText, reportHtml, reportMarkdown } from '../../reports/index.ts';
import { CATALOGUES } from '../../suites/catalogues/index.ts';
import { RULES } from '../../suites/index.ts';
import { temporaryFolder } from '../cli/assayer.ts';
import { blocksOf, commandsIn, expectAsShown } from '../cli/page.ts';
import { failure, result, resultsOf, WHOLE } from '../reports/sample.ts';

const FOLDER = new URL('../../suites/catalogues/', import.meta.url);

/** The hash of each rule set, and when it was made: from then on it is fixed. Add a line for a new one; never change one. */
const MADE: Readonly<Record<string, { readonly hash: string; readonly at: string }>> = {
  '2026-11': { hash: 'ab3efc116c2cf2a44b9562740c1bf5c097b7ed1f7b4170d98e14205d28228cda', at: '2026-11-22T16:20:00Z' },
};
const ROOT = new URL('../../', import.meta.url).pathname;

/** Every version of a file in the history that was written since a moment; undefined where there is no history. */
function versionsSince(at: string, file: string): readonly Buffer[] | undefined {
  const git = (...args: readonly string[]): Buffer | undefined => {
    const { status, stdout } = spawnSync('git', args, { cwd: ROOT });
    return status === 0 ? stdout : undefined;
  };
  // The date of the author stays when commits are moved.
  const commits = git('log', '--format=%H %aI', '--', file)?.toString().split('\n');
  return commits?.flatMap((line) => {
    const [commit = '', written = ''] = line.split(' ');
    return Date.parse(written) >= Date.parse(at) ? (git('show', `${commit}:${file}`) ?? []) : [];
  });
}

const hashOf = (text: Buffer): string => createHash('sha256').update(text).digest('hex');
const hasHistory = versionsSince('2026-11-22T16:20:00Z', 'suites/catalogues/2026-11.ts') !== undefined;

/** Rules that a later release withdrew: their ids stay reserved. */
const WITHDRAWN: readonly string[] = [];

test('a rule set never changes', async () => {
  const files = (await readdir(FOLDER)).filter((file) => file !== 'index.ts');
  expect(files.map((file) => file.replace(/\.ts$/u, '')).toSorted()).toEqual(Object.keys(MADE).toSorted());
  expect([...CATALOGUES.keys()].toSorted()).toEqual(Object.keys(MADE).toSorted());
  for (const [name, { hash }] of Object.entries(MADE)) {
    expect(hashOf(await readFile(new URL(`${name}.ts`, FOLDER))), name).toBe(hash);
  }
});

// A file and its hash above can be changed together; what was committed stays.
test.skipIf(!hasHistory)('a rule set was never another one since it was made (in a clone of the repository)', () => {
  for (const [name, { hash, at }] of Object.entries(MADE)) {
    const versions = versionsSince(at, `suites/catalogues/${name}.ts`) ?? [];
    expect([...new Set(versions.map(hashOf))], name).toEqual(versions.length === 0 ? [] : [hash]);
  }
});

test('a rule of any release is still there, or was withdrawn', () => {
  const ids = [...CATALOGUES.values()].flatMap((catalogue) => Object.keys(catalogue));
  expect(ids.filter((id) => !RULES.some((rule) => rule.id === id) && !WITHDRAWN.includes(id))).toEqual([]);
});

test('a rule counts at the level of the release; a newer one counts nowhere and is told', () => {
  const all = [
    failure({ rule: 'create/new', level: 'must' }),
    failure({ rule: 'create/location', level: 'must' }),
    result({ rule: 'create/status' }),
  ];
  const { results, unscored } = splitByScore(all, { 'create/status': 'must', 'create/location': 'should' });
  expect(unscored.map(({ rule }) => rule)).toEqual(['create/new']);
  expect(results.map(({ level }) => level)).toEqual(['should', 'must']);
  const summary = summarise(results, { level: 'must', minExercised: 1 });
  expect(summary.verdict).toBe('conformant');
  expect(summary.coverage.applicable).toBe(1);
  const base = resultsOf(results);
  const told = { ...base, run: { ...base.run, selection: { ...WHOLE, catalogue: '2026-11' } }, unscored };
  for (const report of [renderText(told), reportMarkdown(told), reportHtml(told)]) {
    expect(report).toContain('Newer than catalogue 2026-11, tried and not counted: 1 rule');
    expect(report).toContain('create/new: 1 failed, the first on deals');
  }
});

test('docs/policy.md shows what happens', async () => {
  await using folder = await temporaryFolder();
  await using mock = await startMock({ port: 0 });
  const shown = (await blocksOf('docs/policy.md', 'console')).flatMap(commandsIn);
  expect(shown).toHaveLength(2);
  for (const command of shown)
    await expectAsShown(command, folder.path, (text) => text.replaceAll('http://127.0.0.1:4010', mock.url));
});
