import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

const RULES = ['validator/every', 'read/every', 'create/status'];
const LIST = /\/deals\/$/u;

/** Tells no Location of a creation. The tag of the list of deals counts the writes of which it takes notice. */
function listing(takesNotice: (request: Request) => boolean): (fetch: Fetch) => Fetch {
  return (fetch) => {
    let count = 0;
    return async (request) => {
      if (!['GET', 'HEAD'].includes(request.method) && takesNotice(request)) count += 1;
      const then = count;
      const answer = await fetch(request);
      const headers = new Headers(answer.headers);
      if (answer.status === 201) headers.delete('location');
      const type = headers.get('content-type') ?? '';
      if (LIST.test(new URL(request.url).pathname) && headers.has('etag'))
        headers.set('etag', `"${then}-${type.replaceAll(/\W/gu, '')}"`);
      return new Response(answer.body, { status: answer.status, headers });
    };
  };
}

/** What becomes of validator/every. One check at a time, so that a list and its tag are of one moment. */
const every = async (takesNotice: (request: Request) => boolean): Promise<string> => {
  const server = { wrap: listing(takesNotice), file: { claims: { create: 'created' } }, concurrency: 1 } as const;
  return (await judged(RULES, server)).of('validator/every', 'target').outcome;
};

test('found: a list whose strong tag stays where a record is created without a Location', {
  tags: ['night'],
}, async () => {
  expect(await every(({ method, url }) => method !== 'POST' || !LIST.test(url))).toBe('fail');
});

test('legal: no Location, and a tag that counts all writes', { tags: ['night'] }, async () => {
  expect(await every(() => true)).toBe('pass');
});
