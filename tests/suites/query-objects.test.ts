import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

/** What a query of document 4.3 finds is an array of records. */
const RULE = 'query/records';
type Shown = Readonly<Record<string, unknown>>;

const found = (change: (record: Shown) => unknown): ((fetch: Fetch) => Fetch) =>
  rewritingJson<readonly Shown[]>(/^\/query\//u, (records) => records.map(change));

test('found: ids in place of records', async () => {
  const { ended } = await judged([RULE], { wrap: found(({ id }) => id) });
  expect(ended('fail')).not.toEqual([]);
});

test('legal: records with their ids and names alone', async () => {
  const { ended } = await judged([RULE], { wrap: found(({ id, name }) => ({ id, name })) });
  expect(ended('fail')).toEqual([]);
});
