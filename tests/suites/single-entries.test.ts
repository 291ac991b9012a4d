import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { rewriting, rewritingJson } from './rewriting.ts';

/** Lists and records in other representations than JSON: entries twice or mixed up, words for nothing, records that are not found in JSON. */
type Case = readonly [what: string, rule: string, wrap: (fetch: Fetch) => Fetch];
type Records = readonly Readonly<Record<string, unknown>>[];

const EQUIVALENT = 'negotiate/equivalent';
const USERS = /\/users$/u;
const USER = /\/users\/\d+$/u;
const ELEMENT = /<user\b[\s\S]*?<\/user>/gu;
const ARTICLE = /<article[\s\S]*?<\/article>/gu;

const at =
  (entry: RegExp, place: number, change: (own: string) => string) =>
  (text: string): string => {
    const own = [...text.matchAll(entry)].map(([one]) => one)[place];
    return own === undefined ? text : text.replace(own, change(own));
  };
const twice = (own: string): string => own + own;
/** Gives every entry what the next one has there. */
const moved =
  (value: RegExp) =>
  (text: string): string => {
    const all = [...text.matchAll(value)].map(([, own]) => own ?? '');
    let place = 0;
    return text.replace(value, (whole, own: string) => {
      place += 1;
      return whole.replace(own, all[place % all.length] ?? '');
    });
  };
const before = (tag: string, more: string) => (text: string) => text.replaceAll(tag, more + tag);

/** Asks for something else instead, where the type and the address fit. */
const askingFor =
  (type: string | undefined, place: RegExp, other: string) =>
  (fetch: Fetch): Fetch =>
  (request) => {
    const { pathname, search, origin } = new URL(request.url);
    const isIt = place.test(pathname + search) && (type === undefined || request.headers.get('accept') === type);
    return fetch(isIt ? new Request(origin + other, request) : request);
  };

const moving =
  (type: string, place: RegExp) =>
  (fetch: Fetch): Fetch =>
  async (request) =>
    place.test(request.url) && request.headers.get('accept') === type
      ? new Response(null, { status: 302, headers: { location: '/elsewhere' } })
      : fetch(request);

/** Another list of users from some reading on. */
const afterAWhile =
  (place: RegExp, change: (all: Records) => Records) =>
  (fetch: Fetch): Fetch => {
    let readings = 0;
    return rewritingJson<Records>(place, (all) => {
      readings += 1;
      return readings < READINGS ? all : change(all);
    })(fetch);
  };

// More than those by which a run gets to know its target.
const READINGS = 12;

/** The same, and the user who left the list is another one by itself, such as one who is not active any more. */
const leaving = (fetch: Fetch): Fetch => {
  let hasLeft = false;
  const list = afterAWhile(USERS, (all) => {
    hasLeft = true;
    return all.filter(({ id }) => id !== '4');
  });
  const record = rewritingJson<Records[number]>(/\/users\/4$/u, (user) => (hasLeft ? { ...user, email: '-' } : user));
  return list(record(fetch));
};

const NAME = /\/users\?name=/u;
const WRONG: readonly Case[] = [
  ['the last user twice in XML', EQUIVALENT, rewriting('xml', USERS, at(ELEMENT, 4, twice))],
  ['the first user twice on the page', EQUIVALENT, rewriting('html', USERS, at(ARTICLE, 0, twice))],
  ['addresses of other users in XML', EQUIVALENT, rewriting('xml', USERS, moved(/<email>([^<]*)<\/email>/gu))],
  [
    'addresses of other users on the page',
    EQUIVALENT,
    rewriting('html', USERS, moved(/<dt>email<\/dt><dd>([^<]*)<\/dd>/gu)),
  ],
  [
    'digits in groups in the XML list',
    EQUIVALENT,
    rewriting('xml', /deals\/$/u, (text) => text.replace('>120000<', '>120,000<')),
  ],
  ['“undefined” in the XML of a user', EQUIVALENT, rewriting('xml', USER, before('</user>', '<nick>undefined</nick>'))],
  ['“null” in the XML of a user', EQUIVALENT, rewriting('xml', USER, before('</user>', '<nick>null</nick>'))],
  ['“NaN” on the page of a user', EQUIVALENT, rewriting('html', USER, before('</dl>', '<dt>age</dt><dd>NaN</dd>'))],
  ['“undefined” in the XML list', EQUIVALENT, rewriting('xml', USERS, before('</user>', '<nick>undefined</nick>'))],
  ['“None” in the XML list', EQUIVALENT, rewriting('xml', USERS, before('</user>', '<nick>None</nick>'))],
  ['“(null)” in the XML of a user', EQUIVALENT, rewriting('xml', USER, before('</user>', '<nick>(null)</nick>'))],
  [
    '“[object Object]” in the XML of deals',
    EQUIVALENT,
    rewriting('xml', /deals\/[^/]+$/u, before('</deal>', '<seller>[object Object]</seller>')),
  ],
  ['every user in XML, whatever the name', EQUIVALENT, askingFor('application/xml', NAME, '/users')],
  ['every user on the page, whatever the name', EQUIVALENT, askingFor('text/html', NAME, '/users')],
  ['every user in JSON by parameter', EQUIVALENT, askingFor(undefined, /name=.*format=json/u, '/users?format=json')],
  ['every user in XML by parameter', EQUIVALENT, askingFor(undefined, /name=.*format=xml/u, '/users?format=xml')],
  ['every user in JSON by suffix', EQUIVALENT, askingFor(undefined, /\.json\?name=/u, '/users.json')],
  ['users in XML where nobody is found', 'read/query-empty', askingFor('application/xml', /name=nobody/u, '/users')],
  ['the page of one user elsewhere', EQUIVALENT, moving('text/html', /\/users\/3$/u)],
  ['one user lost in the list for good', 'read/every', afterAWhile(USERS, (all) => all.filter(({ id }) => id !== '4'))],
];

const LEGAL: readonly Case[] = [
  ['a user who leaves the list by a change', 'read/every', leaving],
  [
    'a full page out of which another one moves the last',
    'read/every',
    afterAWhile(USERS, (all) => [{ id: '9', name: 'Somebody Else' }, ...all.slice(0, 4)]),
  ],
  [
    'a login that is the address',
    EQUIVALENT,
    rewriting('xml', USERS, (text) => text.replace(/<email>.*?<\/email>/gu, twice)),
  ],
  ['“null” on a page for people', EQUIVALENT, rewriting('html', USER, before('</dl>', '<dt>nick</dt><dd>null</dd>'))],
  [
    'names of others beside what was found',
    EQUIVALENT,
    rewriting(
      'html',
      NAME,
      before('</body>', '<aside><p>Alan Turing</p><p>Ada Lovelace</p><p>Grace Hopper</p></aside>'),
    ),
  ],
  [
    'a page that shows everybody to whoever found nobody',
    'read/query-empty',
    askingFor('text/html', /name=nobody/u, '/users'),
  ],
  ['shorter entries in XML', EQUIVALENT, rewriting('xml', USERS, (text) => text.replace(/<email>.*?<\/email>/gu, ''))],
];

test.each(inGate(WRONG))('found: %s', { tags: ['night'] }, async (_, rule, wrap) => {
  expect((await judged([rule], { wrap })).ended('fail')).not.toEqual([]);
});

test.each(inGate(LEGAL))('legal: %s', async (_, rule, wrap) => {
  expect((await judged([rule], { wrap })).ended('fail')).toEqual([]);
});
