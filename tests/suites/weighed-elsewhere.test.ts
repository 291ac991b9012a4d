import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Weights of Accept at collections, queries and nested records. */
type Wrap = (fetch: Fetch) => Fetch;

/** Reads Accept in its own way at these addresses. */
function at(path: RegExp, read: (accept: string) => string): Wrap {
  return (fetch) => (request) => {
    const { pathname, search } = new URL(request.url);
    if (!path.test(pathname + search)) return fetch(request);
    const headers = new Headers(request.headers);
    headers.set('accept', read(headers.get('accept') ?? '*/*'));
    return fetch(new Request(request, { headers }));
  };
}

/** Takes only JSON and XML at these addresses, each as it is read. */
const inTwo = (path: RegExp, read: (accept: string) => string): Wrap =>
  at(path, (accept) => {
    const wanted = read(accept);
    return /^\s*text\/html\s*$/u.test(wanted)
      ? 'image/png'
      : wanted.replaceAll(/text\/(?:html|\*)[^,]*/gu, 'image/png');
  });

const first = (accept: string): string => /application\/(?:json|xml)/iu.exec(accept)?.[0] ?? accept;
const unexcluded = (accept: string): string => accept.replaceAll(/;\s*q=0(?:\.0*)?(?=\s*(?:,|$))/gu, '');
const QUERY = /^\/users\?name=/u;

/** What is found for a client of XML comes as XML, or else in JSON; which of them is told by `read`. */
const foundInTwo =
  (resource: string, read: (accept: string) => string): Wrap =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    const { pathname } = new URL(request.url);
    if (!response.ok || !pathname.startsWith(`/query/${resource}/`)) return response;
    if (read(request.headers.get('accept') ?? '*/*') !== 'application/xml') return response;
    return new Response('<found><record/></found>', { headers: { 'content-type': 'application/xml' } });
  };

/** Of JSON and XML that of the greater weight. */
function best(accept: string): string {
  const weights = accept.split(',').map((one) => {
    const [range = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((part) => part.startsWith('q='))?.slice(2) ?? '1';
    return { range, q: Number(q) };
  });
  const of = (type: string): number =>
    [type, 'application/*', '*/*']
      .map((range) => weights.find((one) => one.range === range)?.q)
      .find((q) => q !== undefined) ?? 0;
  return of('application/xml') > of('application/json') ? 'application/xml' : 'application/json';
}

const WRONG: readonly (readonly [string, string, Wrap])[] = [
  ['a query of two types takes the first that is named', 'users', inTwo(QUERY, first)],
  ['what is found in two types takes the first that is named', 'users', foundInTwo('users', first)],
  ['what is found of the run takes the first that is named', 'deals', foundInTwo('deals', first)],
  ['a list of two types excludes none', 'deals', inTwo(/\/deals\/$/u, unexcluded)],
  ['nested records of two types exclude none', 'users', inTwo(/ssh-keys/u, unexcluded)],
  [
    'a query prefers no page to XML',
    'users',
    at(QUERY, (accept) => accept.replace(/^application\/xml;q=0\.1, text\/html;q=0\.9$/u, 'application/xml')),
  ],
  [
    'what is found reads no weight of four signs',
    'users',
    at(/./u, (accept) => accept.replaceAll(/;q=0\.\d{3}/gu, '')),
  ],
];

test.each(inGate(WRONG))('found: %s', { tags: ['night'] }, async (_, subject, wrap) => {
  const { ended } = await judged(['negotiate/quality'], { wrap });
  expect(ended('fail')).toContain(`negotiate/quality ${subject}`);
});

const RIGHT: readonly (readonly [string, Wrap])[] = [
  ['queries and nested records come in two types', inTwo(/^\/users(?:\?|\/[^/]+\/)|^\/query/u, (accept) => accept)],
  ['queries and nested records come in JSON alone', at(/^\/users(?:\?|\/[^/]+\/)|^\/query/u, () => 'application/json')],
  ['what is found comes in two types', foundInTwo('users', best)],
  ['what is found of the run comes in two types', foundInTwo('deals', best)],
  ['a list comes in XML alone', at(/\/deals\/$/u, () => 'application/xml')],
];

test.each(RIGHT)('not failed: %s', async (_, wrap) => {
  const { ended, of } = await judged(['negotiate/quality'], { wrap });
  expect(ended('fail').map((one) => of('negotiate/quality', one.split(' ')[1] ?? '').reason)).toEqual([]);
});
