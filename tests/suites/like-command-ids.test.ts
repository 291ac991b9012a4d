import { describe, expect, it, test } from 'vitest';
import { likeIds } from '../../suites/support/operation/like-command-ids.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Server } from './judged.ts';

/** Two ids that a client chose are two commands, however much they are alike. */
const RULE = 'operation/command-id';
type Wrap = NonNullable<Server['wrap']>;

/** Answers a command as one that was done already, where its id was used, as this server knows ids. */
const knowing = (key: (id: string) => string, again: () => Response): Wrap => {
  return (fetch) => {
    const known = new Map<string, string>();
    return before(({ method, path }, next) => {
      const [, place = '', id = ''] = /^(.*\/commands\/)([^/]+)$/u.exec(path) ?? [];
      if (method !== 'PUT' || id === '') return next();
      const own = place + key(id);
      const first = known.get(own) ?? path;
      known.set(own, first);
      return first === path ? next() : Promise.resolve(again());
    })(fetch);
  };
};

const done = (): Response => new Response(null, { status: 204 });
const taken = (): Response => json(409, { error: 'this id is taken' });

const KEYS: Readonly<Record<string, (id: string) => string>> = {
  'in any case': (id) => id.toLowerCase(),
  'without dashes': (id) => decodeURIComponent(id).replaceAll('-', ''),
  'with a plus for a blank': (id) => decodeURIComponent(id.replaceAll('+', '%20')),
  'decoded twice': (id) => decodeURIComponent(decodeURIComponent(id)),
  'up to 64 characters': (id) => id.slice(0, 64),
  'up to 99 characters': (id) => id.slice(0, 99),
  'as numbers': (id) => (/^\d+$/u.test(id) ? String(Number(id)) : id),
};

/** What few servers do: each is tried in one form, saying that it was done. */
const CUT: Readonly<Record<string, string>> = {
  'a semicolon': ';',
  'a comma': ',',
  'a number sign': '#',
  'a question mark': '?',
  'a NUL': '\0',
  'a line break': '\n',
  'a colon': ':',
  'an at sign': '@',
  'an encoded slash': '/',
};

it.each(inGate(Object.entries(CUT)))(
  'a server that knows ids up to %s is found out',
  { tags: ['night'] },
  async (_, sign) => {
    const key = (id: string): string => decodeURIComponent(id).split(sign)[0] ?? id;
    const { of } = await judged([RULE], { wrap: knowing(key, done), options: { operationForms: ['G'] } });
    expect(of(RULE, 'HoldDeal/G')).toMatchObject({ outcome: 'fail' });
  },
);

const ODD: Readonly<Record<string, (id: string) => string>> = {
  'from an encoded slash on': (id) => decodeURIComponent(id).split('/').at(-1) ?? id,
  'without letters that are not seen': (id) => decodeURIComponent(id).replaceAll('\u200b', ''),
  'without marks at letters': (id) => decodeURIComponent(id).normalize('NFD').replaceAll('\u0301', ''),
  'without zeros before numbers': (id) => id.replace(/^0+(?=\d)/u, ''),
};

it.each(inGate(Object.entries(ODD)))('a server that knows ids %s is found out', { tags: ['night'] }, async (_, key) => {
  const { of } = await judged([RULE], { wrap: knowing(key, done), options: { operationForms: ['F'] } });
  expect(of(RULE, 'HoldDeal/F')).toMatchObject({ outcome: 'fail' });
});

it('a server that refuses signs, marks and zeros in such ids is legal', { tags: ['night'] }, async () => {
  const wrap = before(({ method, path }, next) =>
    method === 'PUT' && /\/commands\/(?:Case-.*(?::|%40|%2F|%E2%80%8B)|Other-|Cas%C3%A9|0\d{9})/u.test(path)
      ? Promise.resolve(json(404, { error: 'no such place' }))
      : next(),
  );
  const { ended } = await judged([RULE], { wrap, options: { operationForms: ['F', 'G'] } });
  expect(ended('fail')).toEqual([]);
});

it('a server that refuses some signs in ids, and takes others, is legal', { tags: ['night'] }, async () => {
  const wrap = before(({ method, path }, next) =>
    method === 'PUT' && /\/commands\/.*(?:%00|%0A|,|%3F)/u.test(path)
      ? Promise.resolve(json(400, { error: 'no such id' }))
      : next(),
  );
  const { ended } = await judged([RULE], { wrap, options: { operationForms: ['F', 'G'] } });
  expect(ended('fail')).toEqual([]);
});

describe.each(['F', 'G'] as const)('form %s', (form) => {
  const options = { operationForms: [form] };

  it.each(inGate(Object.entries(KEYS)))(
    'that knows ids %s, and says done, is found out',
    { tags: ['night'] },
    async (_, key) => {
      const { of } = await judged([RULE], { wrap: knowing(key, done), options });
      expect(of(RULE, `HoldDeal/${form}`)).toMatchObject({ outcome: 'fail' });
    },
  );

  it.each(inGate(Object.entries(KEYS), Infinity))(
    'that knows ids %s, and refuses, is found out',
    { tags: ['night'] },
    async (_, key) => {
      const { of } = await judged([RULE], { wrap: knowing(key, taken), options });
      expect(of(RULE, `HoldDeal/${form}`)).toMatchObject({ outcome: 'fail' });
    },
  );

  it('that lets a deal be held twice alone is legal', { tags: ['night'] }, async () => {
    const wrap: Wrap = (fetch) => {
      const holds = new Map<string, number>();
      return before(({ method, path, body }, next) => {
        const deal = /\/deals\/([^/]+)/u.exec(path)?.[1] ?? /"deal":"([^"]*)"/u.exec(body)?.[1] ?? '';
        if (method !== 'PUT' || !body.includes('"HoldDeal"')) return next();
        holds.set(deal, (holds.get(deal) ?? 0) + 1);
        return (holds.get(deal) ?? 0) > 2 ? Promise.resolve(json(409, { error: 'held often enough' })) : next();
      })(fetch);
    };
    const { ended } = await judged([RULE], { wrap, options });
    expect(ended('fail')).toEqual([]);
  });
});

test('ids that are alike are others all the same', () => {
  const ids = likeIds('run1a2b3c4d5e6f');
  expect(new Set(ids.map((id) => decodeURIComponent(id))).size).toBe(ids.length);
});
