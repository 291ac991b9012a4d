import { expect, test } from 'vitest';
import type { Fetch, MockOptions } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Places that are there for one Accept, and so for each (document 4.5-2). */
type Case = readonly [title: string, path: RegExp, accept: RegExp, status: number, options: MockOptions];

const NESTED = /\/users\/[^/]+\/address\/\d+$/u;
const RULES = ['negotiate/same-address', 'negotiate/default', 'negotiate/unacceptable', 'read/made'];
const HTML = /^text\/html/u;
const XML = /^application\/xml/u;

const answering = (path: RegExp, accept: RegExp, status: number, times = Number.POSITIVE_INFINITY) => {
  let left = times;
  return (fetch: Fetch): Fetch =>
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const isIt = request.method === 'GET' && path.test(pathname + search);
      // Without Accept every type is taken (RFC 9110 12.5.1).
      if (!isIt || !accept.test(request.headers.get('accept') ?? '*/*') || left < 1) return fetch(request);
      left -= 1;
      return Response.json({ error: 'no such type here' }, { status });
    };
};

const WRONG: readonly Case[] = [
  ['a nested record', NESTED, HTML, 404, {}],
  ['a query', /\/users\?name=/u, XML, 404, {}],
  ['what a query of 4.3 finds', /\/query\/users\//u, XML, 410, {}],
  ['a list of form E', /\/deals\/[^/]+\/holds$/u, XML, 404, {}],
  ['a nested record for a browser, where all is JSON', NESTED, HTML, 404, { representations: ['json'] }],
  ['a nested record for a type of nobody, where all is JSON', NESTED, /assayer/u, 404, { representations: ['json'] }],
];

test.concurrent.each(inGate(WRONG))(
  'found: missing for another Accept: %s',
  { tags: ['night'] },
  async (_, path, accept, status, options) => {
    const { ended } = await judged(RULES, { wrap: answering(path, accept, status), options });
    expect(ended('fail')).not.toEqual([]);
  },
);

const LEGAL: readonly Case[] = [
  ['nested records that refuse HTML', NESTED, /^text\/html$/u, 406, {}],
  ['queries of 4.3 that refuse all but JSON', /\/query\//u, /^(?!.*json|.*\*\/\*)/u, 406, {}],
];

test.concurrent.each(inGate(LEGAL, 8))('legal: %s', { tags: ['night'] }, async (_, path, accept, status) => {
  expect((await judged(RULES, { wrap: answering(path, accept, status) })).ended('fail')).toEqual([]);
});

test.concurrent('legal: one that is missing once, and there when it is asked for again', {
  tags: ['night'],
}, async () => {
  expect((await judged(RULES, { wrap: answering(NESTED, HTML, 404, 1) })).ended('fail')).toEqual([]);
});

/** Answers what says no Accept so, at these addresses. */
const withoutAccept = (path: RegExp, status: number, fields: Readonly<Record<string, string>> = {}) => {
  return (fetch: Fetch): Fetch =>
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const isIt = request.method === 'GET' && path.test(pathname + search) && request.headers.get('accept') === null;
      return isIt ? new Response(null, { status, headers: fields }) : fetch(request);
    };
};

const UNASKED: readonly (readonly [title: string, path: RegExp, status: number])[] = [
  ['a query', /\/users\?name=/u, 406],
  ['a nested record', NESTED, 406],
  ['a key of a user', /\/users\/[^/]+\/ssh-keys\/\d+$/u, 404],
  ['what a query of 4.3 finds', /\/query\/users\//u, 400],
  ['a list', /\/users$/u, 406],
];

test.concurrent.each(inGate(UNASKED))(
  'found: not served without Accept: %s',
  { tags: ['night'] },
  async (_, path, status) => {
    const { ended } = await judged(['negotiate/default'], { wrap: withoutAccept(path, status) });
    expect(ended('fail')).not.toEqual([]);
  },
);

test.concurrent('legal: a nested record without Accept is a redirect to one of its representations', async () => {
  const wrap = withoutAccept(NESTED, 302, { location: '?format=json' });
  expect((await judged(['negotiate/default'], { wrap })).ended('fail')).toEqual([]);
});

test.concurrent('legal: too many requests without Accept', { tags: ['night'] }, async () => {
  const wrap = withoutAccept(NESTED, 429);
  expect((await judged(['negotiate/default'], { wrap })).ended('fail')).toEqual([]);
});

/** Gives XML to those who ask for HTML, and the reverse. */
const swapping =
  (path: RegExp) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const accept = request.headers.get('accept') ?? '';
    const other = HTML.test(accept) ? 'application/xml' : XML.test(accept) ? 'text/html' : undefined;
    if (request.method !== 'GET' || !path.test(request.url) || other === undefined) return fetch(request);
    const headers = new Headers(request.headers);
    headers.set('accept', other);
    return fetch(new Request(request, { headers }));
  };

test.concurrent.each<[string, RegExp, string]>([
  ['a nested record', NESTED, 'negotiate/equivalent users'],
  ['a query', /\/users\?name=/u, 'negotiate/equivalent users'],
  ['a record of form E', /\/holds\/[^/]+$/u, 'read/made deals'],
])('found: HTML and XML come for each other: %s', { tags: ['night'] }, async (_, path, failure) => {
  const { ended } = await judged(['negotiate/equivalent', 'read/made'], { wrap: swapping(path) });
  expect(ended('fail')).toContain(failure);
});

test.concurrent('legal: a nested record that comes in JSON whatever is asked for', { tags: ['night'] }, async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    (request) =>
      NESTED.test(request.url) ? fetch(new Request(request.url)) : fetch(request);
  expect((await judged(['negotiate/equivalent'], { wrap })).ended('fail')).toEqual([]);
});
