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

/** Documents that nobody reads. */
const unread: (fetch: Fetch) => Fetch = (fetch) => async (request) =>
  request.method === 'GET' && request.url.includes('/commands/')
    ? new Response(null, { status: 404 })
    : madeWith(204)(fetch)(request);

test.each<[string, (fetch: Fetch) => Fetch]>([
  ['makes documents that nobody reads', unread],
  ['answers 201', (fetch) => fetch],
])('a server that %s is not failed', async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap, options: OPTIONS });
  expect(ended('fail')).toEqual([]);
});
