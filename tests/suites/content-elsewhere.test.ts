import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { withFieldsOf } from './changed-fields.ts';
import { judged } from './judged.ts';

const READINGS = 'negotiate/labelled';
const MADE = 'read/made';

type Wrap = (fetch: Fetch) => Fetch;

/** Gives the answers to these requests a Content-Location, made of the address and of the Location. */
const naming = (where: RegExp, address: (path: string, location: string) => string): Wrap =>
  withFieldsOf(where, ({ headers }, path) => ({ 'content-location': address(path, headers.get('location') ?? '') }));

/** Shows a record at another address too, as it is or with other values. */
const shown =
  (prefix: string, change: (text: string) => string = (text) => text): Wrap =>
  (fetch) =>
  async (request) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith(prefix)) return fetch(request);
    url.pathname = url.pathname.slice(prefix.length);
    const response = await fetch(new Request(url, request));
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(change(await response.text()), { status: response.status, headers });
  };

const USER = /^GET \/users\/\d+ 200/u;
const HOLD = /^GET \/rest\/1\/deals\/\d+\/holds\/\d+ 200/u;
const MAKES_HOLD = /^POST \/rest\/1\/deals\/\d+\/holds 201/u;
const MAKES_PRICE = /^POST \/rest\/1\/deals\/\d+\/price-changes 201/u;

const both =
  (outer: Wrap, inner: Wrap): Wrap =>
  (fetch) =>
    outer(inner(fetch));
const beside = (address: string): string => `/beside${new URL(address, 'http://mock.example').pathname}`;
const otherName = (text: string): string => text.replace(/"name":"[^"]*"/u, '"name":"Somebody"');
const otherReason = (text: string): string => text.replace(/"reason":"(?:[^"\\]|\\.)*"/u, '"reason":"another"');

const options = { representations: ['json'], operationForms: ['E'] } as const;

async function failed(rule: string, wrap: Wrap): Promise<readonly string[]> {
  // What forms make is read by read/made.
  const { results } = await judged([rule, MADE], { wrap, options });
  return results.flatMap((one) => (one.outcome === 'fail' && one.rule === rule ? [one.reason] : []));
}

test('found: a user whose Content-Location shows another name', { tags: ['night'] }, async () => {
  const wrap = both(naming(USER, beside), shown('/beside', otherName));
  expect(await failed(READINGS, wrap)).toEqual([expect.stringContaining('Content-Location')]);
});

test('found: a 201 of form E whose Content-Location is the deal', async () => {
  const wrap = naming(MAKES_HOLD, (path) => path.replace(/\/holds$/u, ''));
  expect(await failed(MADE, wrap)).toEqual([expect.stringContaining('Content-Location')]);
});

test.each<[string, string, Wrap]>([
  [
    'a hold whose Content-Location shows another reason',
    READINGS,
    both(naming(HOLD, beside), shown('/beside', otherReason)),
  ],
  ['a hold whose Content-Location is its deal', READINGS, naming(HOLD, (path) => path.replace(/\/holds\/.*/u, ''))],
  ['another price change', MADE, naming(MAKES_PRICE, () => '/rest/1/deals/2')],
  [
    'other values at the address of a 201',
    MADE,
    both(
      naming(MAKES_PRICE, (_, to) => beside(to)),
      shown('/beside', otherReason),
    ),
  ],
])('found: %s', { tags: ['night'] }, async (_, rule, wrap) => {
  expect(await failed(rule, wrap)).toEqual([expect.stringContaining('Content-Location')]);
});

/** The latest record of all, at an address of its own. */
const latest: Wrap = (fetch) => {
  let last: Request | undefined;
  return async (request) => {
    const url = new URL(request.url);
    if (url.pathname === '/latest' && last !== undefined) return fetch(new Request(last.url, request));
    const response = await fetch(request);
    const location = response.status === 201 ? response.headers.get('location') : null;
    if (location !== null) last = new Request(new URL(location, request.url));
    return response;
  };
};

test('legal: a server that names what it made by its Location', { tags: ['night'] }, async () => {
  expect(
    await failed(
      MADE,
      naming(MAKES_HOLD, (_, to) => to),
    ),
  ).toEqual([]);
});

test.each<[string, string, Wrap]>([
  ['shows its users at another address too', READINGS, both(naming(USER, beside), shown('/beside'))],
  ['names a representation', READINGS, naming(USER, (path) => `${path}.json`)],
  ['names one by a parameter', READINGS, naming(USER, (path) => `${path}?format=json`)],
  ['adds a slash', READINGS, naming(USER, (path) => `${path}/`)],
  ['names what is not there', READINGS, naming(USER, (path) => `/nowhere${path}`)],
  ['shows holds at another address too', READINGS, both(naming(HOLD, beside), shown('/beside'))],
  [
    'has another id for a hold at another address',
    READINGS,
    both(
      naming(HOLD, beside),
      shown('/beside', (text) => text.replace(/"id":"/u, '"id":"7')),
    ),
  ],
  [
    'counts readings',
    READINGS,
    both(naming(USER, beside), (fetch) => {
      let count = 0;
      return shown('/beside', (text) => {
        count += 1;
        return text.replace(/^\{/u, `{"readings":${count},`);
      })(fetch);
    }),
  ],
  ['names a representation of what it made', MADE, naming(MAKES_HOLD, (_, to) => `${to}.json`)],
  ['names the collection', MADE, naming(MAKES_HOLD, (path) => path)],
  [
    'names the latest record of all',
    MADE,
    both(
      naming(MAKES_HOLD, () => '/latest'),
      latest,
    ),
  ],
  [
    'shows what it made at another address too',
    MADE,
    both(
      naming(MAKES_HOLD, (_, to) => beside(to)),
      shown('/beside'),
    ),
  ],
])('legal: a server that %s', { tags: ['night'] }, async (_, rule, wrap) => {
  expect(await failed(rule, wrap)).toEqual([]);
});
