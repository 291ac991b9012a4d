import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { answered, before, json, judged, type Look, type Server } from './judged.ts';

/** What lists and queries show of what is there. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
}

const isCreation = ({ method, path }: Look): boolean => method === 'POST' && path.endsWith('/deals/');
const isDeals = (request: Request): boolean =>
  request.method === 'GET' && /\/deals\/?$/u.test(new URL(request.url).pathname);

async function dealsOf(request: Request, fetch: Fetch): Promise<readonly { readonly name: string }[]> {
  const response = await fetch(new Request(request.url, { headers: { accept: 'application/json' } }));
  const list: unknown = await response.json();
  // The mock's own list of deals, each with a name.
  return list as { name: string }[];
}

const asHtml =
  (page: (names: readonly string[]) => string) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    if (!isDeals(request) || request.headers.get('accept') !== 'text/html') return fetch(request);
    const names = (await dealsOf(request, fetch)).map(({ name }) => name);
    return new Response(page(names), { headers: { 'content-type': 'text/html; charset=utf-8' } });
  };

const someOf = (names: readonly string[]): string =>
  names
    .slice(0, 1)
    .map((name) => `<li>${name}</li>`)
    .join('');
const isFound = (path: string): boolean => path.startsWith('/query/users/');

const WRONG: readonly Case[] = [
  {
    title: 'makes two deals of one POST',
    rule: 'create/distinct',
    subject: 'deals',
    wrap: before(async (look, next) => {
      if (isCreation(look)) await next({});
      return next();
    }),
  },
  {
    title: 'lists some deals only in HTML',
    rule: 'create/distinct',
    subject: 'deals',
    wrap: asHtml((names) => `<!doctype html><title>Deals</title><ul>${someOf(names)}</ul>`),
  },
  {
    title: 'lists its first deal in the place of each other',
    rule: 'read/collection',
    subject: 'deals',
    wrap: (fetch) => async (request) => {
      if (!isDeals(request)) return fetch(request);
      const deals = await dealsOf(request, fetch);
      return json(
        200,
        deals.map(() => deals[0]),
      );
    },
  },
  {
    title: 'answers what a query finds with 201',
    rule: 'query/status',
    subject: 'query:users',
    wrap: before(async (look, next) => {
      const response = await next();
      return isFound(look.path) && response.ok ? answered(response, 201) : response;
    }),
  },
  {
    title: 'does not decode the letters of a query',
    rule: 'query/status',
    subject: 'query:users',
    wrap: before(async (look, next) => (isFound(look.path) && /%[4-7]/u.test(look.path) ? json(404, {}) : next())),
  },
  {
    title: 'decodes the parameter of a query twice',
    rule: 'query/empty',
    subject: 'query:users',
    wrap: before(async (look, next) =>
      isFound(look.path) ? next({ path: look.path.replaceAll('%25', '%') }) : next(),
    ),
  },
];

let looks = 0;
const LEGAL: readonly Case[] = [
  {
    title: 'shows a page of its deals in HTML',
    rule: 'create/distinct',
    subject: 'deals',
    wrap: asHtml((names) => `<!doctype html><ul>${someOf(names)}</ul><a href="?page=2">more</a>`),
  },
  {
    title: 'shows no names in HTML',
    rule: 'create/distinct',
    subject: 'deals',
    wrap: asHtml((names) => `<!doctype html><p>There are ${names.length} deals.</p>`),
  },
  {
    title: 'lists a record twice once, while others write',
    rule: 'read/collection',
    subject: 'deals',
    wrap: (fetch) => async (request) => {
      if (!isDeals(request)) return fetch(request);
      const deals = await dealsOf(request, fetch);
      looks += 1;
      return json(200, looks % 2 === 0 ? deals : [...deals.slice(0, 1), ...deals]);
    },
  },
  {
    title: 'refuses a parameter that was encoded twice',
    rule: 'query/empty',
    subject: 'query:users',
    wrap: before(async (look, next) => (look.path.includes('%25') ? json(400, {}) : next())),
  },
];

const FORMS = { operationForms: ['A'] } as const;

describe('a server that', () => {
  it.each(WRONG)('$title fails', async ({ rule, subject, ...server }) => {
    expect((await judged([rule], { options: FORMS, ...server })).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(LEGAL)('$title fails nothing', async ({ rule, subject, ...server }) => {
    expect((await judged([rule], { options: FORMS, ...server })).of(rule, subject)).toMatchObject({ outcome: 'pass' });
  });
});
