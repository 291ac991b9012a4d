import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { json, judged, type Server } from './judged.ts';

/** What is refused is stored nowhere: not in a list, not for a query, in no representation. */
interface Case extends Server {
  readonly title: string;
}

const isCreation = (request: Request): boolean => request.method === 'POST' && request.url.endsWith('/deals/');

/** Refuses creations that `is` tells, and keeps the name that was sent. */
function keeping(
  is: (request: Request, body: string) => boolean,
  shown: (request: Request, names: readonly string[], fetch: Fetch) => Promise<Response | undefined>,
): (fetch: Fetch) => Fetch {
  const names: string[] = [];
  return (fetch) => async (request) => {
    const body = await request.clone().text();
    const response = await fetch(request);
    if (request.method !== 'GET' && response.status >= 400 && is(request, body))
      names.push(/assayer [a-z0-9]+/u.exec(body)?.[0] ?? '');
    return (request.method === 'GET' ? await shown(request, names, fetch) : undefined) ?? response;
  };
}

const isDeals = ({ url }: Request): boolean => /\/deals\/?$/u.test(new URL(url).pathname);
const isHtml = ({ headers }: Request): boolean => headers.get('accept') === 'text/html';
const page = (names: readonly string[]): Response =>
  new Response(`<!doctype html><ul>${names.map((name) => `<li>${name}</li>`).join('')}</ul>`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });

const WRONG: readonly Case[] = [
  {
    title: 'lists in HTML what it refused as XML',
    wrap: keeping(
      ({ headers }) => headers.get('content-type') === 'application/xml',
      async (request, names) => (isDeals(request) && isHtml(request) ? page(names) : undefined),
    ),
  },
  {
    title: 'finds by a query what it refused for its Accept',
    wrap: (fetch) => {
      const names: string[] = [];
      return async (request) => {
        if (isCreation(request) && request.headers.get('accept') === 'application/x-assayer') {
          names.push(/assayer [a-z0-9]+/u.exec(await request.text())?.[0] ?? '');
          return json(406, {});
        }
        const asked = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? '');
        return names.includes(asked) ? json(200, [{ id: '77', name: asked }]) : fetch(request);
      };
    },
  },
  {
    title: 'creates what it refuses for its Accept',
    wrap: (fetch) => async (request) => {
      if (!isCreation(request) || request.headers.get('accept') !== 'application/x-assayer') return fetch(request);
      const headers = new Headers(request.headers);
      headers.set('accept', 'application/json');
      await fetch(new Request(request, { headers }));
      return json(406, {});
    },
  },
];

let told = '';
const LEGAL: readonly Case[] = [
  {
    title: 'tells once on a page what was refused',
    wrap: (fetch) => async (request) => {
      const body = await request.clone().text();
      const response = await fetch(request);
      if (isCreation(request) && response.status === 415) told = /assayer [a-z0-9]+/u.exec(body)?.[0] ?? '';
      if (!isDeals(request) || !isHtml(request) || told === '') return response;
      const refused = told;
      told = '';
      return page([`${refused} was refused`]);
    },
  },
  {
    title: 'cuts the names on its page short',
    wrap: (fetch) => async (request) => {
      if (request.method !== 'GET' || !isDeals(request) || !isHtml(request)) return fetch(request);
      const list = await (await fetch(new Request(request.url, { headers: { accept: 'application/json' } }))).json();
      // The mock's own list of deals, each with a name.
      return page((list as { name: string }[]).map(({ name }) => `${name.slice(0, -1)}…`));
    },
  },
];

const FORMS = { operationForms: ['A'] } as const;

describe('a server that', () => {
  it.each(WRONG)('$title fails', { tags: ['night'] }, async (server) => {
    const result = (await judged(['create/refused'], { options: FORMS, ...server })).of('create/refused', 'deals');
    expect(result).toMatchObject({ outcome: 'fail' });
  });

  it.each(LEGAL)('$title fails nothing', async (server) => {
    const result = (await judged(['create/refused'], { options: FORMS, ...server })).of('create/refused', 'deals');
    expect(result).toMatchObject({ outcome: 'pass' });
  });
});
