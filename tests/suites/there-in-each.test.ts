import { expect, test } from 'vitest';
import type { Fetch, MockOptions } from '../../mock/index.ts';
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
      if (!isIt || !accept.test(request.headers.get('accept') ?? '') || left < 1) return fetch(request);
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

test.each(WRONG)('found: missing for another Accept: %s', async (_, path, accept, status, options) => {
  const { ended } = await judged(RULES, { wrap: answering(path, accept, status), options });
  expect(ended('fail')).not.toEqual([]);
});

const LEGAL: readonly Case[] = [
  ['nested records that refuse HTML', NESTED, /^text\/html$/u, 406, {}],
  ['queries of 4.3 that refuse all but JSON', /\/query\//u, /^(?!.*json|.*\*\/\*)/u, 406, {}],
];

test.each(LEGAL)('legal: %s', async (_, path, accept, status) => {
  expect((await judged(RULES, { wrap: answering(path, accept, status) })).ended('fail')).toEqual([]);
});

test('legal: one that is missing once, and there when it is asked for again', async () => {
  expect((await judged(RULES, { wrap: answering(NESTED, HTML, 404, 1) })).ended('fail')).toEqual([]);
});
