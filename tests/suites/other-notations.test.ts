import { expect, test } from 'vitest';
import type { Fetch, Mock } from '../../mock/index.ts';
import { tellsSent } from '../../suites/support/view/notation.ts';
import { inGate } from '../in-gate.ts';
import { before, judged, type Server } from './judged.ts';
import { wrapOf } from './varied.ts';

test.each(
  inGate([
    ['a price as money', 100, { amount: '100.00', currency: 'EUR' }],
    ['a price within its value', 100, { value: { amount: 100 } }],
    ['a date as its parts', '2031-03-31', [2031, 3, 31]],
    ['a date as named parts', '2031-03-31', { year: 2031, month: '03', day: 31 }],
  ]),
)('%s tells it', (_title, sent, got) => {
  expect(tellsSent(sent, got)).toBe(true);
});

test.each(
  inGate([
    ['another amount', 100, { amount: 101, currency: 'EUR' }],
    ['an empty object', 100, {}],
    ['another day', '2031-03-31', [2031, 3, 30]],
    ['a part alone', '2031-03-31', [2031]],
    ['null', 100, null],
    ['another plain value', 100, 101],
    ['what lies deep in a record of its own', 100, { a: { b: { c: 100 } } }],
  ]),
)('%s does not', (_title, sent, got) => {
  expect(tellsSent(sent, got)).toBe(false);
});

const RULES = ['create/addressable', 'create/describes', 'operation/effect', 'model/sequence'];
const options: Server['options'] = { representations: ['json'], operationForms: ['A'] };

test.each(['json-prices-as-money', 'json-dates-as-arrays', 'json-without-empty-members'])(
  '%s is legal',
  { tags: ['night'] },
  async (id) => {
    const { ended } = await judged(RULES, { wrap: wrapOf(id), options, hasUntoldOperations: true });
    expect([...ended('fail'), ...ended('error')]).toEqual([]);
    expect(ended('pass')).toEqual(
      expect.arrayContaining(['create/addressable deals', 'operation/effect ChangePrice/A']),
    );
  },
);

/** A deal that goes on to show another price than the one that was sent. */
const otherPrice = before(async ({ method, body }, next) =>
  method === 'POST' && body.includes('"price":100')
    ? next({ body: body.replace('"price":100', '"price":99') })
    : next(),
);
const staysAsItWas = before(async ({ path, body }, next) =>
  path.endsWith('/change-price') ? next({ body: body.replace(/"newPrice":[\d.]+/u, '"newPrice":100') }) : next(),
);

test.each(
  inGate(
    [
      ['json-prices-as-money', 'create/addressable deals', otherPrice],
      ['json-prices-as-money', 'operation/effect ChangePrice/A', staysAsItWas],
      ['json-without-empty-members', 'operation/effect ChangePrice/A', staysAsItWas],
    ] as const,
    3,
  ),
)('with %s, %s fails where the price is another one', { tags: ['night'] }, async (id, failed, broken) => {
  const wrap = (fetch: Fetch, mock: Mock): Fetch => wrapOf(id)(broken(fetch), mock);
  expect((await judged(RULES, { wrap, options })).ended('fail')).toContain(failed);
});
