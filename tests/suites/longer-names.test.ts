import { describe, expect, it } from 'vitest';
import { inGate } from '../in-gate.ts';
import { before, judged, type Server } from './judged.ts';

/** A name in a path or a body is the whole of it: what only begins or ends like one that is served is another name. */
interface Case extends Server {
  readonly title: string;
  readonly result: string;
}

type Wrap = NonNullable<Server['wrap']>;

/** Reads a segment of a path as another one. */
const reading = (place: RegExp, read: (segment: string) => string): Wrap =>
  before(({ path }, next) => {
    const [, ahead = '', segment = '', behind = ''] = place.exec(path) ?? [];
    return segment === '' ? next() : next({ path: ahead + read(segment) + behind });
  });

const VERB = /^(\/rest\/1\/deals\/[^/]+\/)([^/]+)()$/u;
const COMMAND = /^(\/command\/)([^/]+)(\/)$/u;
const RESULT = /^(\/query\/)([^/]+)(\/.*)$/u;
const VERSION = /^(\/rest\/)([^/]+)(\/deals\/.*)$/u;

const holdIn =
  (place: RegExp, name: string): ((text: string) => string) =>
  (text) =>
    place.test(text) ? name : text;

/** Reads the action of a command document as another one. */
const readingAction = (read: (action: unknown) => unknown): Wrap =>
  before(({ method, body }, next) => {
    if (method !== 'PUT' || !body.includes('"action"')) return next();
    return next({
      body: JSON.stringify(JSON.parse(body), (name, value: unknown) => (name === 'action' ? read(value) : value)),
    });
  });

const only = (form: 'A' | 'B' | 'F' | 'G') => ({ operationForms: [form] });

const WRONG: readonly Case[] = [
  {
    title: 'looks for how a verb begins',
    wrap: reading(VERB, holdIn(/^hold(?!s|ed)/u, 'hold')),
    options: only('A'),
    result: 'operation/unknown-action HoldDeal/A',
  },
  {
    title: 'looks for how the word of a state ends',
    wrap: reading(VERB, holdIn(/(?<!un)holded$/u, 'holded')),
    options: only('B'),
    result: 'operation/unknown-action HoldDeal/B',
  },
  {
    title: 'looks for how an action ends',
    wrap: readingAction((action) => (typeof action === 'string' ? action.replace(/^.*(?=HoldDeal$)/u, '') : action)),
    options: only('F'),
    result: 'operation/unknown-action HoldDeal/F',
  },
  {
    title: 'looks actions up by what they are as a text',
    wrap: readingAction((action) => (Array.isArray(action) ? String(action) : action)),
    options: only('G'),
    result: 'operation/unknown-action HoldDeal/G',
  },
  {
    title: 'looks for how the name of a command begins',
    wrap: reading(COMMAND, holdIn(/^HoldDeal/u, 'HoldDeal')),
    result: 'command/unknown command:HoldDeal',
  },
  {
    title: 'ends the name of a command at a plus',
    wrap: reading(COMMAND, (name) => name.replace(/\+.*$/u, '')),
    result: 'command/unknown command:HoldDeal',
  },
  {
    title: 'ends the name of a command at a blank',
    wrap: reading(COMMAND, (name) => name.replace(/%20.*$/u, '')),
    result: 'command/unknown command:HoldDeal',
  },
  {
    title: 'ends the name of a command at a colon or a comma',
    wrap: reading(COMMAND, (name) => name.replace(/[:,].*$/u, '')),
    result: 'command/unknown command:HoldDeal',
  },
  {
    title: 'ends the name of a command at an encoded sign',
    wrap: reading(COMMAND, (name) => name.replace(/%(?:2F|23|3F).*$/u, '')),
    result: 'command/unknown command:HoldDeal',
  },
  {
    title: 'reads over letters of a command that are not seen',
    wrap: reading(COMMAND, (name) => name.replace(/%E2%80%8B/u, '')),
    result: 'command/unknown command:HoldDeal',
  },
  {
    title: 'looks for how the name of a result ends',
    wrap: reading(RESULT, (name) => name.replace(/^.*(?=deals$)/u, '')),
    result: 'query/empty query:deals',
  },
  {
    title: 'reads the number at the beginning of a version',
    wrap: reading(VERSION, (version) => version.replace(/(?<=^1)\D.*$/u, '')),
    result: 'version/unknown deals',
  },
  {
    title: 'reads the number at the beginning of a version when it deletes',
    wrap: (fetch, mock) => {
      const lenient = reading(VERSION, (version) => version.replace(/(?<=^1)\D.*$/u, ''))(fetch, mock);
      return (request) => (request.method === 'DELETE' ? lenient(request) : fetch(request));
    },
    result: 'version/unknown deals',
  },
];

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', { tags: ['night'] }, async ({ result, ...server }) => {
    const [rule = ''] = result.split(' ');
    expect((await judged([rule], server)).ended('fail')).toContain(result);
  });
});

it('a server that refuses signs behind the name of a command is legal', { tags: ['night'] }, async () => {
  const wrap = before(({ path }, next) =>
    /^\/command\/HoldDeal[^\w/]/u.test(path) ? Promise.resolve(new Response(null, { status: 400 })) : next(),
  );
  const { ended } = await judged(['command/unknown'], { wrap });
  expect(ended('fail')).toEqual([]);
});
