import { describe, expect, it } from 'vitest';
import type { MockOptions } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged, type Server } from './judged.ts';

/** A server that lets in whoever sends these cookies; the others get what is due. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
}

type Cookies = readonly (readonly [name: string, value: string])[];
type Wrap = NonNullable<Server['wrap']>;

const NAME = 'USER_TOKEN';

function letting(isIn: (cookies: Cookies, field: string) => boolean | 'refused'): Wrap {
  return (fetch) => (request) => {
    if (new URL(request.url).pathname !== '/') return fetch(request);
    const field = request.headers.get('cookie') ?? '';
    const answer = isIn(cookiesIn(field), field);
    if (answer === 'refused') return Promise.resolve(json(400, {}));
    return Promise.resolve(
      answer ? json(200, 'OK') : json(401, 'not authorized', { 'www-authenticate': 'Cookie realm="x"' }),
    );
  };
}

function cookiesIn(field: string): Cookies {
  return field
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.includes('='))
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const);
}

const valuesIn = (cookies: Cookies): readonly string[] =>
  cookies.filter(([name]) => name === NAME).map(([, value]) => value);
const isPresent = (value: string | undefined): boolean => value !== undefined && value !== '';

const VALUE = 'assayer';
const validated: MockOptions = { session: 'validated', sessions: [VALUE] };

const WRONG: readonly Case[] = [
  {
    title: 'stops at the first text that looks like the name',
    rule: 'session/any-position',
    wrap: letting(
      (_, field) => /^(?:.*; )?$/u.test(field.split(NAME)[0] ?? '') && field.split(NAME)[1]?.startsWith('=') === true,
    ),
  },
  {
    title: 'looks at the first cookie whose name ends like that',
    rule: 'session/any-position',
    wrap: letting((cookies) => cookies.find(([name]) => name.endsWith(NAME))?.[0] === NAME),
  },
  {
    title: 'finds no session among several of one name',
    rule: 'session/any-position',
    wrap: letting((cookies) => valuesIn(cookies).length === 1),
  },
  {
    title: 'looks for the name in a quoted value of another',
    rule: 'session/exact-name',
    wrap: letting((cookies, field) => isPresent(valuesIn(cookies)[0]) || field.includes(`"${NAME}=`)),
  },
];

const LEGAL: readonly Case[] = [
  {
    title: 'recovers the cookie from a malformed field, as WebOb does',
    rule: 'session/exact-name',
    wrap: letting((cookies, field) => isPresent(valuesIn(cookies)[0]) || /[^;]\sUSER_TOKEN=/u.test(field)),
  },
  {
    title: 'looks only at the first of two',
    rule: 'session/any-position',
    wrap: letting((cookies) => isPresent(valuesIn(cookies)[0])),
  },
  {
    title: 'looks only at the last of two',
    rule: 'session/any-position',
    wrap: letting((cookies) => isPresent(valuesIn(cookies).at(-1))),
  },
  {
    title: 'looks only at the value of the first of two',
    rule: 'session/any-position',
    options: validated,
    wrap: letting((cookies) => valuesIn(cookies)[0] === VALUE),
  },
  {
    title: 'looks only at the value of the last of two',
    rule: 'session/any-position',
    options: validated,
    wrap: letting((cookies) => valuesIn(cookies).at(-1) === VALUE),
  },
  {
    title: 'validates sessions and refuses whoever sends two',
    rule: 'session/any-position',
    options: validated,
    wrap: letting((cookies) => {
      const values = valuesIn(cookies);
      return values.length > 1 ? 'refused' : values[0] === VALUE;
    }),
  },
];

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule, ...server }) => {
    expect((await judged([rule], server)).of(rule, 'target')).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', async ({ rule, ...server }) => {
    expect((await judged([rule], server)).of(rule, 'target')).toMatchObject({ outcome: 'pass' });
  });
});
