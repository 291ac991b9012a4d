import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';

const RULE = 'read/made';
const options = { operationForms: ['A', 'E'], representations: ['json'] } as const;

type Wrap = (fetch: Fetch) => Fetch;
type Entry = Readonly<Record<string, unknown>>;

const arrayIn = async (response: Response): Promise<readonly Entry[]> => {
  const value: unknown = await response.json();
  return Array.isArray(value) ? value : [];
};

/** A list of holds that shows some of its records; `isPriced` says whether the price of their deal was changed. */
const listing =
  (shown: (entries: readonly Entry[], isPriced: boolean) => readonly Entry[]): Wrap =>
  (fetch) => {
    const priced = new Set<string>();
    return async (request) => {
      const { pathname } = new URL(request.url);
      const deal = /\/deals\/([^/]+)/u.exec(pathname)?.[1] ?? '';
      const response = await fetch(request);
      if (pathname.endsWith('/change-price') && response.ok) priced.add(deal);
      const isList = pathname.endsWith('/holds') && response.status === 200;
      // It would be the length of another list.
      if (isList && request.method === 'HEAD') return new Response(null, { status: 200 });
      return isList && request.method === 'GET'
        ? json(200, shown(await arrayIn(response), priced.has(deal)))
        : response;
    };
  };

/** A deal that is on hold no more once its price was changed. */
const endsHolds: Wrap = (fetch) => {
  const priced = new Set<string>();
  return async (request) => {
    const { pathname } = new URL(request.url);
    const response = await fetch(request);
    if (pathname.endsWith('/change-price') && response.ok) priced.add(pathname.replace('/change-price', ''));
    if (/\/(?:hold|holds)$/u.test(pathname) && response.ok) priced.delete(pathname.replace(/\/holds?$/u, ''));
    if (request.method !== 'GET' || !priced.has(pathname) || response.status !== 200) return response;
    const deal: unknown = await response.json();
    return json(200, { ...(typeof deal === 'object' ? deal : {}), held: false, holdReason: null });
  };
};

const WRONG: readonly [what: string, wrap: Wrap][] = [
  ['all but the third', listing((all) => all.filter((_, at) => at !== 2))],
  ['none after a change of the price', listing((all, isPriced) => (isPriced ? [] : all))],
];

test.each(WRONG)('found: a list of records shows %s', async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, options });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail', reason: expect.stringContaining('in the list') });
});

const LEGAL: readonly [what: string, wrap: Wrap][] = [
  ['the first two, as a page', listing((all) => all.slice(0, 2))],
  ['the first four, as a page', listing((all) => all.slice(0, 4))],
  ['the newest alone', listing((all) => all.slice(-1))],
  ['the newest three, the last one first', listing((all) => all.slice(-3).reverse())],
  [
    'what holds now, where a change of the price ends a hold',
    (fetch) => listing((all, isPriced) => (isPriced ? [] : all))(endsHolds(fetch)),
  ],
  [
    'two records, and refuses a third',
    (fetch) => {
      const counts = new Map<string, number>();
      return async (request) => {
        const count = counts.get(request.url) ?? 0;
        const isPosted = request.method === 'POST' && request.url.endsWith('/holds');
        if (isPosted) counts.set(request.url, count + 1);
        return isPosted && count > 1 ? json(409, {}) : fetch(request);
      };
    },
  ],
];

test.each(inGate(LEGAL))('legal: a list of records shows %s', async (_, wrap) => {
  const { results } = await judged([RULE], { wrap, options });
  expect(results.filter(({ outcome }) => outcome === 'fail').map(({ reason }) => reason)).toEqual([]);
});
