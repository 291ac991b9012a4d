import { describe, expect, it, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Server } from './judged.ts';

type Wrap = NonNullable<Server['wrap']>;
type Read = (text: string) => string;

const USER = /^(\/users\/)([^/]+)()$/u;
const OWNER = /^(\/users\/)([^/]+)(\/(?:ssh-keys|address)\/[^/]+)$/u;
const INDEX = /^(\/users\/[^/]+\/(?:ssh-keys|address)\/)([^/]+)()$/u;
const DEAL = /^(\/rest\/1\/deals\/)([^/]+)()$/u;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads one segment of what these methods ask for as another text. */
const reading = (place: RegExp, read: Read, methods: readonly string[] = ['GET']): Wrap =>
  before(({ method, path }, next) => {
    const [, ahead = '', segment = '', behind = ''] = place.exec(path) ?? [];
    if (!methods.includes(method) || segment === '') return next();
    const own = read(decoded(segment));
    return own === decoded(segment) ? next() : next({ path: `${ahead}${encodeURIComponent(own)}${behind}` });
  });

const digitsFrom =
  (zero: number): Read =>
  (text) =>
    Array.from(text, (char) => {
      const digit = (char.codePointAt(0) ?? 0) - zero;
      return digit >= 0 && digit < 10 ? String(digit) : char;
    }).join('');

const READINGS: Readonly<Record<string, Read>> = {
  'in its compatible form': (text) => text.normalize('NFKC'),
  'without marks': (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
  'without joiners': (text) => text.replace(/\u2060/gu, ''),
  'without soft hyphens': (text) => text.replace(/\u00ad/gu, ''),
  'without NUL at its end': (text) => text.replace(/\0+$/u, ''),
  'as a number with a sign': (text) => text.replace(/^\+/u, ''),
  'as a number with zeros': (text) => text.replace(/^0+(?=\d)/u, ''),
  'as a number in Indian digits': digitsFrom(0x966),
};

describe('a record', () => {
  it.each(inGate(Object.entries(READINGS), 4))('whose id is read %s is found out', async (_, read) => {
    expect((await judged(['address/exact'], { wrap: reading(USER, read) })).ended('fail')).toContain(
      'address/exact users',
    );
    expect((await judged(['address/exact'], { wrap: reading(DEAL, read) })).ended('fail')).toContain(
      'address/exact deals',
    );
  });
});

test.each(
  inGate([
    ['owner', OWNER, READINGS['without marks']],
    ['index', INDEX, READINGS['without marks']],
    ['index', INDEX, READINGS['as a number with zeros']],
  ] as const),
)('an %s that is read otherwise is found out', async (_, place, read = (text: string) => text) => {
  expect((await judged(['address/exact'], { wrap: reading(place, read) })).ended('fail')).toContain(
    'address/exact users',
  );
});

test.each(inGate(['?', '#']))('an index that is cut at an encoded %s is found out', async (sign) => {
  const wrap = reading(INDEX, (text) => text.split(sign)[0] ?? text);
  expect((await judged(['read/nested-out-of-range'], { wrap })).ended('fail')).not.toEqual([]);
});

test('an operation that drops marks of ids is found out', async () => {
  const place = /^(\/rest\/1\/deals\/)([^/]+)(\/.+)$/u;
  const wrap = reading(place, (text) => text.replace(/\u0301/gu, ''), ['PUT']);
  const { ended } = await judged(['operation/unknown-deal'], { wrap, options: { operationForms: ['A'] } });
  expect(ended('fail')).toContain('operation/unknown-deal HoldDeal/A');
});

/** Refuses what is no number before it looks for anything. */
const strict: Wrap = before(({ path }, next) => {
  const [, , segment = ''] = USER.exec(path) ?? INDEX.exec(path) ?? [];
  return segment === '' || /^\w+$/u.test(decoded(segment)) ? next() : Promise.resolve(json(400, {}));
});

describe('legal:', () => {
  const IDS = ['01', '1.0', '+1', '001', '१'];
  /** More users, whose ids a reader of numbers would take for 1; each has the nested records of user 1. */
  const others = (isListed: boolean, showsIds: boolean): Wrap =>
    before(async ({ method, path }, next) => {
      const [, , id = '', behind = ''] = /^(\/users\/)([^/]+)(.*)$/u.exec(path) ?? [];
      const text = decoded(id);
      if (method === 'GET' && path === '/users' && isListed) {
        const users: unknown = await (await next()).json();
        return json(200, [
          ...(Array.isArray(users) ? users : []),
          ...IDS.map((one) => ({ id: one, name: `User ${one}` })),
        ]);
      }
      if (method !== 'GET' || !IDS.includes(text)) return next();
      if (behind !== '') return next({ path: `/users/1${behind}` });
      return json(200, showsIds ? { id: text, name: `User ${text}` } : { name: `User ${text}` });
    });

  it.each(
    inGate([
      ['the list shows', true, true],
      ['the records show', false, true],
      ['the list alone shows', true, false],
    ] as const),
  )('users with the ids 1, 01, 1.0, +1 and १, which %s', async (_, isListed, showsIds) => {
    const rules = ['address/exact', 'read/unknown-item', 'read/nested-unknown-owner'];
    expect((await judged(rules, { wrap: others(isListed, showsIds) })).ended('fail')).toEqual([]);
  });

  it('what is no number is refused as malformed', async () => {
    expect((await judged(['address/exact'], { wrap: strict })).ended('fail')).toEqual([]);
  });
});
