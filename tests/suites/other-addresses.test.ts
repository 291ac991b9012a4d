import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged } from './judged.ts';

const RULE = 'address/exact';

/** A server that takes some paths for others. */
const taking = (change: (path: string) => string): ((fetch: Fetch) => Fetch) =>
  before(async ({ path, method }, next) => (method === 'GET' ? next({ path: change(path) }) : next()));

const cutting = (path: RegExp): ((fetch: Fetch) => Fetch) => taking((asked) => path.exec(asked)?.[1] ?? asked);

/** Digits of any script, as readers of Unicode take them. */
function asNumber(path: string): string {
  return path.replaceAll(/%D9%A(\d)/giu, '$1');
}

const WRONG: readonly [what: string, subject: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['a deal with a line break behind its id', 'deals', cutting(/^(\/rest\/1\/deals\/\d+)%0A$/u)],
  ['a key with a line break behind its index', 'users', cutting(/^(\/users\/\d+\/ssh-keys\/\d+)%0A$/u)],
  ['a user by Arabic digits', 'users', taking((path) => (path.startsWith('/users/%D9') ? asNumber(path) : path))],
  [
    'an address by an index in Arabic digits',
    'users',
    taking((path) => (path.includes('/address/') ? asNumber(path) : path)),
  ],
  ['a deal one segment behind it', 'deals', cutting(/^(\/rest\/1\/deals\/\d+)\/[a-z\d]{8,}$/u)],
  ['a key one segment behind it', 'users', cutting(/^(\/users\/\d+\/ssh-keys\/\d+)\/.+$/u)],
  ['what a query finds one segment behind it', 'users', cutting(/^(\/query\/users\/[^/]+)\/.+$/u)],
];

test.each(inGate(WRONG))('found: %s', async (_, subject, wrap) => {
  const { of } = await judged([`${RULE}#${subject}`], { wrap });
  expect(of(RULE, subject)).toMatchObject({ outcome: 'fail' });
});

/** A server that finds by each word of a query, wherever it stands. */
const byWords = taking((path) => path.replace(/^(\/query\/users\/[^/%]+%20[^/%]+)(?:\/|%20).*$/u, '$1'));

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['the plain mock', (fetch) => fetch],
  [
    'one page for all that is unknown',
    before(async (_, next) => {
      const response = await next();
      return response.status === 404
        ? new Response('<p>Home</p>', { headers: { 'content-type': 'text/html' } })
        : response;
    }),
  ],
  [
    'refusals of percent-encoded signs',
    before(async ({ path }, next) => (/%(?:0|D9)/u.test(path) ? json(400, { detail: 'no such path' }) : next())),
  ],
  ['queries that find by some of their words', byWords],
];

test.each(inGate(LEGAL))('legal: %s', async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap });
  expect(ended('fail')).toEqual([]);
});
