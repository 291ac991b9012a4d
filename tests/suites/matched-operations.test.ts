import { expect, test } from 'vitest';
import { FORMS } from '../../core/claims.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { readingField } from './rewriting.ts';

/** Conditions on every operation in every form. */
type Wrap = (fetch: Fetch) => Fetch;
type IsMeant = (request: Request, path: string) => boolean;

const options = { representations: ['json'], operationForms: FORMS } as const;

const isMet = ({ headers }: Request): boolean => /(?:^|, )"(?!assayer)/u.test(headers.get('if-match') ?? '');

const instead = (isMeant: IsMeant, status: number): Wrap => {
  return (fetch) => (request) =>
    isMeant(request, new URL(request.url).pathname) ? Promise.resolve(new Response(null, { status })) : fetch(request);
};

/** Refuses what it carries out all the same. */
const refusesAndDoes = (isMeant: IsMeant): Wrap => {
  return (fetch) => async (request) => {
    const plain = new Headers(request.headers);
    plain.delete('if-match');
    const again = new Request(request.clone(), { headers: plain });
    const response = await fetch(request);
    if (response.status === 412 && isMeant(request, new URL(request.url).pathname)) await fetch(again);
    return response;
  };
};

/** Knows what a PUT with a body asks for. */
const withBody = (isMeant: (body: string, request: Request) => boolean, wrap: Wrap): Wrap => {
  return (fetch) => async (request) =>
    request.method === 'PUT' && isMeant(await request.clone().text(), request) ? wrap(fetch)(request) : fetch(request);
};

const always = (): boolean => true;
const none = (): undefined => undefined;
const at =
  (end: string): IsMeant =>
  (request, path) =>
    request.method !== 'GET' && path.endsWith(end);
const metAt =
  (end: string): IsMeant =>
  (request, path) =>
    at(end)(request, path) && isMet(request);

const WRONG: Readonly<Record<string, Wrap>> = {
  'one path verb refuses the current tag': instead(metAt('/complete'), 412),
  'one state in a path refuses the current tag in a list': instead(metAt('/price-changed'), 412),
  'one collection of form E refuses its own tag': instead(metAt('/cancellations'), 412),
  'one state in a path compares weakly': readingField(at('/holded'), 'if-match', (tags) => tags.replaceAll('W/', '')),
  'an operation that follows another reads no If-Match': readingField(at('/unhold'), 'if-match', none),
  'an operation is refused with 412 and carried out': refusesAndDoes(at('/change-price')),
  'one action reads no If-None-Match': withBody(
    (body) => body.includes('"CompleteDeal"'),
    readingField((_, path) => path.includes('/deals/') && !path.includes('/commands/'), 'if-none-match', none),
  ),
  'one change of attributes reads no If-None-Match': withBody(
    (body) => body.includes('"completed"'),
    readingField(always, 'if-none-match', none),
  ),
  'one action is answered 304': withBody(
    (body, { url }) => body.includes('"CancelDeal"') && !url.includes('/commands/'),
    instead(({ headers }) => headers.has('if-none-match'), 304),
  ),
  'one action looks at a date beside If-Match': withBody(
    (body) => body.includes('"CancelDeal"'),
    instead((request) => isMet(request) && request.headers.has('if-unmodified-since'), 412),
  ),
  'an operation is not modified': instead(
    ({ method, headers }) => method === 'PUT' && headers.has('if-modified-since'),
    304,
  ),
  'a command document that is not there is': withBody(
    (body, { url }) => body.includes('"ChangePrice"') && url.includes('/commands/'),
    instead(({ headers }) => headers.get('if-none-match') === '*', 412),
  ),
};

test.each(inGate(Object.entries(WRONG)))('found: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged(['validator/if-match'], { wrap, options });
  expect(ended('fail')).toEqual(['validator/if-match deals']);
});

/** A deal that is completed is refused with 412 for what it is, whatever is asked. */
const refusesEnded: Wrap = (fetch) => {
  const ended = new Set<string>();
  return async (request) => {
    const [deal = ''] = /\/deals\/[^/]+/u.exec(request.url) ?? [];
    const isWrite = request.method === 'PUT' || request.method === 'POST';
    if (isWrite && ended.has(deal)) return new Response(null, { status: 412 });
    const response = await fetch(request);
    if (response.ok && /\/complet/u.test(request.url)) ended.add(deal);
    return response;
  };
};

const isVerb: IsMeant = ({ method }, path) => method === 'PUT' && /\/deals\/[^/]+\/[a-z-]+$/u.test(path);

const LEGAL: Readonly<Record<string, Wrap>> = {
  'the address of a verb shows nothing, and no tag matches there': (fetch) => async (request) => {
    const { pathname, origin } = new URL(request.url);
    if (!isVerb(request, pathname) || !request.headers.has('if-match')) return fetch(request);
    const deal = await fetch(new Request(origin + pathname.replace(/\/[^/]+$/u, '')));
    return new Response(null, { status: deal.ok ? 412 : 404 });
  },
  'operations read no condition but at the deal': readingField(
    (request, path) => isVerb(request, path) || (request.method === 'POST' && !path.endsWith('/deals/')),
    'if-match',
    none,
  ),
  'collections of form E cannot be read': instead(
    ({ method }, path) => method === 'GET' && /\/deals\/[^/]+\/[a-z-]+$/u.test(path),
    405,
  ),
  'a deal that has ended is refused with 412': refusesEnded,
  'writes read no If-None-Match': readingField(({ method }) => method !== 'GET', 'if-none-match', none),
};

test.each(inGate(Object.entries(LEGAL)))('not failed: %s', async (_, wrap) => {
  const { ended } = await judged(['validator/if-match'], { wrap, options });
  expect(ended('fail')).toEqual([]);
});
