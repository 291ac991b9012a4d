import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

// What such a server does is not the document's business: no rule of level must fails.

const missing = (is: (url: URL) => boolean): ((fetch: Fetch) => Fetch) => {
  return (fetch) => (request) =>
    is(new URL(request.url)) ? Promise.resolve(Response.json({}, { status: 404 })) : fetch(request);
};

const options = { operationForms: ['A'], representations: ['json'], selectors: ['accept', 'suffix'] } as const;
const RULES = ['create/*', 'delete/*', 'read/*', 'status/*', 'model/*', 'validator/*', 'negotiate/*'];

test.each([
  [
    'a letter or digit that is percent-encoded',
    ({ pathname }: URL) => /%(?:3\d|[46][1-9a-f]|[57][\da])/iu.test(pathname),
  ],
  ['a query behind the address of a record', ({ pathname, search }: URL) => /\/\d+$/u.test(pathname) && search !== ''],
])('a server that knows nothing by %s fails no must', { tags: ['night'] }, async (_, is) => {
  const { results } = await judged(RULES, { wrap: missing(is), options, runs: 2 });
  const failed = results.filter(({ outcome, level }) => outcome === 'fail' && level === 'must');
  expect(failed.map(({ rule, subject, expected, actual }) => `${rule} ${subject}: ${expected}, ${actual}`)).toEqual([]);
});
