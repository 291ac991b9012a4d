import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { serve } from '../hostile/hostile-server.ts';
import { harmed } from '../hostile/judge-hostile.ts';
import { inGate, TRIES_ALL } from '../in-gate.ts';

/** Readers of an id as it stands in the path, who do not decode it. */
const CARELESS: Readonly<Record<string, (segment: string) => string>> = {
  'reads the number at the beginning': (segment) => /^\d+/u.exec(segment)?.[0] ?? '',
  'reads the number at the end': (segment) => segment.split(/\D/u).at(-1) ?? '',
  'reads all digits as one number': (segment) => segment.replace(/\D/gu, ''),
  'drops what is percent-encoded': (segment) => segment.replace(/%[\dA-F]{2}/giu, ''),
};

const LARGEST = '9223372036854775807';

/** Readers of a number that is larger than their type. */
const READERS_OF_NUMBERS: Readonly<Record<string, (segment: string) => string>> = {
  'reads what stands before an exponent': (segment) =>
    segment.length > 21 ? String(Number.parseInt(String(Number(segment)), 10)) : segment,
  'takes the largest number for a larger one': (segment) => (segment.length > 19 ? LARGEST : segment),
};

const DEAL = /^(\/rest\/1\/deals\/)([^/]+)(.*)$/u;

/** Writes are read carelessly, or readings too. */
function careless(read: (segment: string) => string, isRead: boolean): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const url = new URL(request.url);
    const [, ahead = '', segment = '', behind = ''] = DEAL.exec(url.pathname) ?? [];
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!segment.includes('%') || (isReading && !isRead)) return fetch(request);
    const other = read(segment);
    if (other === '') return new Response(null, { status: 404 });
    url.pathname = ahead + other + behind;
    return fetch(new Request(url, request));
  };
}

/** Numbers are read carelessly, by every method. A deal of others has the largest number. */
function carelessWithNumbers(read: (segment: string) => string): (fetch: Fetch) => Fetch {
  return (fetch) => (request) => {
    const url = new URL(request.url);
    const [, ahead = '', segment = '', behind = ''] = DEAL.exec(url.pathname) ?? [];
    if (!/^\d+$/u.test(segment)) return fetch(request);
    const other = read(segment);
    url.pathname = ahead + (other === LARGEST ? '7' : other) + behind;
    return fetch(new Request(url, request));
  };
}

const FOREIGN = TRIES_ALL ? 60 : 15;
const RULES = TRIES_ALL
  ? ['address/*', 'delete/*', 'operation/unknown-deal', 'create/any-valid']
  : ['address/*', 'delete/unknown'];

test.concurrent.each(
  inGate(
    Object.entries(CARELESS).flatMap(([title, read]) => [
      [title, true, read] as const,
      [`${title}, in writes alone`, false, read] as const,
    ]),
    8,
  ),
)('a service that %s keeps what the run did not make', { tags: ['night'] }, (_title, isRead, read) =>
  keepsOthers(careless(read, isRead)),
);

test.concurrent.each(inGate(Object.entries(READERS_OF_NUMBERS)))(
  'a service that %s keeps what the run did not make',
  (_, read) => keepsOthers(carelessWithNumbers(read)),
);

async function keepsOthers(wrap: (fetch: Fetch) => Fetch): Promise<void> {
  await using server = await serve(wrap);
  for (let made = 0; made < FOREIGN; made += 1) {
    const headers = { 'content-type': 'application/json' };
    await fetch(`${server.url}/rest/1/deals/`, { method: 'POST', headers, body: '{"name":"of others","price":1}' });
  }
  const before = server.state();
  const { run } = await judge({
    baseUrl: server.url,
    rules: RULES,
    runs: 1,
    seed: 1,
  });
  expect(run.requests).toBeGreaterThan(50);
  expect(harmed(before, server.state())).toEqual([]);
}
