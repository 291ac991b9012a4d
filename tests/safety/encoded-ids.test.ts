import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { serve } from '../hostile/hostile-server.ts';
import { harmed } from '../hostile/judge-hostile.ts';
import { inGate } from '../in-gate.ts';

/** Readers of an id as it stands in the path, who do not decode it. */
const CARELESS: Readonly<Record<string, (segment: string) => string>> = {
  'reads the number at the beginning': (segment) => /^\d+/u.exec(segment)?.[0] ?? '',
  'reads the number at the end': (segment) => segment.split(/\D/u).at(-1) ?? '',
  'reads all digits as one number': (segment) => segment.replace(/\D/gu, ''),
  'drops what is percent-encoded': (segment) => segment.replace(/%[\dA-F]{2}/giu, ''),
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

const FOREIGN = 60;

test.concurrent.each(
  inGate(
    Object.entries(CARELESS).flatMap(([title, read]) => [
      [title, true, read] as const,
      [`${title}, in writes alone`, false, read] as const,
    ]),
    4,
  ),
)('a service that %s keeps what the run did not make', async (_title, isRead, read) => {
  await using server = await serve(careless(read, isRead));
  for (let made = 0; made < FOREIGN; made += 1) {
    const headers = { 'content-type': 'application/json' };
    await fetch(`${server.url}/rest/1/deals/`, { method: 'POST', headers, body: '{"name":"of others","price":1}' });
  }
  const before = server.state();
  const { run } = await judge({
    baseUrl: server.url,
    rules: ['address/*', 'delete/*', 'operation/unknown-deal', 'create/any-valid'],
    runs: 1,
    seed: 1,
  });
  expect(run.requests).toBeGreaterThan(50);
  expect(harmed(before, server.state())).toEqual([]);
});
