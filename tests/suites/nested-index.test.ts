import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const RULE = 'read/nested';
const SECOND = /\/users\/([^/]+)\/address\/1$/u;

/** Gives the first address of these users by the second index, under its own id and with its own link. */
const firstByTheSecond =
  (isOf: (owner: string) => boolean) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const [, owner] = SECOND.exec(new URL(request.url).pathname) ?? [];
    if (owner === undefined || !isOf(owner)) return fetch(request);
    const first = await fetch(new Request(request.url.replace(/1$/u, '0'), { headers: request.headers }));
    const text = (await first.text()).replaceAll('address/0', 'address/1').replace('"id":"0"', '"id":"1"');
    return new Response(text, { status: first.status, headers: { 'content-type': 'application/json' } });
  };

test('found: the first address of each user by every index', async () => {
  const { of } = await judged([RULE], { wrap: firstByTheSecond(() => true) });
  expect(of(RULE, 'users/address')).toMatchObject({ outcome: 'fail' });
});

test('legal: a user who has one address twice', async () => {
  const { ended } = await judged([RULE], { wrap: firstByTheSecond((owner) => owner === '1') });
  expect(ended('fail')).toEqual([]);
});

const OUT = 'read/nested-out-of-range';
const INDEX = /^(.*\/users\/[^/]+\/(?:address|ssh-keys)\/)([^/]+)$/u;

/** Reads the index, decoded, in a way of its own; undefined is refused. */
const indexAs =
  (read: (index: string) => string | undefined) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const url = new URL(request.url);
    const [, place, index] = INDEX.exec(url.pathname) ?? [];
    if (place === undefined || index === undefined) return fetch(request);
    const own = read(decodeURIComponent(index));
    if (own === undefined) return Response.json({ error: 'no index' }, { status: 400 });
    url.pathname = place + encodeURIComponent(own);
    return fetch(new Request(url, request));
  };

test.each<[string, (index: string) => string]>(
  inGate([
    ['decoded twice', (index) => decodeURIComponent(index)],
    ['as a pattern of globs', (index) => (index === '*' ? '0' : index)],
    ['as a pattern of SQL', (index) => (index === '%' ? '0' : index)],
    ['up to the first other character', (index) => /^\d+/u.exec(index)?.[0] ?? index],
  ]),
)('found: the index read %s', async (_, read) => {
  const { ended } = await judged([OUT], { wrap: indexAs(read) });
  expect(ended('fail')).toEqual([`${OUT} users/ssh-keys`, `${OUT} users/address`]);
});

// Whether a number has other notations is not shown (document 2), so that no rule of level must fails.
test.each<[string, (index: string) => string]>([
  ['without the blanks before it', (index) => index.trimStart()],
  ['without the blanks behind it', (index) => index.trimEnd()],
  ['as JavaScript reads numbers', (index) => (Number.isInteger(Number(index)) ? String(Number(index)) : index)],
])('found, though legal: the index read %s', async (_, read) => {
  const { ended } = await judged([OUT, 'address/exact'], { wrap: indexAs(read) });
  expect(ended('fail')).toEqual(['address/exact users']);
});

test.each<[string, (index: string) => string | undefined]>([
  ['leading zeros read as the number', (index) => (/^\d{1,9}$/u.test(index) ? String(Number(index)) : index)],
  ['blanks and signs refused with 400', (index) => (/[ %;]/u.test(index) ? undefined : index)],
])('legal: %s', async (_, read) => {
  expect((await judged([RULE, OUT], { wrap: indexAs(read) })).ended('fail')).toEqual([]);
});
