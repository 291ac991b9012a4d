import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

const RULES = ['status/steady', 'create/distinct', 'read/item-of-collection'];
const options = { representations: ['json', 'xml', 'html'], operationForms: ['A'] } as const;

type Keep = (entries: readonly string[]) => readonly string[];

/** A service whose list of deals shows some of its entries in one representation, or is another page. */
const showing =
  (type: 'xml' | 'html', keep: Keep, page: (entries: string) => string = (entries) => entries) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    const { pathname } = new URL(request.url);
    if (!/\/deals\/$/u.test(pathname) || !response.ok || !response.headers.get('content-type')?.includes(type))
      return response;
    const headers = new Headers(response.headers);
    for (const name of ['content-length', 'etag', 'last-modified']) headers.delete(name);
    if (request.method !== 'GET') return new Response(null, { headers });
    const entry = type === 'html' ? /<article.*?<\/article>/gsu : /<deal>.*?<\/deal>/gsu;
    const text = await response.text();
    const kept = new Set(keep(text.match(entry) ?? []));
    return new Response(page(text.replace(entry, (one) => (kept.has(one) ? one : ''))), { headers });
  };

const allButLast: Keep = (entries) => entries.slice(0, -1);
const few: Keep = (entries) => entries.slice(0, 4);
const withoutOne: Keep = (entries) => entries.filter((_, i) => i !== Math.floor(entries.length / 2));
const namesAlone = (text: string): string =>
  text.replace(/<article.*?<dt>name<\/dt>(<dd>.*?<\/dd>).*?<\/article>/gsu, '<dl><dt>name</dt>$1</dl>');

/** A service one of whose deals has a price that JSON writes in one way and XML and pages in another. */
const priced =
  (inJson: string, elsewhere: string) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    if (!/\/deals\/\w*$/u.test(new URL(request.url).pathname) || !response.ok) return response;
    const headers = new Headers(response.headers);
    for (const name of ['content-length', 'etag', 'last-modified']) headers.delete(name);
    if (request.method !== 'GET') return new Response(response.body, { status: response.status, headers });
    const text = (await response.text())
      .replace('"price":4500.5', `"price":${inJson}`)
      .replace(/(<price>|<dt>price<\/dt><dd>)4500\.5/u, `$1${elsewhere}`);
    return new Response(text, { headers });
  };

const withoutIds = (all: unknown): unknown =>
  Array.isArray(all) ? all.map((one) => (isObject(one) ? { name: one['name'], email: one['email'] } : one)) : all;

test.each(
  inGate([
    ['a page without the entry made last', showing('html', allButLast)],
    ['a page without one from the middle', showing('html', withoutOne)],
    ['XML without the entry made last', showing('xml', allButLast)],
    ['XML without one from the middle', showing('xml', withoutOne)],
    ['another price of few digits', priced('1250', '1.26E3 EUR')],
    ['a page without entries', showing('html', () => [])],
  ] as const),
)('found: %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged(RULES, { wrap, options, runs: 1 });
  expect(of('status/steady', 'target')).toMatchObject({ outcome: 'fail' });
  expect(of('status/steady', 'target').reason).toContain('the entries of the JSON');
});

test.each(
  inGate([
    ['shows names alone, some of which are alike', showing('html', (all) => all, namesAlone)],
    ['shows the first page of several', showing('html', few, (text) => `${text}<a href="?page=2">more</a>`)],
    [
      'lets a script fill its page',
      showing(
        'html',
        () => [],
        (text) => `${text}<script src="/app.js"></script>`,
      ),
    ],
    ['shows no ids of users', rewritingJson<unknown>(/\/users$/u, withoutIds)],
    ['has a price that no number of JavaScript holds', priced('1e400', '1E+400')],
    ['writes out a price of 400 digits in JSON alone', priced(`1${'0'.repeat(400)}`, '1E+400')],
    ['writes a price with its exponent and its currency', priced('125000000', '1.25E8 EUR')],
    ['is the plain mock', (fetch: Fetch) => fetch],
  ] as const),
)('legal: a service that %s', async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap, options, runs: 1 });
  expect(ended('fail')).toEqual([]);
});
