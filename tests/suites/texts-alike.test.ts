import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

const RULE = 'operation/forms-agree';
const SUBJECT = 'CancelDeal';

/** Shows the reason of a deal's last operation under a name of its own, unless it came in these forms. */
const keeping = (isLost: (path: string) => boolean): ((fetch: Fetch) => Fetch) => {
  const reasons = new Map<string, string>();
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    const id = /\/deals\/([^/]+)/u.exec(pathname)?.[1] ?? '';
    const sent = request.method === 'GET' ? '' : await request.clone().text();
    const response = await fetch(request);
    const reason = /"reason":"([^"]+)"/u.exec(sent)?.[1];
    if (response.ok && reason !== undefined && !isLost(pathname)) reasons.set(id, reason);
    const own = reasons.get(id);
    const isDeal = request.method === 'GET' && /\/deals\/[^/]+$/u.test(pathname) && response.ok;
    if (!isDeal || own === undefined || response.headers.get('content-type')?.includes('json') !== true)
      return response;
    return Response.json({ ...Object(await response.json()), wordOfWhy: own });
  };
};

const options = { operationForms: ['A', 'B', 'C', 'E'] as const };

test.each<[string, (path: string) => boolean, string]>([
  ['found: one form loses the reason', (path) => path.endsWith('/canceled') || path.endsWith('/cancelled'), 'fail'],
  ['found: form C loses it', (path) => /\/deals\/[^/]+$/u.test(path), 'fail'],
  ['legal: each form keeps it', () => false, 'pass'],
  ['legal: no form keeps it', () => true, 'pass'],
])('%s', { tags: ['night'] }, async (_, isLost, outcome) => {
  const { of } = await judged([RULE], { wrap: keeping(isLost), options, runs: 1 });
  expect([of(RULE, SUBJECT).outcome, of(RULE, SUBJECT).reason]).toEqual([outcome, expect.any(String)]);
});
