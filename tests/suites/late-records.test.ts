import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

/** A service whose new deals are read at their address only some milliseconds after they were created. */
function late(milliseconds: number): (fetch: Fetch) => Fetch {
  const readFrom = new Map<string, number>();
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    const from = readFrom.get(pathname) ?? 0;
    if (request.method === 'GET' && performance.now() < from) return Response.json({}, { status: 404 });
    const answer = await fetch(request);
    const location = answer.status === 201 ? answer.headers.get('location') : null;
    if (location !== null) readFrom.set(new URL(location, request.url).pathname, performance.now() + milliseconds);
    return answer;
  };
}

test('a new deal that is read late fails, with how late it is and what to do', async () => {
  const { of } = await judged(['create/addressable'], { wrap: late(400) });
  const { outcome, reason } = of('create/addressable', 'deals');
  expect(outcome).toBe('fail');
  expect(reason).toMatch(/, and status 200 \d+ ms after the creation: --settle waits/u);
});

test('it is right where the user says that the service is late', async () => {
  const { of } = await judged(['create/addressable'], { wrap: late(100), settleMs: 1000 });
  expect(of('create/addressable', 'deals').outcome).toBe('pass');
});

test('a new deal that never comes is told without that', async () => {
  const { of } = await judged(['create/addressable'], { wrap: late(60_000) });
  const { outcome, reason } = of('create/addressable', 'deals');
  expect(outcome).toBe('fail');
  expect(reason).not.toContain('--settle');
});
