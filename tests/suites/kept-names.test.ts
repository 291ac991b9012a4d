import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged } from './judged.ts';

const RULE = 'create/any-valid';

type Deal = Readonly<Record<string, unknown>>;

/** Stores the further members of a deal in a way of its own. */
const storing = (change: (further: Deal) => Deal): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, path, body }, next) => {
    const sent: unknown = method === 'POST' && path.endsWith('/deals/') && isJson(body) ? JSON.parse(body) : undefined;
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return next();
    const of = (isFurther: boolean): Deal =>
      Object.fromEntries(Object.entries(sent).filter(([name]) => /assayer/iu.test(name) === isFurther));
    return next({ body: JSON.stringify({ ...of(false), ...change(of(true)) }) });
  });

const naming = (change: (name: string) => string): ((fetch: Fetch) => Fetch) =>
  storing((deal) => Object.fromEntries(Object.entries(deal).map(([name, value]) => [change(name), value])));

const keeping = (isKept: (name: string, nth: number) => boolean): ((fetch: Fetch) => Fetch) =>
  storing((deal) => Object.fromEntries(Object.entries(deal).filter(([name], i) => isKept(name, i))));

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['names in small letters', naming((name) => name.toLowerCase())],
  ['names without capitals only', keeping((name) => name === name.toLowerCase())],
];

test.each(inGate(WRONG))('found: a service that keeps %s', async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

test('names in small letters are found where the target file gives a sample', async () => {
  const sample = { name: 'assayer {unique}', price: 100, currency: 'EUR' };
  const file = { resources: [{ name: 'deals', sample }, { name: 'users' }] };
  const { of } = await judged([RULE], { wrap: naming((name) => name.toLowerCase()), file, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  // Writers of one style, as many serializers are.
  ['begins all names with a small letter', naming((name) => name.charAt(0).toLowerCase() + name.slice(1))],
  ['keeps no names in capitals', keeping((name) => name !== name.toUpperCase())],
  ['writes a dash as a line', naming((name) => name.replaceAll('-', '_'))],
  ['writes names with a line in one word', naming((name) => name.replaceAll(/_(.)/gu, (_, one) => one.toUpperCase()))],
  [
    'keeps a name with a dot as an object in an object',
    storing(({ 'assayer.dot': dot, ...deal }) => (dot === undefined ? deal : { ...deal, assayer: { dot } })),
  ],
  ['reads over names of no letters alone', keeping((name) => /^[a-z]+$/iu.test(name))],
  ['reads over all of them', keeping(() => false)],
  ['keeps six of them', keeping((_, nth) => nth < 6)],
  [
    'keeps them as pairs',
    storing((deal) => ({ further: Object.entries(deal).map(([key, value]) => ({ key, value })) })),
  ],
  ['keeps them in an object', storing((deal) => ({ further: deal }))],
  [
    'refuses names with a dot',
    before(async ({ method, body }, next) =>
      method === 'POST' && body.includes('assayer.dot') ? json(400, {}) : next(),
    ),
  ],
];

test.each(inGate(LEGAL))('legal: a service that %s', async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ reason: '', outcome: 'pass' });
});
