import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged } from './judged.ts';
import { rewriting, rewritingJson } from './rewriting.ts';

/** Two deals of the same members in each representation. */
type Wrap = (fetch: Fetch) => Fetch;

const RULE = 'negotiate/equivalent';
const LIST = /\/deals\/$/u;
const DEAL = /\/deals\/(\d+)$/u;

/** Shows each deal as the latest one of its name in this type. */
function byName(type: string): Wrap {
  return (fetch) => {
    const latest = new Map<string, string>();
    return async (request) => {
      const response = await fetch(request);
      const { pathname, origin } = new URL(request.url);
      if (request.method === 'POST' && pathname.endsWith('/deals/') && response.status === 201) {
        // What the mock answers to a creation.
        const made = (await response
          .clone()
          .json()
          .catch(() => ({}))) as { name?: string; id?: string };
        if (made.name !== undefined && made.id !== undefined) latest.set(made.name, made.id);
      }
      const isRead = request.method === 'GET' && /\/deals\/\d+$/u.test(pathname) && response.ok;
      if (!isRead || response.headers.get('content-type')?.includes(type) !== true) return response;
      const text = await response.text();
      const name = /<(?:name|dt>name<\/dt><dd)>([^<]*)</u.exec(text)?.[1] ?? '';
      const id = pathname.split('/').at(-1) ?? '';
      const other = latest.get(name) ?? id;
      const shown =
        other === id ? undefined : await (await fetch(new Request(`${origin}/rest/1/deals/${other}`, request))).text();
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      return new Response(shown?.replaceAll(other, id) ?? text, { headers });
    };
  };
}

/** Keeps one entry of each name. */
const onceByName =
  (entry: RegExp): ((text: string) => string) =>
  (text) => {
    const seen = new Set<string>();
    return text.replace(entry, (own: string, name: string) => {
      if (seen.has(name)) return '';
      seen.add(name);
      return own;
    });
  };

const WRONG: readonly (readonly [string, Wrap])[] = [
  ['XML shows the latest deal of a name', byName('xml')],
  ['a page shows the latest deal of a name', byName('html')],
  [
    'the list in XML has each name once',
    rewriting('xml', LIST, onceByName(/<deal>(?:(?!<\/deal>).)*<name>([^<]*)<\/name>.*?<\/deal>/gsu)),
  ],
  [
    'the page of the list has each name once',
    rewriting(
      'html',
      LIST,
      onceByName(
        /<(?:li|tr|dl|article|section)\b[^>]*>(?:(?!<\/?(?:li|tr|dl|article|section)\b).)*?name(?:(?!<\/?(?:li|tr|dl|article|section)\b).)*?(assayer \w+)(?:(?!<\/?(?:li|tr|dl|article|section)\b).)*?<\/(?:li|tr|dl|article|section)>/gsu,
      ),
    ),
  ],
];

test.each(inGate(WRONG))('found: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap, runs: 1 });
  expect(ended('fail')).toContain(`${RULE} deals`);
});

/** The address of a deal, and those beside it. */
function linksBeside(url: string): string {
  const [, id = ''] = DEAL.exec(new URL(url).pathname) ?? [];
  const addresses = [0, 1, -1].map((more) => `/rest/1/deals/${Number(id) + more}`);
  return addresses.map((address) => `<dt>href</dt><dd><a href="${address}">${address}</a></dd>`).join('');
}

const LEGAL: readonly (readonly [string, Wrap])[] = [
  [
    'no two deals have one name',
    (fetch) => {
      const names = new Set<string>();
      return before(async ({ method, path, body }, next) => {
        if (method !== 'POST' || !path.endsWith('/deals/')) return next();
        const name = /"name":"([^"]*)"/u.exec(body)?.[1] ?? '';
        if (names.has(name)) return json(409, {});
        names.add(name);
        return next();
      })(fetch);
    },
  ],
  [
    'each page tells its address, and links to the deals beside its own',
    (fetch) => {
      const inJson = rewritingJson<object>(DEAL, (deal) => ({
        ...deal,
        href: `/rest/1/deals/${'id' in deal ? deal.id : ''}`,
      }));
      const inXml = rewriting('xml', DEAL, (text, { url }) =>
        text.replace('</deal>', `<href>${new URL(url).pathname}</href></deal>`),
      );
      const onPage = rewriting('html', DEAL, (text, { url }) => text.replace('</dl>', `${linksBeside(url)}</dl>`));
      return onPage(inXml(inJson(fetch)));
    },
  ],
  [
    'the list in XML comes in pages',
    rewriting('xml', LIST, (text) =>
      text.replace(
        /(<deal>.*?<\/deal>){3}.*(?=<\/deals>)/su,
        (all) => `${/^(?:<deal>.*?<\/deal>){3}/su.exec(all)?.[0] ?? ''}<link rel="next" href="/rest/1/deals/?page=2"/>`,
      ),
    ),
  ],
];

test.each(inGate(LEGAL, 2))('legal: %s', { tags: ['night'] }, async (_, wrap) => {
  const { results } = await judged([RULE], { wrap, runs: 1 });
  expect(results.filter(({ outcome }) => outcome === 'fail').map(({ reason }) => reason)).toEqual([]);
});
