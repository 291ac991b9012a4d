import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

const RULE = 'create/shows-values';
const options = { operationForms: ['A'], representations: ['json'] } as const;

type Entry = Readonly<Record<string, unknown>>;

/** A service that sets members of its own, as the answer of a creation tells them, and as a record shows them at each reading. */
const setting =
  (told: Entry, read: (nth: number) => Entry) =>
  (fetch: Fetch): Fetch => {
    let readings = 0;
    return async (request) => {
      const response = await fetch(request);
      const { pathname } = new URL(request.url);
      const isMade = request.method === 'POST' && pathname.endsWith('/deals/') && response.status === 201;
      const isRead = request.method === 'GET' && /\/deals\/[^/]+$/u.test(pathname) && response.status === 200;
      if (!isMade && !isRead) return response;
      readings += 1;
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      const entry: Entry = await response.json();
      const body = JSON.stringify({ ...entry, ...(isMade ? told : read(readings)) });
      return new Response(body, { status: response.status, headers });
    };
  };

test.each([
  ['on hold, though it is not', { held: true }, { held: false }],
  ['with the number of another one', { number: 7 }, { number: 8 }],
  ['made at another time', { createdAt: '2026-01-01T00:00:00Z' }, { createdAt: '2026-03-01T00:00:00Z' }],
])('a service that tells a new deal %s fails', async (_, told, read) => {
  const { of } = await judged([RULE], { wrap: setting(told, () => read), options, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

test.each<[string, Entry, (nth: number) => Entry]>([
  ['changes its state by itself', { state: 'coming' }, () => ({ state: 'there' })],
  ['rounds moments', { createdAt: '2026-01-01T00:00:00.123456Z' }, () => ({ createdAt: '2026-01-01T00:00:00Z' })],
  ['leaves out the zone', { createdAt: '2026-01-01T09:00:00' }, () => ({ createdAt: '2026-01-01T00:00:00Z' })],
  ['counts readings', { number: 0 }, (number) => ({ number })],
  ['leaves out what is not so', { held: false }, () => ({})],
  ['shows who made it at length', { createdBy: 'ada' }, () => ({ createdBy: { name: 'ada' } })],
])('a service that %s fails nothing', async (_, told, read) => {
  const { ended } = await judged([RULE], { wrap: setting(told, read), options, runs: 1 });
  expect(ended('fail')).toEqual([]);
});

test('a service that holds what is unpaid a while later fails nothing', { tags: ['night'] }, async () => {
  const madeAt = new Map<string, number>();
  const wrap = (fetch: Fetch): Fetch => {
    return async (request) => {
      const { pathname } = new URL(request.url);
      const isCreation = request.method === 'POST' && pathname.endsWith('/deals/');
      // The other creations keep the run from reading the first one soon.
      if (isCreation && request.headers.get('accept') !== 'application/json') await setTimeout(1100);
      const response = await fetch(request);
      const at = response.status === 201 ? response.headers.get('location') : null;
      if (at !== null) madeAt.set(new URL(at, request.url).pathname, performance.now());
      const age = performance.now() - (madeAt.get(pathname) ?? performance.now());
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      if (!response.ok || !isJson || !/\/deals\/[^/]*$/u.test(pathname)) return response;
      const entry: Entry | readonly Entry[] = await response.json();
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      const shown = Array.isArray(entry) ? entry : { ...entry, held: age > 500 };
      return new Response(JSON.stringify(shown), { status: response.status, headers });
    };
  };
  const { of } = await judged([RULE], { wrap, options: { operationForms: ['A'] }, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
});
