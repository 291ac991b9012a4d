import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged } from './judged.ts';

const RULE = 'create/any-valid';

type Change = (member: string, value: unknown) => unknown;

/** Changes the members of a deal before it is stored. */
const storing = (change: Change): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, path, body }, next) => {
    if (method !== 'POST' || !path.endsWith('/deals/') || !isJson(body)) return next();
    const sent: unknown = JSON.parse(body);
    return next({ body: JSON.stringify(changed(sent, change)) });
  });

function changed(sent: unknown, change: Change): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).map(([member, value]) => [member, change(member, value)]));
}

/** Changes the entries of the list of deals. */
const listing =
  (change: Change): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    const { pathname } = new URL(request.url);
    const isList = request.method === 'GET' && pathname.endsWith('/deals/') && response.status === 200;
    if (!isList || response.headers.get('content-type') !== 'application/json') return response;
    const entries: unknown = await response.clone().json();
    return json(200, Array.isArray(entries) ? entries.map((entry) => changed(entry, change)) : entries);
  };

const isFurther = (member: string): boolean => member.startsWith('assayer');
const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length > 4000 ? value.slice(0, 4000) : value;
const sniffed = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+$/u.test(value) ? Number(value) : value === 'true' ? true : value;

const short = (value: unknown, most: number): unknown => (typeof value === 'string' ? value.slice(0, most) : value);

/** Changes each part of a list or an object. */
function within(value: unknown, change: (inner: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, inner]): [string, unknown] => [name, within(inner, change)]);
  return change(Array.isArray(value) ? parts.map(([, inner]) => inner) : Object.fromEntries(parts));
}

const cutInner = (value: unknown): unknown => changed(value, (_, inner) => short(inner, 1000));
const tenOf = (value: unknown): unknown => (Array.isArray(value) ? value.slice(0, 10) : value);
const onceEach = (value: unknown): unknown => (Array.isArray(value) ? [...new Set(value)] : value);
const leveled = (value: unknown, levels: number): unknown =>
  levels === 0 ? 'too deep' : changed(value, (_, inner) => leveled(inner, levels - 1));

/** Refuses creations with such a body. */
const storingOr = (isRefused: (body: string) => boolean): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, path, body }, next) =>
    method === 'POST' && path.endsWith('/deals/') && isRefused(body) ? json(422, {}) : next(),
  );

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['keeps 4,000 characters of a text', storing((_, value) => cut(value))],
  ['takes texts for what they look like', storing((member, value) => (isFurther(member) ? sniffed(value) : value))],
  [
    'rounds further numbers',
    storing((m, value) => (isFurther(m) && typeof value === 'number' ? Math.round(value) : value)),
  ],
  ['keeps fractions as texts', storing((m, value) => (isFurther(m) && value === 0.25 ? '0.25' : value))],
  ['keeps 32 bits of numbers', storing((m, value) => (isFurther(m) && typeof value === 'number' ? value | 0 : value))],
  [
    'writes objects in objects as texts',
    storing((_, value) => changed(value, (_m, inner) => (typeof inner === 'object' ? String(inner) : inner))),
  ],
  ['lists further numbers without their fractions', listing((m, v) => (isFurther(m) && v === 0.25 ? 0 : v))],
  ['keeps 9,000 characters of a further text', storing((m, v) => (isFurther(m) ? short(v, 9000) : v))],
  ['keeps 4,000 characters of a name', storing((m, v) => (m === 'name' ? short(v, 4000) : v))],
  ['keeps 1,000 characters of a text in an object', storing((m, v) => (isFurther(m) ? within(v, cutInner) : v))],
  ['keeps ten parts of a list', storing((m, v) => (isFurther(m) ? within(v, tenOf) : v))],
  ['keeps each part of a list once', storing((m, v) => (isFurther(m) ? within(v, onceEach) : v))],
  ['keeps four levels of an object', storing((m, v) => (isFurther(m) ? leveled(v, 4) : v))],
  ['keeps two decimals', storing((m, v) => (isFurther(m) && typeof v === 'number' ? Number(v.toFixed(2)) : v))],
  ['mixes up a member with a blank in its name', storing((m, v) => (m.includes(' ') ? 'value of another' : v))],
];

test.each(inGate(WRONG))('found: a service that %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['stores all further values as texts', storing((m, v) => (isFurther(m) && typeof v !== 'object' ? String(v) : v))],
  ['reads over what is no text or number', storing((m, v) => (isFurther(m) && typeof v === 'object' ? undefined : v))],
  ['reads over odd names', storing((m, v) => (/^\w+$/u.test(m) ? v : undefined))],
  [
    'refuses odd names',
    before(async ({ method, body }, next) => (method === 'POST' && body.includes('"1st') ? json(422, {}) : next())),
  ],
  [
    'refuses long texts',
    before(async ({ method, body }, next) => (method === 'POST' && body.length > 5000 ? json(413, {}) : next())),
  ],
  [
    'refuses texts of more than 4,000 characters and deep objects',
    storingOr((body) => body.length > 4000 || body.includes('"level":{"level"')),
  ],
  ['reads over lists and objects', storing((m, v) => (isFurther(m) && typeof v === 'object' ? undefined : v))],
  ['shows the beginnings of texts in the list', listing((_, v) => (typeof v === 'string' ? v.slice(0, 100) : v))],
];

test.each(inGate(LEGAL))('legal: a service that %s', async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
});
