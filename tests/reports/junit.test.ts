import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Results } from '../../core/results/results.ts';
import { reportJunit } from '../../reports/junit.ts';
import { anyCodePoint } from '../any-text.ts';
import { failure, hostile, mixed, result, resultsOf, WAIVER } from './sample.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: string | undefined;
  text: string;
}

/** Parses strictly: whatever is not well formed throws. */
function parse(xml: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    // Without namespaces saxes gives attributes as strings.
    const element = { name, attributes: attributes as Record<string, string>, parent: open.at(-1)?.name, text: '' };
    elements.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return elements;
}

const named = (elements: readonly Element[], name: string): Element[] => elements.filter((e) => e.name === name);

test('every outcome has its own element, and what could not be judged is an error', () => {
  const elements = parse(reportJunit(mixed()));
  expect(named(elements, 'failure').map((e) => e.attributes['type'])).toEqual(['must', 'must', 'should']);
  expect(named(elements, 'error').map((e) => e.attributes['type'])).toEqual(['inconclusive', 'error']);
  const skipped = named(elements, 'skipped').map((e) => e.attributes['message']);
  expect(skipped.filter((m) => m?.startsWith('not-applicable: '))).toHaveLength(10);
  expect(skipped.filter((m) => m?.startsWith('not-exercised: '))).toHaveLength(1);
});

test('counts are those of the elements, in each suite and in all', () => {
  const elements = parse(reportJunit(mixed()));
  const sum = (attribute: string): number =>
    named(elements, 'testsuite').reduce((total, suite) => total + Number(suite.attributes[attribute]), 0);
  expect(sum('tests')).toBe(named(elements, 'testcase').length);
  expect(sum('failures')).toBe(named(elements, 'failure').length);
  expect(sum('errors')).toBe(named(elements, 'error').length);
  expect(sum('skipped')).toBe(named(elements, 'skipped').length);
  const [root] = elements;
  expect(root?.attributes).toMatchObject({ tests: '45', failures: '3', errors: '2' });
});

test('the time of the whole is that of the run, though checks run beside each other', () => {
  const [root] = parse(reportJunit(resultsOf([result({ durationMs: 90_000 }), result({ subject: 'users' })])));
  expect(root?.attributes['time']).toBe('3.400');
});

test('verdict, selection and coverage are properties', () => {
  const properties = named(parse(reportJunit(mixed())), 'property').map(({ attributes }) => attributes);
  expect(properties).toContainEqual({ name: 'selection', value: 'every rule' });
  expect(properties).toContainEqual({ name: 'coverage', value: '29 of 32 applicable must checks exercised' });
});

test('a failure carries what is needed to see it again', () => {
  const [told] = named(parse(reportJunit(resultsOf([failure({ replay: 'create/status@deals@1@2@0' })]))), 'failure');
  expect(told?.attributes['message']).toContain('expected status 201, got status 200');
  expect(told?.text).toContain("curl -sS -i -g --path-as-is -X POST -H 'Accept: application/json'");
  expect(told?.text).toContain('--replay create/status@deals@1@2@0');
});

test('a waived failure is skipped, with the waiver', () => {
  const elements = parse(reportJunit(resultsOf([result(), failure({ waiver: WAIVER })])));
  expect(named(elements, 'failure')).toHaveLength(0);
  expect(named(elements, 'skipped')[0]?.attributes['message']).toContain(
    'failed, waived: ticket 7 (deals team; until 2025-12-31, 60 days left, waived for 12 days)',
  );
});

test('a run that judged nothing is red', () => {
  const [error] = named(parse(reportJunit(resultsOf([]))), 'error');
  expect(error?.attributes['message']).toBe('not judged: no rule matched the selection');
});

test('any text stays well formed', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint }), fc.string({ unit: 'binary-ascii' }), (a, b) => {
      const elements = parse(
        reportJunit(resultsOf([failure({ subject: a, title: b, reason: a, actual: b, clause: a })])),
      );
      expect(named(elements, 'failure')).toHaveLength(1);
    }),
  );
  expect(() => parse(reportJunit(hostile()))).not.toThrow();
});

const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;

// Well-formedness and counts are checked above in any case; the schema needs a validator, which not every machine has.
test.skipIf(!hasXmllint).each([
  ['of every outcome', mixed()],
  ['of nothing', resultsOf([])],
  ['of hostile texts', { ...hostile(), run: mixed().run }],
] satisfies [string, Results][])('a report %s follows the schema of JUnit XML (needs xmllint)', (_, results) => {
  const file = join(folder, 'junit.xml');
  writeFileSync(file, reportJunit(results));
  execFileSync('xmllint', ['--noout', '--schema', join(import.meta.dirname, 'junit.xsd'), file], { stdio: 'pipe' });
});

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assayer-junit-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
