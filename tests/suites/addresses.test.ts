import { describe, expect, it } from 'vitest';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Server } from './judged.ts';

/** Which record an address names, in each spelling of it. */
interface Case extends Server {
  readonly title: string;
  readonly result: string;
}

type Wrap = NonNullable<Server['wrap']>;

const DEAL = /^(\/rest\/1\/deals\/)([^/]+)(.*)$/u;
const USER = /^(\/users\/)([^/]+)(.*)$/u;
const INDEX = /^(\/users\/[^/]+\/(?:ssh-keys|address)\/)([^/]+)()$/u;
const COMMAND = /^(.*\/commands\/)([^/]+)()$/u;

/** Reads one segment of what these methods ask for as another text, which is encoded again. */
function reading(methods: readonly string[], place: RegExp, read: (decoded: string) => string): Wrap {
  return before(({ method, path }, next) => {
    const [, ahead = '', segment = '', behind = ''] = place.exec(path) ?? [];
    if (segment === '' || !methods.includes(method)) return next();
    return next({ path: ahead + encodeURIComponent(read(decoded(segment))) + behind });
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Looks segments up as they come. */
const undecoded = (methods: readonly string[], place: RegExp): Wrap =>
  before(({ method, path }, next) => {
    const [, ahead = '', segment = '', behind = ''] = place.exec(path) ?? [];
    return methods.includes(method) && segment.includes('%')
      ? next({ path: `${ahead}${segment.replaceAll('%', '%25')}${behind}` })
      : next();
  });

const asNumber = (text: string): string =>
  text.trim() !== '' && Number.isInteger(Number(text)) ? String(Number(text)) : text;
const trimmed = (text: string): string => text.trim();
/** Decodes the slashes of these paths before it looks for their segments. */
const unslashed = (place: RegExp): Wrap =>
  before(({ path }, next) => (place.test(path) ? next({ path: path.replace(/%2f/giu, '/') }) : next()));
const GET = ['GET'];
const ALL = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'];
const form = (name: 'A' | 'E' | 'F' | 'G') => ({ operationForms: [name] });

const WRONG: readonly Case[] = [
  { title: 'reads ids as numbers', wrap: reading(GET, USER, asNumber), result: 'address/exact users' },
  { title: 'takes blanks off the ids of deals', wrap: reading(GET, DEAL, trimmed), result: 'address/exact deals' },
  { title: 'takes blanks off an index', wrap: reading(GET, INDEX, trimmed), result: 'address/exact users' },
  {
    title: 'reads an encoded slash before an index as one that ends a segment',
    wrap: unslashed(/^\/users\/[^/]+\/address%2f\d+$/iu),
    result: 'address/exact users',
  },
  {
    title: 'reads an encoded slash behind an owner as one that ends a segment',
    wrap: unslashed(/^\/users\/[^/]+%2fssh-keys%2f/iu),
    result: 'address/exact users',
  },
  {
    title: 'reads an encoded slash before the id of a deal as one that ends a segment',
    wrap: unslashed(/^\/rest\/1\/deals%2f/iu),
    result: 'address/exact deals',
  },
  {
    title: 'reads an encoded slash in a query as one that ends a segment',
    wrap: unslashed(/^\/query.*%2f/iu),
    result: 'address/exact users',
  },
  { title: 'deletes by ids as they come', wrap: undecoded(['DELETE'], DEAL), result: 'address/equivalent deals' },
  {
    title: 'operates by ids as they come',
    wrap: undecoded(['PUT'], DEAL),
    options: form('A'),
    result: 'address/equivalent deals',
  },
  {
    title: 'adds holds by ids as they come',
    wrap: undecoded(['POST'], DEAL),
    options: form('E'),
    result: 'address/equivalent deals',
  },
  {
    title: 'says that it deleted what it did not find by an encoded id',
    wrap: (fetch) => (request) =>
      request.method === 'DELETE' && /\/deals\/[^/]*%/u.test(request.url)
        ? Promise.resolve(new Response(null, { status: 204 }))
        : fetch(request),
    result: 'address/equivalent deals',
  },
  ...(['F', 'G'] as const).map(
    (name): Case => ({
      title: `keeps commands of form ${name} by ids as they come`,
      wrap: undecoded(['PUT'], COMMAND),
      options: form(name),
      result: 'address/equivalent deals',
    }),
  ),
];

const meetingSlashes = (answer: (path: string) => Promise<Response>): Wrap =>
  before(({ path }, next) => (/%2f/iu.test(path) ? answer(path) : next()));
const PAGE = { status: 200, headers: { 'content-type': 'text/html' } };
const leadingTo = (location: string): Response => new Response(null, { status: 308, headers: { location } });

const RULES = ['address/equivalent'];
const MUSTS = [
  'read/unknown-item',
  'read/nested-*',
  'delete/unknown',
  'operation/unknown-deal',
  'command/unknown-deal',
];

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ result, ...server }) => {
    const [rule = ''] = result.split(' ');
    expect((await judged([rule], server)).ended('fail')).toContain(result);
  });

  it('is the mock fails nothing', async () => {
    const { ended } = await judged(['address/*'], { options: {} });
    expect(ended('fail')).toEqual([]);
    expect(ended('pass')).toEqual(['address/equivalent deals', 'address/exact deals', 'address/exact users']);
  });

  it('redirects to the usual spelling of reads, and refuses other notations, fails nothing', async () => {
    const wrap: Wrap = before(({ method, path }, next) => {
      const [, ahead = '', segment = ''] = DEAL.exec(path) ?? [];
      const own = asNumber(decoded(segment));
      if (method !== 'GET' || own === decoded(segment)) return next();
      return Promise.resolve(new Response(null, { status: 308, headers: { location: ahead + own } }));
    });
    expect((await judged([...RULES, 'address/exact'], { wrap })).ended('fail')).toEqual([]);
  });

  it.each([
    ['refuses every encoded slash', () => Promise.resolve(json(400, {}))],
    ['leads to the address with slashes', (path: string) => Promise.resolve(leadingTo(path.replace(/%2f/giu, '/')))],
    ['has one page for all that it does not know', () => Promise.resolve(new Response('<p>Welcome</p>', PAGE))],
  ] as const)('%s fails nothing', async (_, answer) => {
    const wrap = meetingSlashes(answer);
    expect((await judged(['address/exact'], { wrap })).ended('fail')).toEqual([]);
  });

  // No types are shown (document 2): where ids are numbers, whatever is read as the number may name the record.
  it.each(
    inGate(
      [
        ['reads every id of a deal as a number, wherever it stands', DEAL],
        ['reads every id of a user as a number, wherever it stands', USER],
        ['reads every index as a number', INDEX],
      ],
      3,
    ),
  )('%s fails no must', { tags: ['night'] }, async (_, place) => {
    const { ended } = await judged(MUSTS, { wrap: reading(ALL, place, asNumber), options: form('A') });
    expect(ended('fail')).toEqual([]);
  });
});
