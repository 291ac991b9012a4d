import { describe, expect, it } from 'vitest';
import { inGate } from '../in-gate.ts';
import { answered, json, judged, type Server } from './judged.ts';

/** Who is let in does not depend on the representation that a client accepts. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
}

type Wrap = NonNullable<Server['wrap']>;

const isRoot = ({ url }: Request): boolean => new URL(url).pathname === '/';
const isFor = (request: Request, type: string): boolean => isRoot(request) && request.headers.get('accept') === type;
const hasCookie = ({ headers }: Request): boolean => headers.has('cookie');

const hasParameter = ({ url }: Request): boolean => new URL(url).searchParams.has('USER_TOKEN');

const TAG = '"session-1"';

/** Gives the root an ETag for who is signed in. */
function tagged(isNotModified: (request: Request) => boolean): Wrap {
  return (fetch) => async (request) => {
    if (!isRoot(request)) return fetch(request);
    if (isNotModified(request)) return new Response(null, { status: 304, headers: { etag: TAG } });
    const answer = await fetch(request);
    return answer.status === 200 ? answered(answer, 200, { etag: TAG }) : answer;
  };
}

/** Adds fields to the 401 of the root. */
function refusing(fields: Readonly<Record<string, string>>): Wrap {
  return (fetch) => async (request) => {
    const answer = await fetch(request);
    return isRoot(request) && answer.status === 401 ? answered(answer, 401, fields) : answer;
  };
}

const WRONG: readonly Case[] = [
  {
    title: 'lets clients in that accept HTML',
    rule: 'session/unauthorized',
    wrap: (fetch) => async (request) =>
      isFor(request, 'text/html') ? new Response('OK', { headers: { 'content-type': 'text/html' } }) : fetch(request),
  },
  {
    title: 'keeps clients out that accept XML',
    rule: 'session/authorized',
    wrap: (fetch) => async (request) =>
      isFor(request, 'application/xml') && hasCookie(request)
        ? json(401, 'not authorized', { 'www-authenticate': 'Cookie realm="x"' })
        : fetch(request),
  },
  {
    title: 'says that it validates sessions, and takes any value',
    rule: 'session/unauthorized',
    file: { claims: { session: 'validated' } },
  },
];

const LET_IN: readonly Case[] = [
  {
    title: 'takes a request that accepts anything for a sign of life',
    rule: 'session/unauthorized',
    wrap: (fetch) => async (request) =>
      isFor(request, '*/*') && !hasCookie(request) ? json(200, 'OK') : fetch(request),
  },
  {
    title: 'looks at conditions before it looks at the session',
    rule: 'session/unauthorized',
    wrap: tagged((request) => request.headers.get('if-none-match') === TAG),
  },
  {
    title: 'lets caches share its refusal',
    rule: 'session/unauthorized',
    wrap: refusing({ 'cache-control': 'public, max-age=300', vary: 'Accept' }),
  },
  {
    title: 'reads parameters as cookies',
    rule: 'session/exact-name',
    wrap: (fetch) => async (request) => (isRoot(request) && hasParameter(request) ? json(200, 'OK') : fetch(request)),
  },
  ...['a.b.c', '0:abc', ':abc'].map(
    (value): Case => ({
      title: `refuses the value ${value}`,
      rule: 'session/any-value',
      wrap: (fetch) => async (request) =>
        isRoot(request) && request.headers.get('cookie') === `USER_TOKEN=${value}`
          ? json(401, 'not authorized', { 'www-authenticate': 'Cookie realm="x"' })
          : fetch(request),
    }),
  ),
];

const LEGAL: readonly Case[] = [
  {
    title: 'has an ETag for who is signed in, and refuses others whatever they know',
    rule: 'session/unauthorized',
    wrap: tagged((request) => request.headers.get('if-none-match') === TAG && hasCookie(request)),
  },
  {
    title: 'lets caches share its refusal with clients of the same cookies',
    rule: 'session/unauthorized',
    wrap: refusing({ 'cache-control': 'public, max-age=300', vary: 'Accept, Cookie' }),
  },
  {
    title: 'lets only browsers keep its refusal',
    rule: 'session/unauthorized',
    wrap: refusing({ 'cache-control': 'public, max-age=60, s-maxage=0', vary: 'Accept' }),
  },
  {
    title: 'signs in by a link',
    rule: 'session/exact-name',
    wrap: (fetch) => async (request) =>
      isRoot(request) && hasParameter(request)
        ? json(200, 'welcome', { 'set-cookie': 'USER_TOKEN=1; Path=/' })
        : fetch(request),
  },
  {
    title: 'refuses parameters that it does not know',
    rule: 'session/exact-name',
    wrap: (fetch) => async (request) => (isRoot(request) && hasParameter(request) ? json(400, {}) : fetch(request)),
  },
  {
    title: 'answers the root in JSON alone',
    rule: 'session/unauthorized',
    wrap: (fetch) => async (request) =>
      isFor(request, 'text/html') || isFor(request, 'application/xml') ? json(406, {}) : fetch(request),
  },
];

describe('a server that', () => {
  it.each([...WRONG, ...LET_IN])('$title fails', async ({ rule, ...server }) => {
    expect((await judged([rule], server)).of(rule, 'target')).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', async ({ rule, ...server }) => {
    expect((await judged([rule], server)).of(rule, 'target')).toMatchObject({ outcome: 'pass' });
  });
});
