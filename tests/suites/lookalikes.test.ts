import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged, type Server } from './judged.ts';

/** What resembles an id or a value is another one: what is looked for is decoded once, and compared as it is. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
}

/** Looks for something else than was asked for, at addresses that begin so. */
const reading =
  (beginning: string, look: (value: string) => string): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const { origin } = new URL(request.url);
    const asked = request.url.slice(origin.length);
    if (request.method !== 'GET' || !asked.startsWith(beginning)) return fetch(request);
    const value = encodeURIComponent(look(decoded(asked.slice(beginning.length))));
    return fetch(new Request(origin + beginning + value, { headers: request.headers }));
  };

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Takes an address that is read for another one. */
const rewritingUrl =
  (change: (url: string) => string): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  (request) =>
    request.method === 'GET' ? fetch(new Request(change(request.url), { headers: request.headers })) : fetch(request);

/** Changes what several users are found as. */
const finding =
  (change: (found: readonly Record<string, unknown>[]) => readonly unknown[]): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    const isQuery = /\/users\?name=|\/query\/deals\//u.test(request.url);
    if (!isQuery || !response.ok || !response.headers.get('content-type')?.includes('json')) return response;
    // The mock answers 200 with an array of records.
    return Response.json(change((await response.json()) as Record<string, unknown>[]));
  };

const twiceTheFirst = (found: readonly Record<string, unknown>[]): readonly unknown[] =>
  found.length > 1 ? [...found, found[0]] : found;

const ITEM = { rule: 'read/unknown-item', subject: 'users' };
const FILTERS = { rule: 'read/query-filters', subject: 'users' };
const MATCH = { rule: 'read/query-match', subject: 'users' };
const FOUND = { rule: 'query/records', subject: 'query:users' };
const FOUND_DEALS = { rule: 'query/records', subject: 'query:deals' };
const USERS = '/users?name=';
const QUERY = '/query/users/';

const WRONG: readonly Case[] = [
  { title: 'takes blanks off an id', ...ITEM, rule: 'address/exact', wrap: reading('/users/', (id) => id.trim()) },
  {
    title: 'takes blanks off the id of a new record',
    rule: 'address/exact',
    subject: 'deals',
    wrap: reading('/rest/1/deals/', (id) => id.trim()),
  },
  { title: 'decodes an id twice', ...ITEM, wrap: reading('/users/', decoded) },
  { title: 'ends an id at a number sign', ...ITEM, wrap: reading('/users/', (id) => id.replace(/#.*/u, '')) },
  { title: 'reads the last digits of an id', ...ITEM, wrap: reading('/users/', (id) => id.replace(/^xq/u, '')) },
  { title: 'takes a percent sign for any id', ...ITEM, wrap: reading('/users/', (id) => (id === '%' ? '1' : id)) },
  { title: 'takes an asterisk for any id', ...ITEM, wrap: reading('/users/', (id) => (id === '*' ? '1' : id)) },
  { title: 'decodes a value twice', ...FILTERS, wrap: reading(USERS, decoded) },
  { title: 'takes a plus for a blank', ...FILTERS, wrap: reading(USERS, (name) => name.replaceAll('+', ' ')) },
  { title: 'takes a suffix off a value', ...FILTERS, wrap: reading(USERS, (name) => name.replace(/\.xml$/u, '')) },
  { title: 'takes quotes off a value', ...FILTERS, wrap: reading(USERS, (name) => name.replace(/^"(.*)"$/u, '$1')) },
  { title: 'ends a value at a NUL', ...FILTERS, wrap: reading(USERS, (name) => name.replace(/\0.*/su, '')) },
  { title: 'ends a parameter at a line break', ...FOUND, wrap: reading(QUERY, (name) => name.replace(/\n.*/su, '')) },
  { title: 'reads each line of a value', ...FILTERS, wrap: reading(USERS, (name) => name.replace(/^.*\n/su, '')) },
  {
    title: 'finds users by what other members show',
    ...FILTERS,
    wrap: reading(USERS, (name) => (name === '1' || name.startsWith('ada@') ? 'Ada Lovelace' : name)),
  },
  {
    title: 'finds everybody by a parameter that comes twice',
    ...FILTERS,
    wrap: rewritingUrl((url) => url.replace(/\?name=[^&]*&name=.*$/u, '')),
  },
  {
    title: 'does not decode the names of parameters',
    ...FILTERS,
    wrap: rewritingUrl((url) => url.replace('?%6E', '?x')),
  },
  { title: 'takes quotes off a parameter', ...FOUND, wrap: reading(QUERY, (name) => name.replace(/^'(.*)'$/u, '$1')) },
  { title: 'takes a bar for “or”', ...FOUND, wrap: reading(QUERY, (name) => name.replace(/\|.*/u, '')) },
  {
    title: 'takes a dot for any character',
    ...FILTERS,
    wrap: reading(USERS, (name) => name.replace(/(?<=\w)\.(?=\w)/u, ' ')),
  },
  { title: 'ends a value at a slash', ...FILTERS, wrap: reading(USERS, (name) => name.replace(/\/.*/u, '')) },
  {
    title: 'takes an underscore for any character',
    ...FILTERS,
    wrap: reading(USERS, (name) => name.replace(/(?<=\w)_(?=\w)/u, ' ')),
  },
  { title: 'finds a record twice', ...MATCH, wrap: finding(twiceTheFirst) },
  {
    title: 'finds others with the values of the first',
    ...FILTERS,
    wrap: finding((found) => found.map((one) => ({ ...one, email: found[0]?.['email'] }))),
  },
  {
    title: 'finds another user beside several',
    ...FILTERS,
    wrap: finding((found) => (found.length > 1 ? [...found, { id: '1', name: 'Ada Lovelace' }] : found)),
  },
  { title: 'takes a suffix off a parameter', ...FOUND, wrap: reading(QUERY, (name) => name.replace(/\.\w+$/u, '')) },
  { title: 'ends a parameter at a comma', ...FOUND, wrap: reading(QUERY, (name) => name.replace(/,.*/u, '')) },
  { title: 'takes an asterisk for the rest', ...FOUND, wrap: reading(QUERY, (name) => name.replace(/\*$/u, '')) },
  { title: 'finds a deal twice', ...FOUND_DEALS, wrap: finding(twiceTheFirst) },
  {
    title: 'finds no deal whose name has a suffix',
    ...FOUND_DEALS,
    wrap: reading('/query/deals/', (name) => name.replace(/\.xml$/u, '')),
  },
];

const LEGAL: readonly Case[] = [
  {
    title: 'finds users by words',
    ...FILTERS,
    wrap: reading(USERS, (name) =>
      name
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .replace(/^zqxj | zqxj$/gu, '')
        .trim(),
    ),
  },
  {
    title: 'ranks what it finds',
    ...FILTERS,
    wrap: finding((found) => found.map((one, rank) => ({ ...one, rank }))),
  },
  { title: 'finds users by their ids alone', ...MATCH, wrap: finding((found) => found.map(({ id }) => ({ id }))) },
  {
    title: 'finds nothing by a parameter that comes twice',
    ...FILTERS,
    wrap: rewritingUrl((url) => url.replace(/(?<=\?name=[^&]*)&name=/u, '%2C')),
  },
  { title: 'reads over what is no letter', ...FOUND, wrap: reading(QUERY, (name) => name.replace(/[^\p{L} ]/gu, '')) },
];

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule, subject, ...server }) => {
    expect((await judged([rule], server)).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', async ({ rule, ...server }) => {
    expect((await judged([rule], server)).ended('fail')).toEqual([]);
  });
});
