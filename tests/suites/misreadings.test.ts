import { describe, expect, it, test } from 'vitest';
import { everyNth, misreadings } from '../../suites/support/misreadings.ts';
import { inGate } from '../in-gate.ts';
import { before, judged, type Server } from './judged.ts';

type Wrap = NonNullable<Server['wrap']>;
type Read = (text: string) => string;

/** Reads one segment of a path, decoded where that can be done, as another one; of addresses that are read alone. */
const reading = (place: RegExp, read: Read): Wrap =>
  before(({ method, path }, next) => {
    const [, ahead = '', segment = '', behind = ''] = place.exec(path) ?? [];
    if (method !== 'GET' || segment === '') return next();
    const own = read(decoded(segment));
    return own === decoded(segment) ? next() : next({ path: `${ahead}${encodeURIComponent(own)}${behind}` });
  });

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const cutAt =
  (sign: string): Read =>
  (text) =>
    text.split(sign)[0] ?? text;
const dropping =
  (pattern: RegExp): Read =>
  (text) =>
    text.replace(pattern, '');

const READINGS: Readonly<Record<string, Read>> = {
  'up to a NUL': cutAt('\0'),
  'up to a comma': cutAt(','),
  'up to a plus': cutAt('+'),
  'up to a blank': cutAt(' '),
  'up to an encoded slash': cutAt('/'),
  'up to a backslash': cutAt('\\'),
  'up to a line break': cutAt('\n'),
  'up to an ampersand': cutAt('&'),
  'up to a colon': cutAt(':'),
  'up to a comment': cutAt('/*'),
  'up to a comment of SQL': cutAt('--'),
  'by its last piece between commas': (text) => text.split(',').at(-1) ?? text,
  'by its last piece between slashes': (text) => text.split('/').at(-1) ?? text,
  'by its last line': (text) => text.split('\n').at(-1) ?? text,
  'as a list of the same twice': (text) => /^(\w+),\1$/u.exec(text)?.[1] ?? text,
  'without brackets': dropping(/[[\]]/gu),
  'without single quotes': dropping(/'/gu),
  'without what has no width': dropping(/\u200b/gu),
};

/** What casts take for a number, which an index may be in more ways than an id. */
const CASTS: Readonly<Record<string, Read>> = {
  'by its digits alone': (text) => (/^[a-z]+\d+[a-z]+$/u.test(text) ? text.replace(/\D/gu, '') : text),
  'without a minus': dropping(/^-/u),
  'as a rounded number': (text) => (/^\d+\.\d+$/u.test(text) ? String(Math.round(Number(text))) : text),
};

const USER = /^(\/users\/)([^/]+)()$/u;
const DEAL = /^(\/rest\/1\/deals\/)([^/]+)()$/u;
const OWNER = /^(\/users\/)([^/]+)(\/(?:ssh-keys|address)\/[^/]+)$/u;
const INDEX = /^(\/users\/[^/]+\/(?:ssh-keys|address)\/)([^/]+)()$/u;

describe('a record', () => {
  it.each(inGate(Object.entries({ ...READINGS, ...CASTS }), Infinity))(
    'read %s is found out',
    { tags: ['night'] },
    async (_, read) => {
      const users = await judged(['read/unknown-item'], { wrap: reading(USER, read) });
      const deals = await judged(['read/unknown-item'], { wrap: reading(DEAL, read) });
      expect(users.ended('fail')).toEqual(['read/unknown-item users']);
      expect(deals.ended('fail')).toEqual(['read/unknown-item deals']);
    },
  );
});

describe('nested records', () => {
  it.each(inGate(Object.entries({ ...READINGS, ...CASTS }), 6))(
    'whose owner is read %s are found out',
    async (_, read) => {
      const { ended } = await judged(['read/nested-unknown-owner'], { wrap: reading(OWNER, read) });
      expect(ended('fail')).not.toEqual([]);
    },
  );

  it.each(inGate(Object.entries(READINGS), 6))('whose index is read %s are found out', async (_, read) => {
    const { ended } = await judged(['read/nested-out-of-range'], { wrap: reading(INDEX, read) });
    expect(ended('fail')).not.toEqual([]);
  });
});

test('legal: whatever is no number is refused, and zeros before a number are its notation', async () => {
  const strict: Wrap = before(({ method, path }, next) => {
    const [, ahead = '', index = ''] = INDEX.exec(path) ?? [];
    if (method !== 'GET' || ahead === '') return next();
    if (!/^-?[\w]+$/u.test(decoded(index)) && index !== '1.5' && index !== '%C3%BC')
      return Promise.resolve(Response.json({ error: 'no index' }, { status: 400 }));
    return next({ path: ahead + index.replace(/^0+(?=\d)/u, '') });
  });
  const { ended } = await judged(['read/nested-out-of-range', 'read/nested-unknown-owner'], { wrap: strict });
  expect(ended('fail')).toEqual([]);
});

test('legal: a number in another notation, as usual readers of numbers take it', async () => {
  const notations: Read = (text) =>
    text
      .replace(/^\+|[\u00a0\ufeff]/gu, '')
      .replace(/[\u0660-\u0669]/gu, (digit) => String(digit.charCodeAt(0) - 0x660))
      .replace(/[\uff10-\uff19]/gu, (digit) => String(digit.charCodeAt(0) - 0xff10));
  const { ended } = await judged(['read/unknown-item', 'delete/unknown'], { wrap: reading(DEAL, notations) });
  expect(ended('fail')).toEqual([]);
});

test('legal: a number that is looked at alone, whatever title is behind it', async () => {
  const ids = ['17-blue-car', '18-red-bike', '19-old-boat'];
  const byNumber: Read = (text) => ids.find((id) => id.slice(0, 3) === /^\d+-/u.exec(text)?.[0]) ?? text;
  const users = ids.map((id) => ({ id, name: `User ${id}`, sshKeys: [{ key: `key of ${id}` }] }));
  const { ended } = await judged(['read/unknown-item', 'read/nested-unknown-owner'], {
    options: { operationForms: ['A'], representations: ['json'], seed: { users } },
    wrap: reading(/^(\/users\/)([^/]+)(.*)$/u, byNumber),
  });
  expect(ended('fail')).toEqual([]);
});

test.each(inGate(['17', '1', 'abc', '12345678-5b1e-4c7a-8f00-d2b9e0a1c3ff', 'f6c9a7d0-5b1e-4c7a-8f00-d2b9e0a1c3ff']))(
  'no misreading of %s is that id',
  (id) => {
    const texts = misreadings(id).map(({ encoded }) => decodeURIComponent(encoded));
    expect(texts).not.toContain(id);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.length).toBeGreaterThan(15);
  },
);

test('an address in a known id is nothing to resemble', () => {
  expect(misreadings('a/b')).toEqual([]);
  expect([0, 1].flatMap((place) => everyNth([1, 2, 3, 4, 5], 2, place)).toSorted()).toEqual([1, 2, 3, 4, 5]);
});
