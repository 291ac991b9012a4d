import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged } from './judged.ts';

const RULE = 'create/any-valid';

type Deal = Readonly<Record<string, unknown>>;

/** Changes the members of a deal before it is stored. */
const storing = (change: (member: string, value: unknown) => unknown): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, path, body }, next) => {
    const sent: unknown = method === 'POST' && path.endsWith('/deals/') && isJson(body) ? JSON.parse(body) : undefined;
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return next();
    const deal: Deal = { ...sent };
    const changed = Object.entries(deal).map(([member, value]) => [member, change(member, value)]);
    return next({ body: JSON.stringify(Object.fromEntries(changed)) });
  });

const isFurther = (member: string): boolean => member.startsWith('assayer');
const isNone = (value: unknown): boolean => value === '' || value === false || value === null;

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['takes a price of 0 for none', storing((_, value) => (value === 0 ? null : value))],
  ['loses further numbers that are 0', storing((member, value) => (isFurther(member) && value === 0 ? null : value))],
  ['stores null as a word', storing((_, value) => (value === null ? 'null' : value))],
  ['stores null as 0', storing((_, value) => value ?? 0)],
  ['stores something for an empty text', storing((_, value) => (value === '' ? 'n/a' : value))],
  ['stores something for a blank text', storing((_, value) => (value === '  ' ? 'n/a' : value))],
  ['stores false as true', storing((_, value) => (value === false ? true : value))],
  ['loses null in a list', storing((_, value) => (Array.isArray(value) ? value.filter((one) => one !== null) : value))],
  [
    'stores null inside of an object as a word',
    storing((_, value) => inside(value, (one) => (one === null ? 'null' : one))),
  ],
  ['stores false inside of an object as true', storing((_, value) => inside(value, (one) => one === false || one))],
  ['rounds to one decimal', storing((_, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value))],
  ['reads entities', storing((_, value) => (typeof value === 'string' ? value.replaceAll('&amp;', '&') : value))],
  ['reads numbers in texts', storing((_, value) => (value === '0012.50' ? 12.5 : value))],
  [
    'stores another text under a name that objects inherit',
    storing((member, value) => (member === 'toString' ? 'function' : value)),
  ],
  [
    'takes one name for another in the other case',
    storing((member, value) => (member === 'AssayerCase' ? 'in lower case' : value)),
  ],
  ['loses 0 in an array', storing((_, value) => (Array.isArray(value) ? value.filter(Boolean) : value))],
];

test.each(inGate(WRONG))('found: a creation %s', async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

/** The same object with other values in it. */
function inside(value: unknown, change: (one: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one)]));
}

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['keeps what is empty as none', storing((_, value) => (isNone(value) ? undefined : value))],
  [
    'leaves out what is empty inside of an object',
    storing((_, value) => inside(value, (one) => (isNone(one) ? undefined : one))),
  ],
  ['reads over names that are no words', storing((member, value) => (/^[a-z]+$/iu.test(member) ? value : undefined))],
  [
    'keeps one of two names that differ in case',
    storing((member, value) => (member === 'AssayerCase' ? undefined : value)),
  ],
  [
    'reads over objects',
    storing((member, value) => (isFurther(member) && typeof value === 'object' ? undefined : value)),
  ],
  [
    'refuses objects and names that it inherits',
    before(async ({ method, body }, next) =>
      method === 'POST' && /:\{|toString/u.test(body) ? json(422, {}) : next(),
    ),
  ],
  ['leaves out what is 0', storing((_, value) => (value === 0 ? undefined : value))],
  ['trims texts', storing((_, value) => (typeof value === 'string' ? value.trim() : value))],
  ['keeps further parameters as texts', storing((_, value) => (typeof value === 'number' ? String(value) : value))],
  ['reads over further parameters', storing((member, value) => (isFurther(member) ? undefined : value))],
  [
    'refuses further parameters',
    before(async ({ method, body }, next) =>
      method === 'POST' && body.includes('assayerCount') ? json(422, {}) : next(),
    ),
  ],
  [
    'refuses a price of 0',
    before(async ({ method, body }, next) =>
      method === 'POST' && /"price":0[,}]/u.test(body) ? json(422, {}) : next(),
    ),
  ],
];

test.each(inGate(LEGAL))('legal: a service %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
});
