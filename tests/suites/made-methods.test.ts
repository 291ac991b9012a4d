import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { answered, before, json, judged, type Look, type Server } from './judged.ts';

/** Methods that are not there, at what operations made and at commands and queries. */
interface Case {
  readonly title: string;
  /** The rule that has to tell it. */
  readonly rule: string;
  readonly wrap: NonNullable<Server['wrap']>;
}

const RULES = ['method/refused', 'status/405-allow', 'status/no-server-error'];
const ODD = ['PATCH', 'POST', 'PUT', 'DELETE', 'PROPFIND'];
const isHold = ({ path }: Look): boolean => /\/holds\/[^/]+$/u.test(path);
const isHolds = ({ path }: Look): boolean => path.endsWith('/holds');
const isDocument = ({ path }: Look): boolean => path.includes('/commands/');

/** Another answer in the place of this one. */
const instead = (isMeant: (look: Look) => boolean, answer: (due: Response) => Response): Case['wrap'] =>
  before(async (look, next) => {
    const response = await next();
    return isMeant(look) ? answer(response) : response;
  });

const broken = (): Response => json(500, { error: 'broken' });
const allowing = (allow: string): ((due: Response) => Response) => {
  return (due) => (due.status === 405 ? answered(due, 405, { allow }) : due);
};
const bare = (): Response => new Response(null, { status: 405 });

const WRONG: readonly Case[] = [
  {
    title: 'breaks down over DELETE of a command document',
    rule: 'status/no-server-error',
    wrap: instead((look) => look.method === 'DELETE' && isDocument(look), broken),
  },
  {
    title: 'breaks down over POST to a record of form E',
    rule: 'status/no-server-error',
    wrap: instead((look) => look.method === 'POST' && isHold(look), broken),
  },
  {
    title: 'breaks down over GET of a command',
    rule: 'status/no-server-error',
    wrap: instead(({ method, path }) => method === 'GET' && path.startsWith('/command/'), broken),
  },
  {
    title: 'breaks down over POST to a query',
    rule: 'status/no-server-error',
    wrap: instead(({ method, path }) => method === 'POST' && path.startsWith('/query/'), broken),
  },
  {
    title: 'refuses PATCH of a nested record without Allow',
    rule: 'status/405-allow',
    wrap: instead(({ method, path }) => method === 'PATCH' && path.includes('/address/'), bare),
  },
  {
    title: 'refuses a method at a record of form E without Allow',
    rule: 'status/405-allow',
    wrap: instead((look) => look.method === 'PUT' && isHold(look), bare),
  },
  {
    title: 'names what it refuses at a command document',
    rule: 'method/refused',
    wrap: instead((look) => look.method === 'PATCH' && isDocument(look), allowing('GET, HEAD, OPTIONS, PUT, DELETE')),
  },
  {
    title: 'names what it refuses at a record of form E',
    rule: 'method/refused',
    wrap: instead((look) => look.method === 'DELETE' && isHold(look), allowing('GET, HEAD, PATCH')),
  },
  {
    title: 'does not name POST at the collection of form E',
    rule: 'method/refused',
    wrap: instead((look) => look.method === 'DELETE' && isHolds(look), allowing('GET, HEAD, OPTIONS')),
  },
  {
    title: 'refuses DELETE of a record of form E, and loses it',
    rule: 'method/refused',
    wrap: (fetch) => {
      const lost = new Set<string>();
      return before(async (look, next) => {
        if (look.method === 'DELETE' && isHold(look)) lost.add(look.path);
        return lost.has(look.path) && look.method === 'GET' ? json(404, {}) : next();
      })(fetch);
    },
  },
];

test.each(inGate(WRONG))('found: $title', async ({ rule, wrap }) => {
  const { ended } = await judged(RULES, { wrap, options: { representations: ['json'] } });
  expect(ended('fail').map((one) => one.split(' ')[0])).toContain(rule);
});

const oddly = (look: Look): boolean =>
  ODD.includes(look.method) &&
  !(look.method === 'PUT' && isDocument(look)) &&
  (isHold(look) || isDocument(look) || (isHolds(look) && look.method !== 'POST'));

const RIGHT: readonly Omit<Case, 'rule'>[] = [
  { title: 'knows none of these methods', wrap: instead(oddly, () => new Response(null, { status: 501 })) },
  { title: 'finds nothing for these methods', wrap: instead(oddly, () => json(404, {})) },
  {
    title: 'deletes records of form E and command documents',
    wrap: (fetch) => {
      const gone = new Set<string>();
      return before(async (look, next) => {
        if (look.method === 'DELETE' && (isHold(look) || isDocument(look))) {
          gone.add(look.path);
          return new Response(null, { status: 204 });
        }
        return gone.has(look.path) ? json(404, {}) : next();
      })(fetch);
    },
  },
  {
    title: 'has one list of methods for OPTIONS, from what stands in front',
    wrap: instead(
      ({ method }) => method === 'OPTIONS',
      () => new Response(null, { status: 204, headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' } }),
    ),
  },
  {
    title: 'keeps the records of form E elsewhere',
    wrap: before(async (look, next) => {
      const response = await next();
      const location = response.headers.get('location') ?? '';
      return look.method === 'POST' && isHolds(look) && response.status === 201
        ? answered(response, 201, { location: `/holds/${location.replaceAll('/', '-')}` })
        : response;
    }),
  },
];

test.each(inGate(RIGHT))('not failed: $title', { tags: ['night'] }, async ({ wrap }) => {
  const { ended } = await judged(RULES, { wrap, options: { representations: ['json'] } });
  expect([...ended('fail'), ...ended('error')]).toEqual([]);
});
