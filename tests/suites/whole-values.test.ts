import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged, type Server } from './judged.ts';

/** A value with more at it is another value, and a lenient search is lenient with other texts as well. */
interface Case extends Server {
  readonly title: string;
}

interface Person {
  readonly id: string;
  readonly name: string;
}

const PLACE = /^(\/users\?name=|\/query\/users\/)(.+)$/u;

/** Finds the users whose name has this to do with what is asked for. */
const finding =
  (isFound: (name: string, asked: string) => boolean): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const { origin } = new URL(request.url);
    const [, place = '', value = ''] = PLACE.exec(request.url.slice(origin.length)) ?? [];
    const isPlain = /^(?:[\w %.-]|%[2-7][0-9A-F])+$/u.test(value) && !request.headers.get('accept')?.includes('xml');
    if (request.method !== 'GET' || place === '' || !isPlain) return fetch(request);
    // The mock's own list of users, each with a name.
    const all = (await (await fetch(new Request(`${origin}/users`))).json()) as Person[];
    const found = all.filter(({ name }) => isFound(name.toLowerCase(), decoded(value).toLowerCase()));
    if (found.length === 0 && place.startsWith('/query')) return json(404, {});
    return place.startsWith('/query') || found.length === 0 ? json(200, found) : wholeOf(fetch, request, found);
  };

/** The records as the mock shows them where it finds them by their names. */
async function wholeOf(fetch: Fetch, request: Request, found: readonly Person[]): Promise<Response> {
  const { origin } = new URL(request.url);
  const all = await Promise.all(found.map(({ id }) => fetch(new Request(`${origin}/users/${id}`))));
  return json(200, await Promise.all(all.map((one) => one.json())), { vary: 'Accept' });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const wordsOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** How many letters of the one the other one has in their order. */
function inCommon(a: string, b: string): number {
  let at = 0;
  for (const letter of a) {
    const next = b.indexOf(letter, at);
    if (next >= 0) at = next + 1;
    else return 0;
  }
  return at;
}

const resembles = (name: string, asked: string): boolean =>
  inCommon(name, asked) > 0 || [...name].filter((letter, i) => asked[i] === letter).length >= name.length - 2;

const WRONG: readonly Case[] = [
  { title: 'finds what a value holds', wrap: finding((name, asked) => asked.includes(name)) },
  { title: 'finds what a value begins with', wrap: finding((name, asked) => name === asked || asked.startsWith(name)) },
  {
    title: 'finds by the first words alone',
    wrap: finding((name, asked) => asked.startsWith(`${name} `) || name === asked),
  },
  {
    title: 'finds by the last words alone',
    wrap: finding((name, asked) => asked.endsWith(` ${name}`) || name === asked),
  },
];

const LEGAL: readonly Case[] = [
  { title: 'finds by a part of a name', wrap: finding((name, asked) => name.includes(asked)) },
  {
    title: 'finds by any word',
    wrap: finding((name, asked) => asked.split(' ').some((word) => wordsOf(name).includes(word))),
  },
  { title: 'finds what resembles a value', wrap: finding(resembles) },
];

const RULES = ['read/query-filters', 'query/records'];
const SUBJECTS = ['read/query-filters users', 'query/records query:users'];

describe('a server that', () => {
  it.each(WRONG)('$title fails', async (server) => {
    expect((await judged(RULES, server)).ended('fail')).toEqual(expect.arrayContaining(SUBJECTS));
  });

  it.each(inGate(LEGAL))('$title fails nothing', async (server) => {
    const { results } = await judged(['read/query-filters'], server);
    expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(results.some(({ outcome }) => outcome === 'pass')).toBe(true);
  });
});
