import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { answered, judged } from './judged.ts';

const RULE = 'operation/effect';
const OPTIONS = { representations: ['json'], operationForms: ['F', 'G'] } as const;

const isOfDocument = ({ url, method }: Request): boolean => method === 'PUT' && url.includes('/commands/');

/** Answers the PUT that made a command document with another status. */
const madeWith =
  (status: number): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    const isMade = isOfDocument(request) && response.status === 201;
    return isMade ? answered(response, status) : response;
  };

test.each([[200], [204]])('%i for a command document that was made is found', { tags: ['night'] }, async (status) => {
  const { ended, of } = await judged([RULE], { wrap: madeWith(status), options: OPTIONS });
  expect(ended('fail')).toEqual([`${RULE} HoldDeal/F`, `${RULE} HoldDeal/G`]);
  expect(of(RULE, 'HoldDeal/F').reason).toContain('201');
});

/** Answers a PUT that made a document otherwise, where this is wanted: `nth` of its deal, for who accepts this. */
const madeOtherwise = (
  status: number,
  isIt: (nth: number, accept: string) => boolean,
  then: (fetch: Fetch) => Fetch = (fetch) => fetch,
): ((fetch: Fetch) => Fetch) => {
  const made = new Map<string, number>();
  return (fetch) => async (request) => {
    const body = await request.clone().text();
    const response = await then(fetch)(request);
    if (!isOfDocument(request) || response.status !== 201) return response;
    const deal = /"deal":"?([^",}]*)/u.exec(body)?.[1] ?? request.url.replace(/\/commands\/.*$/u, '');
    const nth = (made.get(deal) ?? 0) + 1;
    made.set(deal, nth);
    return isIt(nth, request.headers.get('accept') ?? '') ? answered(response, status) : response;
  };
};

test('204 for the second document of a deal is found', { tags: ['night'] }, async () => {
  const { ended } = await judged([RULE], { wrap: madeOtherwise(204, (nth) => nth > 1), options: OPTIONS });
  expect(ended('fail')).toEqual([`${RULE} HoldDeal/F`, `${RULE} HoldDeal/G`]);
});

test.each(['xml', 'html'])('200 for a client that accepts %s is found', { tags: ['night'] }, async (name) => {
  const wrap = madeOtherwise(200, (_, accept) => accept.includes(name));
  const { ended } = await judged([RULE], { wrap, options: { operationForms: ['F', 'G'] } });
  expect(ended('fail')).toEqual([`${RULE} HoldDeal/F`, `${RULE} HoldDeal/G`]);
});

/** Takes no second command of a deal. */
const refusesMore: (fetch: Fetch) => Fetch = (fetch) => {
  const known = new Map<string, string>();
  return async (request) => {
    const { pathname } = new URL(request.url);
    const deal = /^(.*\/deals\/.*)\/commands\//u.exec(pathname)?.[1];
    if (request.method !== 'PUT' || deal === undefined) return fetch(request);
    if ((known.get(deal) ?? pathname) !== pathname) return new Response(null, { status: 409 });
    known.set(deal, pathname);
    return fetch(request);
  };
};

/** Carries out what comes for another type later. */
const later = madeOtherwise(202, (_, accept) => !accept.includes('json'));

/** Documents that nobody reads. */
const unread: (fetch: Fetch) => Fetch = (fetch) => async (request) =>
  request.method === 'GET' && request.url.includes('/commands/')
    ? new Response(null, { status: 404 })
    : madeWith(204)(fetch)(request);

test.each<[string, (fetch: Fetch) => Fetch]>([
  ['makes documents that nobody reads', unread],
  ['answers 201', (fetch) => fetch],
])('a server that %s is not failed', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap, options: OPTIONS });
  expect(ended('fail')).toEqual([]);
});

test.each<[string, (fetch: Fetch) => Fetch]>([
  ['takes one command of a deal', refusesMore],
  ['does later what comes for another type', later],
])('a server that %s is not failed in any type', { tags: ['night'] }, async (_, wrap) => {
  const { ended, of } = await judged([RULE], { wrap, options: { operationForms: ['F', 'G'] } });
  for (const result of ended('fail')) expect(of(RULE, result.split(' ')[1] ?? '').reason).not.toContain('status 201');
});
