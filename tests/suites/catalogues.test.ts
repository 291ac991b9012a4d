import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { splitByScore } from '../../core/scoring.ts';
import { summarise } from '../../core/verdict.ts';
import { startMock } from '../../mock/node.ts';
import { renderText, reportHtml, reportMarkdown } from '../../reports/index.ts';
import { CATALOGUES } from '../../suites/catalogues/index.ts';
import { RULES } from '../../suites/index.ts';
import { temporaryFolder } from '../cli/assayer.ts';
import { blocksOf, commandsIn, expectAsShown } from '../cli/page.ts';
import { failure, result, resultsOf, WHOLE } from '../reports/sample.ts';

const FOLDER = new URL('../../suites/catalogues/', import.meta.url);

/** The hash of each rule set on the day on which it was made. Add a line for a new one; never change one. */
const MADE: Readonly<Record<string, string>> = {
  '2026-11': 'ab3efc116c2cf2a44b9562740c1bf5c097b7ed1f7b4170d98e14205d28228cda',
};

/** Rules that a later release withdrew: their ids stay reserved. */
const WITHDRAWN: readonly string[] = [];

test('a rule set never changes', async () => {
  const files = (await readdir(FOLDER)).filter((file) => file !== 'index.ts');
  expect(files.map((file) => file.replace(/\.ts$/u, '')).toSorted()).toEqual(Object.keys(MADE).toSorted());
  expect([...CATALOGUES.keys()].toSorted()).toEqual(Object.keys(MADE).toSorted());
  for (const [name, made] of Object.entries(MADE)) {
    const text = await readFile(new URL(`${name}.ts`, FOLDER));
    expect(createHash('sha256').update(text).digest('hex'), name).toBe(made);
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
