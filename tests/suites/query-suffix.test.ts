import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

const RULE = 'query/records';
const SUFFIX = /\.(json|xml)$/u;

/** A service whose queries are given as XML or JSON by a suffix. */
const bySuffix =
  (giveXml: boolean) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const url = new URL(request.url);
    const suffix = url.pathname.startsWith('/query/') ? SUFFIX.exec(url.pathname)?.[1] : undefined;
    if (suffix === undefined) return fetch(request);
    url.pathname = url.pathname.replace(SUFFIX, '');
    const answer = await fetch(new Request(url, request));
    if (suffix === 'json' || !giveXml || !answer.ok) return answer;
    return new Response('<results><result/></results>', { headers: { 'content-type': 'application/xml' } });
  };

test('legal: a suffix chooses the representation of what a query finds', { tags: ['night'] }, async () => {
  const { ended } = await judged([RULE], { wrap: bySuffix(true), runs: 1 });
  expect(ended('fail')).toEqual([]);
  expect(ended('pass')).not.toEqual([]);
});

test('found: a suffix is cut off and chooses nothing', async () => {
  const { ended } = await judged([RULE], { wrap: bySuffix(false), runs: 1 });
  expect(ended('fail')).not.toEqual([]);
});
