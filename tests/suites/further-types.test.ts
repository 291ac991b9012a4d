import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged } from './judged.ts';

const RULE = 'create/any-valid';

type Change = (value: unknown) => unknown;

/** Stores further members of unknown names in a way of its own. */
function storing(change: Change): (fetch: Fetch) => Fetch {
  return before(async ({ method, path, body }, next) => {
    const sent: unknown = method === 'POST' && path.endsWith('/deals/') && isJson(body) ? JSON.parse(body) : undefined;
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return next();
    const members = Object.entries(sent).map(([name, value]): [string, unknown] => [
      name,
      name.startsWith('assayer') ? change(value) : value,
    ]);
    return next({ body: JSON.stringify(Object.fromEntries(members)) });
  });
}

/** Changes what is in lists and objects. */
function within(change: Change): Change {
  const inner: Change = (value) => {
    if (Array.isArray(value)) return value.map(inner);
    if (typeof value !== 'object' || value === null) return change(value);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]));
  };
  return (value) => (typeof value === 'object' ? inner(value) : value);
}

const asText: Change = (value) => {
  if (value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const WRONG: readonly [what: string, change: Change][] = [
  ['flags as 1 and 0', (value) => (typeof value === 'boolean' ? Number(value) : value)],
  ['flags as words', (value) => (typeof value === 'boolean' ? String(value) : value)],
  ['every flag as false', (value) => (typeof value === 'boolean' ? false : value)],
  ['lists as texts', (value) => (Array.isArray(value) ? value.join(',') : value)],
  ['the first of each list', (value) => (Array.isArray(value) ? (value[0] ?? null) : value)],
  ['a list of one as that one', (value) => (Array.isArray(value) && value.length === 1 ? value[0] : value)],
  ['an empty list as an object', (value) => (Array.isArray(value) && value.length === 0 ? {} : value)],
  [
    'objects as [object Object]',
    (value) => (Object.prototype.toString.call(value) === '[object Object]' ? String(value) : value),
  ],
  [
    'lists and objects as JSON in texts',
    (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value),
  ],
  ['numbers in lists and objects as texts', within((value) => (typeof value === 'number' ? String(value) : value))],
  ['flags in lists and objects as numbers', within((value) => (typeof value === 'boolean' ? Number(value) : value))],
  ['texts in capitals', (value) => (typeof value === 'string' ? value.toUpperCase() : value)],
  ['0 as a text', (value) => (value === 0 ? '0' : value)],
  ['false as a text', (value) => (value === false ? 'false' : value)],
  ['the text null as none', (value) => (value === 'null' ? null : value)],
  ['the text false as false', (value) => (value === 'false' ? false : value)],
];

test.each(inGate(WRONG))('found: a service that shows %s', async (_, change) => {
  const { of } = await judged([RULE], { wrap: storing(change), runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

/** Somebody else changes one of the first deals that are made. */
function changedOnce(): (fetch: Fetch) => Fetch {
  let isDone = false;
  return storing((value) => {
    if (isDone || typeof value !== 'boolean') return value;
    isDone = true;
    return Number(value);
  });
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['keeps every value as a text', storing(asText)],
  [
    'keeps numbers and flags as texts',
    storing((value) => (value === null || isNested(value) ? undefined : String(value))),
  ],
  ['reads over what is no text', storing((value) => (typeof value === 'string' ? value : undefined))],
  ['shows none for what is no text', storing((value) => (typeof value === 'string' ? value : null))],
  ['reads over lists', storing((value) => (Array.isArray(value) ? undefined : value))],
  [
    'shows a link to what is an object',
    storing((value) => (isNested(value) && !Array.isArray(value) ? { href: '/1' } : value)),
  ],
  ['shows a list with something around it', storing((value) => (Array.isArray(value) ? { items: value } : value))],
  [
    'has members more in each object',
    storing((value) => (isNested(value) && !Array.isArray(value) ? { ...Object(value), version: 1 } : value)),
  ],
  ['trims texts', storing((value) => (typeof value === 'string' ? value.trim() : value))],
  ['shows no text of an unknown name', storing((value) => (typeof value === 'string' ? '' : value))],
  ['is changed by others once', changedOnce()],
  [
    'refuses lists and objects',
    before(async ({ method, body }, next) =>
      method === 'POST' && /assayer\w*":[[{]/u.test(body) ? json(400, {}) : next(),
    ),
  ],
  [
    'refuses members that it does not know',
    before(async ({ method, body }, next) =>
      method === 'POST' && /"assayer\w*":/u.test(body) ? json(400, {}) : next(),
    ),
  ],
];

test.each(inGate(LEGAL))('legal: a service that %s', async (_, wrap) => {
  const { results } = await judged([RULE], { wrap, runs: 1 });
  expect(results.find(({ subject }) => subject === 'deals')).toMatchObject({ outcome: 'pass', reason: '' });
});
