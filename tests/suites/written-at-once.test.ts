import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Conditions of two writes that come at the same time, and If-None-Match of a tag that nobody has. */
const options = { representations: ['json'] } as const;
const RULE = 'validator/if-match';

const isDocument = (path: string): boolean => path.includes('/commands/');

function sentAs(request: Request, leftOut: string): Request {
  const headers = new Headers(request.headers);
  headers.delete(leftOut);
  return new Request(request, { headers });
}

const refused = (): Response => new Response(null, { status: 412 });

/** Reads the record, waits, and writes if the tag was the current one when it was read. */
const looksFirst =
  (fetch: Fetch): Fetch =>
  async (request) => {
    const tag = request.headers.get('if-match');
    const { pathname } = new URL(request.url);
    if (request.method !== 'PUT' || tag === null || isDocument(pathname)) return fetch(request);
    const current = await fetch(sentAs(new Request(request.url.replace(/(\/deals\/[^/]+).*$/u, '$1')), 'if-match'));
    const isHeld = tag === '*' || tag.split(/\s*,\s*/u).includes(current.headers.get('etag') ?? '');
    await wait(5);
    return isHeld ? fetch(sentAs(request, 'if-match')) : refused();
  };

/** Looks whether the document is there, waits, and makes it if it was not there then. */
const makesAfterLook =
  (fetch: Fetch): Fetch =>
  async (request) => {
    const { pathname } = new URL(request.url);
    const isIt = request.method === 'PUT' && isDocument(pathname) && request.headers.get('if-none-match') === '*';
    if (!isIt) return fetch(request);
    const current = await fetch(new Request(request.url));
    await wait(5);
    return current.ok ? refused() : fetch(sentAs(request, 'if-none-match'));
  };

/** Takes every If-None-Match at a document for one that fails, where the document is in this state. */
const refusesForeignTags =
  (isThere: boolean) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const { pathname } = new URL(request.url);
    const given = request.headers.get('if-none-match') ?? '*';
    if (request.method !== 'PUT' || !isDocument(pathname) || given === '*') return fetch(request);
    const current = await fetch(new Request(request.url));
    return current.ok === isThere ? refused() : fetch(request);
  };

test.each<[string, string, (fetch: Fetch) => Fetch]>(
  inGate([
    ['two changes with one tag are both carried out', 'two changes at once', looksFirst],
    ['one document is made twice despite If-None-Match: *', 'two new command documents at once', makesAfterLook],
    ['another tag is refused where no document is', 'where there is nothing yet', refusesForeignTags(false)],
    ['another tag is refused where a document is', 'where it is there', refusesForeignTags(true)],
  ]),
)('found: %s', async (_, reason, wrap) => {
  const { of } = await judged([RULE], { wrap, options });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail', reason: expect.stringContaining(reason) });
});

/** One write after the other, for each address. */
const inTurn = (fetch: Fetch): Fetch => {
  let last: Promise<unknown> = Promise.resolve();
  return (request) => {
    if (request.method === 'GET') return fetch(request);
    const answer = last.then(() => wait(1)).then(() => fetch(request));
    last = answer;
    return answer;
  };
};

/** Tags that stay for a while, as those do that are made from seconds. */
const tagsOfSeconds =
  (fetch: Fetch): Fetch =>
  async (request) => {
    const headers = new Headers(request.headers);
    if (request.method === 'PUT') headers.delete('if-match');
    const response = await fetch(new Request(request, { headers }));
    if (!response.headers.has('etag')) return response;
    const fields = new Headers({ ...Object.fromEntries(response.headers), etag: 'W/"this-second"' });
    return new Response(response.body, { status: response.status, headers: fields });
  };

test('legal: a server that takes one write after the other is not failed', { tags: ['night'] }, async () => {
  const { of } = await judged([RULE], { wrap: inTurn, options });
  expect(of(RULE, 'deals').outcome).toBe('pass');
});

test('legal: a server whose weak tags stay for a while is not failed for two changes at once', async () => {
  const { of } = await judged([RULE], { wrap: tagsOfSeconds, options });
  expect(of(RULE, 'deals').reason ?? '').not.toContain('at once');
});
