import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

/** What was sent on creation, to the letter, after operations that are not about it (document 4.2). */
type Shown = Readonly<Record<string, unknown>>;

const RULE = 'operation/effect';
const DEAL = /\/deals\/[^/]+$/u;
const options = { operationForms: ['A'], representations: ['json'] } as const;

/** Shows a deal so once it has another price, which an operation alone gives it. */
const onceChanged = (change: (deal: Shown) => Shown): ((fetch: Fetch) => Fetch) =>
  rewritingJson<Shown>(DEAL, (deal) => (typeof deal['reason'] === 'string' ? change(deal) : deal));

const tidied = (deal: Shown): Shown =>
  Object.fromEntries(
    Object.entries(deal).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

test.each([
  ['a change of the price takes blanks away from the ends of texts', onceChanged(tidied)],
  [
    'a change of the price writes a further member in small letters',
    onceChanged((deal) => ({ ...deal, assayerLetters: String(deal['assayerLetters'] ?? '').toLowerCase() })),
  ],
])('it is found where %s', async (_what, wrap) => {
  const { ended } = await judged([RULE], { wrap, options });
  expect(ended('fail')).toContain(`${RULE} HoldDeal/A`);
});

test('a service that takes blanks away on creation, and never stores further members, fails nothing', async () => {
  const wrap = rewritingJson<Shown>(DEAL, (deal) =>
    tidied(Object.fromEntries(Object.entries(deal).filter(([name]) => !name.startsWith('assayer')))),
  );
  const { ended } = await judged([RULE], { wrap, options });
  expect(ended('fail')).toEqual([]);
});
