import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';

const RULE = 'read/safe';

type Wrap = (fetch: Fetch) => Fetch;

const named = (request: Request): string | null =>
  request.headers.get('x-http-method-override') ?? new URL(request.url).searchParams.get('_method');

const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Carries out the method that is named so. */
const following =
  (isRead: (request: Request) => boolean): Wrap =>
  (fetch) =>
  async (request) => {
    const other = isReading(request) && isRead(request) ? named(request) : null;
    if (other === null) return fetch(request);
    const { origin, pathname } = new URL(request.url);
    return fetch(new Request(origin + pathname, { method: other, headers: { accept: 'application/json' } }));
  };

const WRONG: readonly [what: string, wrap: Wrap][] = [
  ['a field with GET', following(({ method, headers }) => method === 'GET' && headers.has('x-http-method-override'))],
  ['a field with HEAD', following(({ method, headers }) => method === 'HEAD' && headers.has('x-http-method-override'))],
  ['a parameter', following(({ url }) => url.includes('_method='))],
];

test.each(inGate(WRONG))('found: a server that follows %s', async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

test('no such request goes to a record that the run did not make, or where DELETE is never sent', async () => {
  const asked: string[] = [];
  const wrap: Wrap = (fetch) => async (request) => {
    if (named(request) !== null) asked.push(new URL(request.url).pathname);
    return fetch(request);
  };
  await judged([RULE], { wrap, runs: 1 });
  expect(asked.length).toBe(4);
  expect(asked.filter((path) => !path.includes('/deals/'))).toEqual([]);
  expect(new Set(asked).size).toBe(1);
  asked.length = 0;
  await judged([RULE], { wrap, file: { resources: [{ name: 'deals', never: ['DELETE'] }, { name: 'users' }] } });
  expect(asked).toEqual([]);
});

const LEGAL: readonly [what: string, wrap: Wrap][] = [
  ['follows them with POST alone', following(() => false)],
  [
    'refuses them',
    (fetch) => async (request) => (isReading(request) && named(request) !== null ? json(400, {}) : fetch(request)),
  ],
];

test.each(inGate(LEGAL))('legal: a server that %s', async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
});
