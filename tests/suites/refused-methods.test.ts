import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

type Server = (fetch: Fetch) => Fetch;
type Change = (response: Response, request: Request) => Response;

const only = (claim: 'xml' | 'none'): { representations: ('json' | 'xml')[] } => ({
  representations: claim === 'xml' ? ['json', 'xml'] : ['json'],
});

function changed(is: (request: Request) => boolean, change: Change): Server {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    return is(request) ? change(response, request) : response;
  };
}

function refusal(allow: string): Change {
  return (response) => (response.status === 405 ? new Response(null, { status: 405, headers: { allow } }) : response);
}

const done: Change = () => new Response(null, { status: 204 });

const FOUND: readonly (readonly [string, 'xml' | 'none', Server])[] = [
  [
    'PATCH and DELETE of a completion that do nothing and succeed',
    'none',
    changed(({ method, url }) => ['PATCH', 'DELETE'].includes(method) && url.endsWith('/complete'), done),
  ],
  [
    'a 405 of another operation that names what is refused there',
    'none',
    changed(({ url }) => url.endsWith('/completions'), refusal('POST, PATCH, DELETE, PUT')),
  ],
  [
    'PROPFIND that succeeds where XML is asked for',
    'xml',
    changed(({ method, headers }) => method === 'PROPFIND' && headers.get('accept') === 'application/xml', done),
  ],
  [
    'PATCH of a query, named in the refusal of POST to it',
    'none',
    changed(({ url }) => url.includes('/query/deals/'), refusal('GET, POST, PATCH')),
  ],
  ['an Allow with an empty member', 'none', changed(({ url }) => url.endsWith('/users'), refusal('GET, , HEAD'))],
  [
    'a 405 without Allow where XML is asked for',
    'xml',
    changed(
      ({ headers }) => headers.get('accept') === 'application/xml',
      (response) => (response.status === 405 ? new Response(null, { status: 405 }) : response),
    ),
  ],
];

const RULES = ['method/refused', 'status/405-allow'];

test.each(inGate(FOUND))('found: %s', async (_, claim, wrap) => {
  const { results } = await judged(RULES, { wrap, options: only(claim) });
  expect(results.filter(({ outcome }) => outcome === 'fail')).not.toEqual([]);
});

const notFound = (): Response => new Response(null, { status: 404 });

const LEGAL: readonly (readonly [string, Server])[] = [
  [
    'no method but those of operations has a route',
    changed(({ method }) => ['PATCH', 'PROPFIND'].includes(method), notFound),
  ],
  [
    'refusals are not negotiated',
    changed(
      () => true,
      (response) =>
        response.status === 405
          ? new Response('no', {
              status: 405,
              headers: { allow: response.headers.get('allow') ?? '', 'content-type': 'text/plain' },
            })
          : response,
    ),
  ],
  ['an empty Allow everywhere', changed(() => true, refusal(''))],
  [
    'PATCH does at operations what PUT does',
    (fetch) => async (request) => {
      const isOperation = /\/(?:hold|unhold|complete|cancel|change-price)$/u.test(request.url);
      if (!isOperation || request.method !== 'PATCH')
        return isOperation ? allowingPatch(await fetch(request)) : fetch(request);
      const { url, headers } = request;
      const body = await request.text();
      const answers = await Promise.all([fetch(new Request(url, { method: 'PUT', headers, body }))]);
      return allowingPatch(answers[0] ?? notFound());
    },
  ],
];

function allowingPatch(response: Response): Response {
  const allow = response.headers.get('allow');
  if (allow === null) return response;
  const headers = new Headers(response.headers);
  headers.set('allow', `${allow}, PATCH`);
  return new Response(response.body, { status: response.status, headers });
}

test.each(inGate(LEGAL))('not failed: %s', async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap, options: only('xml') });
  expect(ended('fail')).toEqual([]);
});
