import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
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
/** The list of deals as JSON, with some left out of it. */
const listing =
  (keeps: (deals: readonly { readonly name: string }[]) => readonly unknown[]) =>
  (fetch: Fetch): Fetch =>
  async (request) =>
    isDeals(request) && request.headers.get('accept') !== 'text/html'
      ? json(200, keeps(await dealsOf(request, fetch)))
      : fetch(request);

/** What a query for deals finds, changed. */
const finding =
  (change: (found: readonly unknown[], path: string) => readonly unknown[]) =>
  (fetch: Fetch): Fetch =>
    before(async (look, next) => {
      const response = await next();
      if (look.method !== 'GET' || !look.path.startsWith('/query/deals/') || !response.ok) return response;
      const left = change((await response.json()) as unknown[], look.path); // The mock answers 200 with an array.
      return left.length === 0 ? json(404, {}) : json(200, left);
    })(fetch);

const kept = new Map<string, unknown[]>();

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
    title: 'lists no deal but the ones before the newest',
    rule: 'create/lasting',
    subject: 'deals',
    wrap: listing((deals) => deals.slice(0, -1)),
  },
  {
    title: 'loses every third deal of its list',
    rule: 'create/lasting',
    subject: 'deals',
    wrap: listing((deals) => deals.filter((_, i) => i % 2 === 0)),
  },
  {
    title: 'finds one deal of each name',
    rule: 'query/records',
    subject: 'query:deals',
    wrap: finding((found) => found.slice(0, 1)),
  },
  {
    title: 'finds what was deleted',
    rule: 'query/records',
    subject: 'query:deals',
    wrap: finding((found, path) => {
      const known = kept.get(path) ?? [];
      const all = found.length < known.length ? known : [...found];
      kept.set(path, all);
      return all;
    }),
  },
  {
    title: 'finds by name only the deals that were there',
    rule: 'query/records',
    subject: 'query:deals',
    file: { queries: [{ name: 'deals', found: 'Steel delivery' }] },
    wrap: finding((found) => found.filter((deal) => JSON.stringify(deal).includes('Steel'))),
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
const late = new Map<string, number>();
const LEGAL: readonly Case[] = [
  {
    title: 'lists four deals a page',
    rule: 'create/lasting',
    subject: 'deals',
    wrap: listing((deals) => deals.slice(0, 4)),
  },
  {
    title: 'lists the newest deals only',
    rule: 'create/lasting',
    subject: 'deals',
    wrap: listing((deals) => deals.slice(-6)),
  },
  {
    title: 'lists no deal of the run',
    rule: 'create/lasting',
    subject: 'deals',
    wrap: listing((deals) => deals.filter(({ name }) => !name.startsWith('assayer'))),
  },
  {
    title: 'takes each name once',
    rule: 'query/records',
    subject: 'query:deals',
    wrap: (fetch) => {
      const names = new Set<string>();
      return before(async (look, next) => {
        if (!isCreation(look)) return next();
        if (names.has(look.body)) return json(409, {});
        names.add(look.body);
        return next();
      })(fetch);
    },
  },
  {
    title: 'finds new deals a little later',
    rule: 'query/records',
    subject: 'query:deals',
    wrap: finding((found, path) => {
      late.set(path, (late.get(path) ?? 0) + 1);
      return late.get(path) === 1 ? [] : found;
    }),
    settleMs: 500,
  },
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
    title: 'gives the id of a deal to another one while both are asked for by their name',
    rule: 'query/records',
    subject: 'query:deals',
    wrap: (fetch, mock) => {
      const { store } = mock.tenants.of('');
      for (const id of ['81', '82']) store.putDeal({ id, data: { name: 'Shared name', price: 5 } });
      return before(async (look, next) => {
        const deal = store.deals.entries.get('82');
        if (deal !== undefined && /^\/query\/deals\/Shared/u.test(look.path)) {
          store.removeDeal(deal);
          store.putDeal({ id: '82', data: { name: 'Another name', price: 6 } });
        }
        return next();
      })(fetch);
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

describe.concurrent('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule, subject, ...server }) => {
    expect((await judged([rule], { options: FORMS, ...server })).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL, Infinity))(
    '$title fails nothing',
    { tags: ['night'] },
    async ({ rule, subject, ...server }) => {
      expect((await judged([rule], { options: FORMS, ...server })).of(rule, subject)).toMatchObject({
        outcome: 'pass',
      });
    },
  );
});
