import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import type { Results } from '../../core/results/results.ts';
import { resultsSchema } from '../../fixtures/schemas/results.ts';
import { reportJson } from '../../reports/json.ts';
import { hostile, mixed, resultsOf } from './sample.ts';

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true, allowUnionTypes: true });
addFormats.default(ajv);
const validate = ajv.compile(resultsSchema);

test.each([
  ['every outcome', mixed()],
  ['no result', resultsOf([])],
])('a report of %s follows its published schema and loses nothing', (_, results) => {
  const saved: unknown = JSON.parse(reportJson(results));
  validate(saved);
  expect(validate.errors).toBeNull();
  expect(saved).toEqual(results);
});

test('any text survives being saved', () => {
  const saved: Results = JSON.parse(reportJson(hostile()));
  expect(saved.target.name).toBe(hostile().target.name);
});

test.each<[string, (results: Results) => unknown]>([
  ['an unknown verdict', (r) => ({ ...r, summary: { ...r.summary, verdict: 'fine' } })],
  ['a result without an outcome', (r) => ({ ...r, results: [{ ...r.results[0], outcome: undefined }] })],
  ['a pass without a witness', (r) => ({ ...r, results: [{ ...r.results[0], outcome: 'pass', witness: [] }] })],
  ['an unknown member', (r) => ({ ...r, extra: 1 })],
  ['another format', (r) => ({ ...r, format: 'assayer-results/2' })],
])('the schema refuses %s', (_, spoil) => {
  expect(validate(JSON.parse(JSON.stringify(spoil(mixed()))))).toBe(false);
});

test('nothing in it moves a cursor or turns the order of reading', () => {
  const told = hostile();
  const odd = { ...told, target: { ...told.target, name: 'a\u009b\u007f\u202e\u{e0001}b' } };
  const text = reportJson(odd);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(odd)));
});
