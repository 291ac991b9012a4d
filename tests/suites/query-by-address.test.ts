import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

/** Queries that a suffix or a parameter chooses, and JSON that one of them chooses. */
type Case = readonly [what: string, rule: string, wrap: (fetch: Fetch) => Fetch];

const SUFFIX = 'negotiate/suffix';
const FORMAT = 'negotiate/format';

/** Asks for these addresses otherwise. */
const asOther =
  (place: RegExp, change: (address: string) => string, accept = '*/*') =>
  (fetch: Fetch): Fetch =>
  async (request) =>
    request.method === 'GET' && place.test(request.url)
      ? fetch(new Request(change(request.url), { headers: { accept } }))
      : fetch(request);

const missing =
  (place: RegExp, status = 404) =>
  (fetch: Fetch): Fetch =>
  async (request) =>
    place.test(request.url) ? json(status, {}) : fetch(request);

const WITHOUT = /\.\w+(?=\?name)|&format=\w+|format=\w+&/u;
const plain = (address: string): string => address.replace(WITHOUT, '');

const WRONG: readonly Case[] = [
  ['JSON of a query with .xml', SUFFIX, asOther(/\/users\.xml\?name=/u, plain)],
  ['nothing at a query with .xml', SUFFIX, missing(/\/users\.xml\?name=/u)],
  ['all users at a query with .xml', SUFFIX, asOther(/\/users\.xml\?name=/u, (url) => url.replace(/\?.*/u, ''))],
  ['JSON of a query with the parameter last', FORMAT, asOther(/\?name=.*&format=(?:xml|html)/u, plain)],
  ['JSON of a query with the parameter first', FORMAT, asOther(/\?format=(?:xml|html)&name=/u, plain)],
  ['JSON in an envelope by the suffix', SUFFIX, rewritingJson(/^\/users\.json$/u, (value) => ({ data: value }))],
  ['a record in an envelope', SUFFIX, rewritingJson(/^\/users\/[^/]+\.json$/u, (value) => ({ data: value }))],
  [
    'a found record of other names by the parameter',
    FORMAT,
    rewritingJson<{ name: unknown }[]>(/name=.*format=json/u, (found) =>
      found.map(({ name, ...rest }) => ({ ...rest, Name: name })),
    ),
  ],
  [
    'a list of names by the parameter',
    FORMAT,
    rewritingJson<{ name: unknown }[]>(/^\/users\?format=json/u, (users) => users.map(({ name }) => name)),
  ],
];

/** How often something was read is told, and is another number each time. */
function counted(): (fetch: Fetch) => Fetch {
  let count = 0;
  return rewritingJson<object>(/^\/users\/1(?:\.json)?$/u, (value) => {
    count += 1;
    return { ...value, times: count };
  });
}

const LEGAL: readonly Case[] = [
  ['no collection by the suffix but the query', SUFFIX, missing(/\/users\.\w+\?name=/u, 429)],
  [
    'links to the representation',
    SUFFIX,
    rewritingJson<object>(/\.json$/u, (value) => (Array.isArray(value) ? value : { ...value, self: '/users/1.json' })),
  ],
  ['a count of readings', SUFFIX, counted()],
  [
    'a list in another order',
    FORMAT,
    rewritingJson<unknown[]>(/^\/users\?format=json/u, (users) => users.toReversed()),
  ],
];

const rules = (rule: string): string[] => ['json', 'xml', 'html'].map((name) => `${rule}#users:${name}`);

test.each(inGate(WRONG))('found: %s', async (_, rule, wrap) => {
  expect((await judged(rules(rule), { wrap })).ended('fail')).not.toEqual([]);
});

test.each(inGate(LEGAL, 2))('legal: %s', async (_, rule, wrap) => {
  expect((await judged(rules(rule), { wrap })).ended('fail')).toEqual([]);
});
