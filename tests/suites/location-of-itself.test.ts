import { expect, test } from 'vitest';
import type { Form } from '../../core/claims.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** The Location and the validators of a 201, of deals and of what operations make (document 4.4-c2, 4.4-c4, 4.5-2; RFC 9110 15.3.2). */
type Wrap = (fetch: Fetch) => Fetch;
const RULES = ['create/path', 'create/etag-agrees', 'operation/status'];

/** Changes the fields of each 201 at these addresses, and takes one away everywhere. */
const made =
  (where: RegExp, change: (headers: Headers) => void, without = 'none'): Wrap =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    const headers = new Headers(response.headers);
    headers.delete(without);
    if (response.status === 201 && where.test(new URL(request.url).pathname)) change(headers);
    return new Response(response.body, { status: response.status, headers });
  };

const ending = (end: string) => (headers: Headers) => {
  headers.set('location', `${headers.get('location') ?? ''}${end}`);
};
const longAgo = (headers: Headers): void => headers.set('last-modified', 'Tue, 01 Jan 2019 00:00:00 GMT');

const DEALS = /\/deals\/$/u;
const HOLDS = /\/holds$/u;
const PRICES = /\/price-changes$/u;
const COMMANDS = /\/commands\/[^/]+$/u;

const WRONG: readonly (readonly [string, string, Form, Wrap])[] = [
  ['a deal by a parameter', 'create/path deals', 'E', made(DEALS, ending('?format=json'))],
  ['a deal by a suffix', 'create/path deals', 'E', made(DEALS, ending('.json'))],
  ['a hold by a parameter', 'operation/status HoldDeal/E', 'E', made(HOLDS, ending('?format=json'))],
  ['a price by a parameter', 'operation/status ChangePrice/E', 'E', made(PRICES, ending('?format=json'))],
  ['a command of form F', 'operation/status CancelDeal/F', 'F', made(COMMANDS, ending('?format=json'))],
  ['a command of form G', 'operation/status HoldDeal/G', 'G', made(COMMANDS, ending('?format=json'))],
  ['an old date without tags', 'create/etag-agrees deals', 'E', made(DEALS, longAgo, 'etag')],
];

test.each(inGate(WRONG, 3))('found: %s', async (_, expected, form, wrap) => {
  const options = { operationForms: [form], selectors: ['accept', 'suffix', 'format'] } as const;
  const { ended } = await judged(RULES, { wrap, options });
  expect(ended('fail')).toContain(expected);
});

/** Reads nothing whose representation is not chosen in its address. */
const onlyChosen: Wrap = (fetch) => async (request) => {
  const { pathname, searchParams } = new URL(request.url);
  const isOfDeal = request.method === 'GET' && /\/deals\/[^/]+/u.test(pathname);
  if (isOfDeal && !searchParams.has('format')) return Response.json({}, { status: 400 });
  return made(/./u, ending('?format=json'))(fetch)(request);
};

const RIGHT: readonly (readonly [string, Wrap])[] = [
  ['nothing is read without the choice', onlyChosen],
  ['a fragment and a query that choose nothing', made(/./u, ending('?from=here#it'))],
  ['no tags', made(/./u, () => undefined, 'etag')],
  ['no dates', made(/./u, () => undefined, 'last-modified')],
];

test.each(inGate(RIGHT, 2))('not failed: %s', { tags: ['night'] }, async (_, wrap) => {
  const options = { operationForms: ['E'], selectors: ['accept', 'suffix', 'format'] } as const;
  const { ended, results } = await judged(RULES, { wrap, options });
  expect(ended('fail'), JSON.stringify(results.filter(({ outcome }) => outcome === 'fail'))).toEqual([]);
});
