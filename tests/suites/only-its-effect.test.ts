import { describe, expect, it } from 'vitest';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Look, type Server } from './judged.ts';

/** An operation has its effect and only that; what is refused, and what only reads, has none. */
interface Case extends Server {
  readonly title: string;
  readonly rules: readonly string[];
}

const dealOf = (text: string): string => /\/deals\/([^/]+)/u.exec(text)?.[1] ?? '';
const isHoldA = ({ method, path }: Look): boolean => method === 'PUT' && path.endsWith('/hold');

const WRONG: readonly (Case & { readonly fails: string })[] = [
  {
    title: 'deletes the deal with a hold',
    rules: ['create/lasting', 'operation/effect'],
    fails: 'create/lasting deals',
    wrap: before(async (look, next) => {
      const response = await next();
      if (isHoldA(look) && response.ok)
        await next({ method: 'DELETE', path: look.path.replace('/hold', ''), body: '' });
      return response;
    }),
  },
  {
    title: 'deletes the deal with a command of 4.3',
    rules: ['create/lasting', 'command/effect'],
    fails: 'create/lasting deals',
    wrap: before(async (look, next) => {
      const response = await next();
      if (look.path !== '/command/HoldDeal/' || !response.ok) return response;
      const deal = String((JSON.parse(look.body) as { id?: unknown }).id);
      await next({ method: 'DELETE', path: `/rest/1/deals/${deal}`, body: '' });
      return response;
    }),
  },
  {
    title: 'carries out a hold that is only asked for with GET',
    rules: ['read/safe'],
    fails: 'read/safe deals',
    wrap: before(async (look, next) => {
      if (look.method !== 'GET' || !look.path.endsWith('/hold')) return next();
      await next({ method: 'PUT', body: '{"reason":"read"}' });
      return json(405, {}, { allow: 'PUT' });
    }),
  },
  {
    title: 'shows in XML what it refused',
    rules: ['operation/malformed'],
    fails: 'operation/malformed HoldDeal/A',
    wrap: (fetch) => {
      const refused = new Set<string>();
      return async (request) => {
        const response = await fetch(request);
        if (request.url.endsWith('/hold') && response.status === 400) refused.add(dealOf(request.url));
        const isXml = request.headers.get('accept') === 'application/xml' && response.ok;
        if (request.method !== 'GET' || !isXml || !refused.has(dealOf(request.url))) return response;
        const xml = (await response.text()).replace(/<\/\w+>\s*$/u, (end) => `<note>waiting for papers</note>${end}`);
        return new Response(xml, { headers: response.headers });
      };
    },
  },
  {
    title: 'carries out what it refuses with 415',
    rules: ['operation/malformed'],
    fails: 'operation/malformed HoldDeal/A',
    wrap: (fetch) => async (request) => {
      const isText = request.headers.get('content-type') === 'text/plain' && request.url.endsWith('/hold');
      if (!isText) return fetch(request);
      const headers = new Headers(request.headers);
      headers.set('content-type', 'application/json');
      await fetch(new Request(request, { headers }));
      return json(415, {});
    },
  },
  {
    title: 'creates what it refuses with 415',
    rules: ['create/refused'],
    fails: 'create/refused deals',
    wrap: (fetch) => async (request) => {
      const isText = request.headers.get('content-type') === 'text/plain' && request.url.endsWith('/deals/');
      if (!isText) return fetch(request);
      const headers = new Headers(request.headers);
      headers.set('content-type', 'application/json');
      await fetch(new Request(request, { headers }));
      return json(415, {});
    },
  },
];

const ended = new Set<string>();
const LEGAL: readonly Case[] = [
  {
    title: 'shows no deal that was completed or cancelled',
    rules: ['create/lasting', 'operation/effect', 'command/effect'],
    wrap: before(async (look, next) => {
      const response = await next();
      const action = `${look.path} ${look.body}`;
      if (look.method !== 'GET' && response.ok && /\/complete |\/cancel |(?:Complete|Cancel)Deal/u.test(action))
        ended.add(dealOf(look.path));
      return look.method === 'GET' && ended.has(dealOf(look.path)) ? json(404, {}) : response;
    }),
  },
  {
    title: 'takes JSON under any Content-Type',
    rules: ['operation/malformed', 'create/refused'],
    wrap: (fetch) => (request) => {
      if (request.headers.get('content-type') !== 'text/plain') return fetch(request);
      const headers = new Headers(request.headers);
      headers.set('content-type', 'application/json');
      return fetch(new Request(request, { headers }));
    },
  },
  {
    title: 'shows the last hold where a hold is asked for with GET',
    rules: ['read/safe'],
    wrap: before(async (look, next) =>
      look.method === 'GET' && look.path.endsWith('/hold') ? json(200, { reason: 'none' }) : next(),
    ),
  },
];

const FORMS = { operationForms: ['A'] } as const;

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', { tags: ['night'] }, async ({ fails, rules, ...server }) => {
    const seen = await judged(rules, { options: FORMS, ...server });
    expect(seen.ended('fail')).toContain(fails);
  });

  it.each(LEGAL)('$title fails nothing', { tags: ['night'] }, async ({ rules, ...server }) => {
    const seen = await judged(rules, { options: FORMS, ...server });
    expect(seen.results.filter(({ outcome, rule }) => outcome === 'fail' && rule !== 'operation/effect')).toEqual([]);
    expect(seen.results.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(0);
  });
});
