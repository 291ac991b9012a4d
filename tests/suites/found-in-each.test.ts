import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';
import { rewriting, rewritingJson } from './rewriting.ts';

/** Queries that several records match, in each representation. */
type Case = readonly [what: string, rule: string, wrap: (fetch: Fetch) => Fetch];
type Records = readonly Readonly<Record<string, unknown>>[];

const BY_NAME = /\?name=Grace/u;
const DEALS = /\/query\/deals\//u;
const USERS = /\/query\/users\/Grace/u;
const LOOKUP = 'read/query-filters#users';
const QUERIES = 'query/records#query:deals';
const OF_USERS = 'query/records#query:users';

/** Takes the last user away, where there are several. */
const shortened = (text: string): string => {
  const users = [...text.matchAll(/<user\b[\s\S]*?<\/user>/gu)].map(([one]) => one);
  return users.length > 1 ? text.replace(users.at(-1) ?? '', '') : text;
};

/** Gives deals that were found as XML as well. */
const asXml =
  (kept: (all: Records) => Records, members: readonly string[] = ['id', 'name']) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    const isXml = DEALS.test(request.url) && request.headers.get('accept') === 'application/xml';
    if (!isXml || !response.ok) return response;
    const all: Records = await response.json();
    const elements = kept(all).map((deal) => {
      const inner = members.map((member) => `<${member}>${String(deal[member])}</${member}>`);
      return `<deal>${inner.join('')}</deal>`;
    });
    const headers = { 'content-type': 'application/xml' };
    return new Response(`<deals>${elements.join('').replaceAll('&', '&amp;')}</deals>`, { headers });
  };

/** The same with their prices. */
const pricedAsXml = (kept: (all: Records) => Records): Case[2] => asXml(kept, ['id', 'name', 'price']);

const missingAs =
  (type: string, place: RegExp) =>
  (fetch: Fetch): Fetch =>
  async (request) =>
    place.test(request.url) && request.headers.get('accept') === type ? json(404, {}) : fetch(request);

const WRONG: readonly Case[] = [
  ['XML without the second user of a name', LOOKUP, rewriting('xml', BY_NAME, shortened)],
  ['XML of /query/ without the second deal', QUERIES, asXml((all) => all.slice(0, 1))],
  ['XML of /query/ with the first of two deals twice', QUERIES, pricedAsXml((all) => [...all.slice(0, 1), ...all])],
  [
    'XML of /query/ with the price of the first deal at each',
    QUERIES,
    pricedAsXml((all) => all.map((deal) => ({ ...deal, price: all[0]?.['price'] }))),
  ],
  ['a page that is not found where JSON finds two', QUERIES, missingAs('text/html', DEALS)],
  ['the first user alone by /query/', OF_USERS, rewritingJson<Records>(USERS, (all) => all.slice(0, 1))],
  [
    'users without their marks in XML',
    LOOKUP,
    rewriting('xml', /\?name=[^&]*%C3/u, (text) => text.replace(/[À-ÿ]/gu, '?')),
  ],
  [
    'a user with the id of another one',
    LOOKUP,
    rewritingJson<Records>(/\?name=Ada/u, (all) => all.map((one) => ({ ...one, id: '2' }))),
  ],
  [
    'a user under an id that is not read',
    LOOKUP,
    rewritingJson<Records>(/\?name=Ada/u, (all) => all.map((one) => ({ ...one, id: 'ada' }))),
  ],
  [
    'users of /query/ with marks lost in a member',
    OF_USERS,
    rewritingJson<Records>(/\/query\/users\/[^/]*%C3/u, (all) => all.map((one) => ({ ...one, email: 'none' }))),
  ],
  [
    'every user, where another parameter comes first',
    LOOKUP,
    (fetch) => (request) => fetch(new Request(request.url.replace(/\?(?!name=)\w+=.*/u, ''), request)),
  ],
  [
    'every user, where another parameter follows',
    LOOKUP,
    (fetch) => (request) => fetch(new Request(request.url.replace(/\?name=[^&]*&.*/u, ''), request)),
  ],
  ['JSON in JSON texts', QUERIES, rewritingJson<Records>(DEALS, (all) => all.map((one) => JSON.stringify(one)))],
];

const LEGAL: readonly Case[] = [
  [
    'a parameter that nobody knows is refused',
    LOOKUP,
    (fetch) => (request) => (request.url.includes('zqxj=1') ? Promise.resolve(json(400, {})) : fetch(request)),
  ],
  [
    'nothing is found by a parameter that no record has',
    LOOKUP,
    (fetch) => (request) => (request.url.includes('zqxj=1') ? Promise.resolve(json(200, [])) : fetch(request)),
  ],
  ['XML of /query/ with names and ids', QUERIES, asXml((all) => all)],
  [
    'pages that scripts fill',
    LOOKUP,
    rewriting('html', BY_NAME, () => '<!doctype html><title>x</title><script></script>'),
  ],
  [
    'no XML of queries',
    QUERIES,
    (fetch) => async (request) =>
      DEALS.test(request.url) && request.headers.get('accept') === 'application/xml' ? json(406, {}) : fetch(request),
  ],
];

test.concurrent.each(inGate(WRONG))('found: %s', async (_, rule, wrap) => {
  expect((await judged([rule], { wrap })).ended('fail')).not.toEqual([]);
});

test.concurrent.each(inGate(LEGAL))('legal: %s', async (_, rule, wrap) => {
  expect((await judged([rule], { wrap })).ended('fail')).toEqual([]);
});
