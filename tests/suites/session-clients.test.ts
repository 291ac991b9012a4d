import { describe, expect, it } from 'vitest';
import { json, judged, type Server } from './judged.ts';

/** Who is let in does not depend on the representation that a client accepts. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
}

const isRoot = ({ url }: Request): boolean => new URL(url).pathname === '/';
const isFor = (request: Request, type: string): boolean => isRoot(request) && request.headers.get('accept') === type;
const hasCookie = ({ headers }: Request): boolean => headers.has('cookie');

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

const LEGAL: readonly Case[] = [
  {
    title: 'answers the root in JSON alone',
    rule: 'session/unauthorized',
    wrap: (fetch) => async (request) =>
      isFor(request, 'text/html') || isFor(request, 'application/xml') ? json(406, {}) : fetch(request),
  },
];

describe('a server that', () => {
  it.each(WRONG)('$title fails', async ({ rule, ...server }) => {
    expect((await judged([rule], server)).of(rule, 'target')).toMatchObject({ outcome: 'fail' });
  });

  it.each(LEGAL)('$title fails nothing', async ({ rule, ...server }) => {
    expect((await judged([rule], server)).of(rule, 'target')).toMatchObject({ outcome: 'pass' });
  });
});
