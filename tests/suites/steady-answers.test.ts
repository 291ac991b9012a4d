import { describe, expect, it } from 'vitest';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Look, type Server } from './judged.ts';

/** Every n-th answer to one request is another one. */
interface Case extends Server {
  readonly title: string;
}

const every = (n: number): (() => boolean) => {
  let count = 0;
  return () => {
    count += 1;
    return count % n === 0;
  };
};

function nth(n: number, isMeant: (look: Look) => boolean, change: (body: unknown, response: Response) => Response) {
  const isDue = every(n);
  return before(async (look, next) => {
    const response = await next();
    const isOther = look.method === 'GET' && isMeant(look) && response.status === 200 && isDue();
    if (!isOther || !(response.headers.get('content-type') ?? '').startsWith('application/json')) return response;
    return change(await response.json(), response);
  });
}

const isUsers = ({ path }: Look): boolean => path === '/users';
const isUser = ({ path }: Look): boolean => /^\/users\/[^/]+$/u.test(path);
const isKey = ({ path }: Look): boolean => path.includes('/ssh-keys/');
const listOf = (body: unknown): unknown[] => (Array.isArray(body) ? body : []);
const fieldsOf = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {});

const WRONG: readonly Case[] = [
  {
    title: 'lacks the last entry of every third list',
    wrap: nth(3, isUsers, (list) => json(200, listOf(list).slice(0, -1))),
  },
  {
    title: 'lacks the name in every fifth record',
    wrap: nth(5, isUser, (user) => json(200, { ...fieldsOf(user), name: null })),
  },
  {
    title: 'gives every seventh nested record as an empty body',
    wrap: nth(7, isKey, () => new Response('', { headers: { 'content-type': 'application/json' } })),
  },
  { title: 'answers every third nested record with 202', wrap: nth(3, isKey, (key) => json(202, key)) },
  {
    title: 'gives every fifth record as plain text',
    wrap: nth(5, isUser, (user) => new Response(JSON.stringify(user), { headers: { 'content-type': 'text/plain' } })),
  },
];

/** The same for a representation of what users show. */
function nthView(n: number, isMeant: RegExp, type: string, change: (text: string) => string): Server['wrap'] {
  const isDue = every(n);
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const isIt = request.method === 'GET' && isMeant.test(request.url) && response.status === 200;
    if (!isIt || !(response.headers.get('content-type') ?? '').startsWith(type) || !isDue()) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(change(await response.text()), { headers });
  };
}

const VIEWS: readonly (readonly [title: string, wrap: Server['wrap']])[] = [
  [
    'lacks a name in every third record in XML',
    nthView(3, /\/users\/\d+$/u, 'application/xml', (text) => text.replace(/<name>[^<]*<\/name>/u, '')),
  ],
  [
    'lacks the last entry of every fourth list in HTML',
    nthView(4, /\/users$/u, 'text/html', (text) =>
      text.replace(/<article(?:(?!<article).)*<\/article>(?=<\/body>)/u, ''),
    ),
  ],
  [
    'gives the key of another user in every third XML',
    nthView(3, /ssh-keys/u, 'application/xml', (text) => text.replace(/<comment>[^<]*</u, '<comment>other<')),
  ],
];

let count = 0;
const next = (): number => {
  count += 1;
  return count;
};
const LEGAL: readonly Case[] = [
  {
    title: 'tells another number of readings each time',
    wrap: nth(1, isUser, (user) => json(200, { ...fieldsOf(user), seen: next() })),
  },
  {
    title: 'gives its list in another order each time',
    wrap: nth(1, isUsers, (list) =>
      json(
        200,
        listOf(list).sort(() => (next() % 3) - 1),
      ),
    ),
  },
  {
    title: 'pages its list, newest first, while others create',
    wrap: nth(1, isUsers, (list) =>
      json(
        200,
        [...(next() % 2 === 0 ? [{ id: `new-${count}`, name: 'New' }] : []), ...listOf(list)].slice(
          0,
          listOf(list).length,
        ),
      ),
    ),
  },
  {
    title: 'shows a record that somebody changes once',
    wrap: nth(1, isUser, (user) => json(200, { ...fieldsOf(user), rank: next() < 40 ? 'a' : 'b' })),
  },
];

const rule = 'read/every';

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', { tags: ['night'] }, async (server) => {
    expect((await judged([rule], server)).of(rule, 'users')).toMatchObject({ outcome: 'fail' });
  });

  it.each(VIEWS)('%s fails', async (_title, wrap) => {
    expect((await judged([rule], wrap === undefined ? {} : { wrap })).of(rule, 'users')).toMatchObject({
      outcome: 'fail',
    });
  });

  it('lacks a member of what every third query finds fails', async () => {
    const isQuery = ({ path }: Look): boolean => path.startsWith('/query/users/');
    const without = (found: unknown): Response =>
      json(
        200,
        listOf(found).map((user) => ({ ...fieldsOf(user), name: null })),
      );
    const seen = await judged(['query/every'], { wrap: nth(3, isQuery, without) });
    expect(seen.of('query/every', 'query:users')).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', async (server) => {
    expect((await judged([rule], server)).of(rule, 'users')).toMatchObject({ outcome: 'pass' });
  });
});
