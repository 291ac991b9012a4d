import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** What the fields of one answer say of others: the length of HEAD, and the methods of Allow. */
type Change = (request: Request, response: Response, path: string) => Response | undefined;

const changing =
  (change: Change) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    return change(request, response, new URL(request.url).pathname) ?? response;
  };

const withFields = (response: Response, fields: Readonly<Record<string, string>>): Response =>
  new Response(response.body, {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), ...fields },
  });

const ofLength = (length: string, is: (request: Request, response: Response, path: string) => boolean): Change => {
  return (request, response, path) =>
    request.method === 'HEAD' && is(request, response, path)
      ? withFields(response, { 'content-length': length })
      : undefined;
};

const JSON_ONLY = { representations: ['json'] } as const;

const WRONG: readonly (readonly [what: string, rule: string, subject: string, change: Change])[] = [
  [
    'HEAD of the root with a session as long as the refusal',
    'read/head',
    'target',
    ofLength('16', (_, { status }, path) => path === '/' && status === 200),
  ],
  [
    'HEAD of the root without a session as long as the success',
    'read/head',
    'target',
    ofLength('4', (_, { status }, path) => path === '/' && status === 401),
  ],
  [
    'HEAD of an absent user of no length',
    'read/head',
    'users',
    ofLength('0', (_, { status }, path) => path.startsWith('/users/') && status === 404),
  ],
  [
    '204 to OPTIONS with a length',
    'method/refused',
    'deals',
    ({ method }, { status, headers }, path) =>
      method === 'OPTIONS' && path.includes('/deals/') && status < 300
        ? new Response(null, { status: 204, headers: { allow: headers.get('allow') ?? 'GET', 'content-length': '0' } })
        : undefined,
  ],
  [
    'OPTIONS of a deal that names what is refused there',
    'method/refused',
    'deals',
    ({ method }, response, path) =>
      method === 'OPTIONS' && /\/deals\/[^/]+$/u.test(path)
        ? withFields(response, { allow: 'GET, HEAD, PUT, DELETE, PATCH, OPTIONS' })
        : undefined,
  ],
  [
    'a refused DELETE of an address that Allow names',
    'status/405-allow',
    'target',
    ({ method }, response, path) =>
      method === 'DELETE' && path.includes('/address/') && response.status !== 204
        ? new Response(null, { status: 405, headers: { allow: 'GET, HEAD, PUT, DELETE' } })
        : undefined,
  ],
];

test.each(inGate(WRONG))('found: %s', { tags: ['night'] }, async (_, rule, subject, change) => {
  const { of } = await judged([rule, 'method/refused'], { wrap: changing(change), options: JSON_ONLY });
  expect(of(rule, subject)).toMatchObject({ outcome: 'fail' });
});

test('a POST to the address of a deal that is refused with 405 and filed is found', async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const [, list] = /^(.*\/deals\/)[^/]+$/u.exec(request.url) ?? [];
      if (request.method !== 'POST' || list === undefined) return fetch(request);
      await fetch(new Request(list, request));
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, PUT, DELETE' } });
    };
  const { of } = await judged(['method/refused'], { wrap, options: JSON_ONLY });
  expect(of('method/refused', 'deals')).toMatchObject({ outcome: 'fail' });
});

const RIGHT: readonly (readonly [what: string, change: Change])[] = [
  [
    'HEAD without any length',
    ({ method }, { status, headers }) => {
      if (method !== 'HEAD') return undefined;
      const others = [...headers].filter(([name]) => name !== 'content-length');
      return new Response(null, { status, headers: Object.fromEntries(others) });
    },
  ],
  [
    'refusals that are of another length each time',
    (() => {
      let count = 0;
      return ({ method }, { status, headers }) => {
        if (status !== 404) return undefined;
        count += 1;
        const body = JSON.stringify({ request: 'r'.repeat(1 + (count % 7)) });
        const fields = { ...Object.fromEntries(headers), 'content-length': String(body.length) };
        return new Response(method === 'HEAD' ? null : body, { status, headers: fields });
      };
    })(),
  ],
  [
    'DELETE of nested records answered 405 with the methods that there are',
    ({ method }, { status }, path) =>
      method === 'DELETE' && path.startsWith('/users/') && status !== 204
        ? new Response(null, { status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } })
        : undefined,
  ],
];

test.each(RIGHT)('not failed: %s', { tags: ['night'] }, async (_, change) => {
  const rules = ['session/authorized', 'session/unauthorized', 'read/head', 'method/refused', 'status/405-allow'];
  const { ended } = await judged(rules, { wrap: changing(change), options: JSON_ONLY });
  expect(ended('fail')).toEqual([]);
});
