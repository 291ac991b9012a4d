import { expect, test } from 'vitest';
import { judged } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

/** Entries of a collection whose members have other types than the records have (document 4.4). */
type Shown = Readonly<Record<string, unknown>>;

const RULE = 'read/made';
const LIST = /\/deals\/$/u;
const DEAL = /\/deals\/[^/]+$/u;
const options = { operationForms: ['A'], representations: ['json'] } as const;

const listing = (change: (entry: Shown) => Shown) =>
  rewritingJson<readonly Shown[]>(LIST, (entries) => entries.map(change));

const asTexts = (entry: Shown, isMeant: (name: string) => boolean): Shown =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [
      name,
      isMeant(name) && ['number', 'boolean'].includes(typeof value) ? String(value) : value,
    ]),
  );

/** Ids that are numbers in records, and texts in the collection. */
const numbered = rewritingJson<Shown>(DEAL, (deal) => ({ ...deal, id: Number(deal['id']) }));

test.each([
  ['the price is a text there', listing((entry) => asTexts(entry, (name) => name === 'price'))],
  [
    'a flag is a text there',
    listing((entry) => asTexts({ ...entry, held: false }, (name) => name === 'assayerUrgent')),
  ],
])('it is found where %s', async (_what, wrap) => {
  const held = rewritingJson<Shown>(DEAL, (deal) => ({ held: false, ...deal }));
  const { ended } = await judged([RULE], { wrap: (fetch) => wrap(held(fetch)), options });
  expect(ended('fail')).toEqual([`${RULE} deals`]);
});

test('it is found where the id is a number in the record alone', async () => {
  const { ended } = await judged([RULE], { wrap: numbered, options });
  expect(ended('fail')).toEqual([`${RULE} deals`]);
});

test.each([
  ['of texts alone', listing((entry) => asTexts(entry, () => true))],
  ['that leaves members out', listing(({ id, name }) => ({ id, name }))],
])('a collection %s fails nothing', async (_what, wrap) => {
  const { ended } = await judged([RULE], { wrap, options });
  expect(ended('fail')).toEqual([]);
  expect(ended('pass')).toEqual([`${RULE} deals`]);
});
