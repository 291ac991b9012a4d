import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';

const RULE = 'operation/effect';
const options = { operationForms: ['A', 'B'], representations: ['json'] } as const;

type Entry = Readonly<Record<string, unknown>>;
type Show = (all: readonly Entry[]) => readonly Entry[];

/** A service that shows other deals than it has, at these addresses. */
const showing =
  (place: RegExp, show: Show, fields: Readonly<Record<string, string>> = {}) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    if (request.method !== 'GET' || !place.test(new URL(request.url).pathname) || !response.ok) return response;
    const all: readonly Entry[] = await response.json();
    const shown = show(all);
    return shown.length === 0 && /query/u.test(request.url) ? json(404, {}) : json(200, shown, fields);
  };

const LIST = /\/deals\/$/u;
const QUERY = /^\/query\/deals\//u;
const free: Show = (all) => all.filter(({ held }) => held !== true);
const price = ({ price: amount }: Entry): number => Number(amount);
const newest = (all: readonly Entry[]): readonly Entry[] => all.toReversed();

test.each(
  inGate([
    ['lists no deal that is on hold', showing(LIST, free)],
    ['lists no deal of another price', showing(LIST, (all) => all.filter((one) => price(one) !== 1250))],
    ['finds no deal that is on hold', showing(QUERY, free)],
  ] as const),
)('found: a service that %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended, results } = await judged([RULE], { wrap, options, runs: 1 });
  expect(ended('fail')).not.toEqual([]);
  expect(results.map(({ expected }) => expected ?? '').join()).toContain('as before it');
});

test.each(
  inGate([
    [
      'lists twenty, the cheapest first',
      showing(LIST, (all) => all.toSorted((a, b) => price(a) - price(b)).slice(0, 20)),
    ],
    ['lists the four newest', showing(LIST, (all) => newest(all).slice(0, 4))],
    ['lists the first four', showing(LIST, (all) => all.slice(0, 4))],
    ['lists those not on hold, which a cache may keep', showing(LIST, free, { 'cache-control': 'max-age=60' })],
    ['lists those not on hold, as a part', showing(LIST, free, { link: '</rest/1/deals/?page=2>; rel="next"' })],
    ['lists no deal that was cancelled', showing(LIST, (all) => all.filter(({ canceled }) => canceled !== true))],
  ] as const),
)('legal: a service that %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap, options, runs: 1 });
  expect(ended('fail')).toEqual([]);
});
