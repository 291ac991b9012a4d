import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { answered, judged } from './judged.ts';

/** Lists of form E, and views of what operations made. */
interface Case {
  readonly title: string;
  readonly wrap: (fetch: Fetch) => Fetch;
}

type Entry = Readonly<Record<string, unknown>>;

const LIST = /\/deals\/([^/]+)\/(holds|price-changes)$/u;
const RECORD = /\/deals\/[^/]+\/holds\/[^/]+$/u;
const COMMAND = /\/commands\/[^/]+$/u;

const isJson = (response: Response): boolean => response.headers.get('content-type')?.includes('json') === true;

const withText = (response: Response, text: string): Response => {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(text, { status: response.status, headers });
};

/** Changes what GET reads there in a representation. */
const reads =
  (path: RegExp, type: string, change: (text: string, fetch: Fetch, request: Request) => string | Promise<string>) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    const isIt = request.method === 'GET' && response.ok && path.test(new URL(request.url).pathname);
    if (!isIt || response.headers.get('content-type')?.includes(type) !== true) return response;
    return withText(response, await change(await response.text(), fetch, request));
  };

const lists = (change: (entries: readonly Entry[], fetch: Fetch, request: Request) => unknown) =>
  reads(LIST, 'json', async (text, fetch, request) => {
    const entries: readonly Entry[] = JSON.parse(text);
    return JSON.stringify(await change(entries, fetch, request));
  });

/** A list in XML stays as it was first read. */
const asFirstRead = (): ((fetch: Fetch) => Fetch) => {
  const kept = new Map<string, string>();
  return reads(LIST, 'xml', (text, _, { url }) => {
    const known = kept.get(url) ?? text;
    kept.set(url, known);
    return known;
  });
};

/** A list that is there still when its deal is deleted. */
const ofDeletedDeals =
  (status: number) =>
  (fetch: Fetch): Fetch => {
    const deleted = new Set<string>();
    return async (request) => {
      const { pathname } = new URL(request.url);
      if (request.method === 'DELETE') deleted.add(pathname);
      const isList = request.method === 'GET' && LIST.test(pathname) && deleted.has(pathname.replace(/\/[^/]+$/u, ''));
      return isList ? answered(Response.json([]), status) : fetch(request);
    };
  };

const WRONG: readonly Case[] = [
  { title: 'leaves the newest record out of its list', wrap: lists((entries) => entries.slice(0, -1)) },
  {
    title: 'lists price changes among holds',
    wrap: lists(async (entries, fetch, { url }) => {
      const others = await fetch(new Request(url.replace(/holds$/u, 'price-changes')));
      return url.endsWith('holds') && others.ok ? [...entries, ...(await others.json())] : entries;
    }),
  },
  {
    title: 'lists all price changes at the newest price',
    wrap: lists((entries) => {
      const newest = entries.at(-1)?.['newPrice'];
      return newest === undefined ? entries : entries.map((entry) => ({ ...entry, newPrice: newest }));
    }),
  },
  { title: 'lists the holds of a deleted deal', wrap: ofDeletedDeals(200) },
  { title: 'keeps a list in XML as it was first read', wrap: asFirstRead() },
  {
    title: 'escapes a command document in XML twice',
    wrap: reads(COMMAND, 'xml', (text) => text.replaceAll('&', '&amp;')),
  },
  {
    title: 'does not escape the page of a hold',
    wrap: reads(RECORD, 'html', (text) => text.replaceAll('&lt;b&gt;', '<b>')),
  },
  {
    title: 'does not escape the end of CDATA in XML',
    wrap: reads(RECORD, 'xml', (text) => text.replaceAll(']]&gt;', ']]>')),
  },
];

const LEGAL: readonly Case[] = [
  {
    title: 'lists what holds now alone',
    wrap: lists((entries) => (entries.length > 1 ? entries.slice(1) : entries)),
  },
  {
    title: 'lists links alone',
    wrap: lists((entries, _, { url }) => entries.map(({ id }) => ({ self: `${url}/${String(id)}` }))),
  },
  { title: 'lists in the other order, in an envelope', wrap: lists((entries) => ({ items: entries.toReversed() })) },
  { title: 'counts what it has', wrap: lists((entries) => ({ count: entries.length })) },
  {
    title: 'lists in pages',
    wrap: (fetch) => async (request) => {
      const response = await fetch(request);
      if (!LIST.test(new URL(request.url).pathname) || request.method !== 'GET' || !response.ok || !isJson(response))
        return response;
      const [entry] = await response.json();
      const headers = { 'content-type': 'application/json', link: '<?page=2>; rel="next"', vary: 'Accept' };
      return new Response(JSON.stringify(entry === undefined ? [] : [entry]), { headers });
    },
  },
  { title: 'says 410 of the holds of a deleted deal', wrap: ofDeletedDeals(410) },
  {
    title: 'has no list',
    wrap: (fetch) => async (request) =>
      request.method === 'GET' && LIST.test(new URL(request.url).pathname)
        ? new Response(null, { status: 405, headers: { allow: 'POST' } })
        : fetch(request),
  },
];

/** HEAD is not changed, and would tell another length. */
const withoutHeadLength =
  (wrap: (fetch: Fetch) => Fetch) =>
  (fetch: Fetch): Fetch => {
    const wrapped = wrap(fetch);
    return async (request) => {
      const response = await wrapped(request);
      if (request.method !== 'HEAD') return response;
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      return new Response(null, { status: response.status, headers });
    };
  };

const rule = 'read/made';
const options = { operationForms: ['E', 'G'] } as const;

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ wrap }) => {
    expect((await judged([rule], { options, wrap })).of(rule, 'deals')).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', { tags: ['night'] }, async ({ wrap }) => {
    const seen = await judged([rule], { options, wrap: withoutHeadLength(wrap) });
    expect(seen.of(rule, 'deals')).toMatchObject({ outcome: 'pass' });
  });
});
