import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** A deal wherever it is shown, with the members as they were sent (document 2, 4.1, 4.4). */
type Wrap = (fetch: Fetch) => Fetch;
const JSON_ONLY = { operationForms: ['A'], representations: ['json'] } as const;

/** Changes the JSON of a successful answer to these requests. */
const showing =
  (method: string, path: RegExp, change: (text: string) => string): Wrap =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    const isIt = request.method === method && path.test(new URL(request.url).pathname) && response.ok;
    if (!isIt || response.headers.get('content-type')?.includes('json') !== true) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(change(await response.text()), { status: response.status, headers });
  };

const DEALS = /\/deals\/$/u;
const FOUND = /^\/query\/deals\//u;
const inCapitals = (text: string): string => text.replaceAll('"price":', '"PRICE":');
const allInCapitals = (text: string): string => inCapitals(text).replaceAll('"name":', '"NAME":');
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const asJsonText = (text: string): string => text.replaceAll('\\', '\\\\\\');

const WRONG: readonly (readonly [string, string, Wrap])[] = [
  ['PRICE where it was created', 'create/describes deals', showing('POST', DEALS, inCapitals)],
  ['PRICE in what is found', 'query/records query:deals', showing('GET', FOUND, inCapitals)],
  ['texts escaped twice in what is found', 'query/records query:deals', showing('GET', FOUND, escaped)],
  ['texts of JSON escaped twice in what is found', 'query/records query:deals', showing('GET', FOUND, asJsonText)],
];

test.each(inGate(WRONG, 2))('found: %s', async (_, expected, wrap) => {
  const { ended } = await judged([expected.split(' ')[0] ?? ''], { wrap, options: JSON_ONLY });
  expect(ended('fail')).toContain(expected);
});

test('found: PRICE in the collection', { tags: ['night'] }, async () => {
  const wrap = showing('GET', DEALS, inCapitals);
  const { ended } = await judged(['negotiate/equivalent'], { wrap, options: { operationForms: ['A'] } });
  expect(ended('fail')).toContain('negotiate/equivalent deals');
});

/** Which further parameters a creation takes is not shown (document 2). */
const refusing: Wrap = (fetch) => async (request) =>
  (await request.clone().text()).includes('assayer') ? Response.json({}, { status: 400 }) : fetch(request);

const RIGHT: readonly (readonly [string, Wrap])[] = [
  ['a shape of its own where it was created', showing('POST', DEALS, allInCapitals)],
  ['a shape of its own in what is found', showing('GET', FOUND, allInCapitals)],
  ['further parameters are refused', refusing],
];

test.each(inGate(RIGHT, 2))('not failed: %s', async (_, wrap) => {
  const { ended } = await judged(['create/describes', 'query/records'], { wrap, options: JSON_ONLY });
  expect(ended('fail')).toEqual([]);
});

/** Asks for another address where a query asks for a blank. */
const blank =
  (place: RegExp, instead: (url: URL) => string): Wrap =>
  (fetch) =>
  (request) => {
    const url = new URL(request.url);
    return place.test(request.url)
      ? fetch(new Request(url.origin + instead(url), { headers: request.headers }))
      : fetch(request);
  };

// Blanks may be trimmed, and what an empty value finds is left open.
test.each<[string, string, Wrap]>([
  ['all users', 'read/query-filters', blank(/\/users\?name=(?:%20|\+)$/u, () => '/users')],
  ['all deals', 'query/records', blank(/\/query\/deals\/%20$/u, () => '/rest/1/deals/')],
])('not failed: a blank gives %s', async (_, rule, wrap) => {
  const { ended } = await judged([rule], { wrap, options: JSON_ONLY });
  expect(ended('fail')).toEqual([]);
});
