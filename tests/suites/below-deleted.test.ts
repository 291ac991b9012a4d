import { describe, expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

/** Keeps what it once showed below a deal, whatever becomes of the deal. */
function keeping(shown: RegExp): (fetch: Fetch) => Fetch {
  const kept = new Map<string, string>();
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    const response = await fetch(request);
    if (request.method !== 'GET' || !shown.test(pathname)) return response;
    if (response.ok) kept.set(pathname, await response.clone().text());
    const last = kept.get(pathname);
    return response.status !== 404 || last === undefined
      ? response
      : new Response(last, { headers: { 'content-type': 'application/json' } });
  };
}

describe('what was made below a deal', () => {
  test('is not there once the deal is deleted', async () => {
    const { outcome, reason } = (await judged(['delete/removes'], { wrap: keeping(/\/deals\/\d+\/holds\/\d+$/u) })).of(
      'delete/removes',
      'deals',
    );
    expect(outcome).toBe('fail');
    expect(reason).toContain('below a deal that was deleted');
  });

  test('may be kept where it is not below it', async () => {
    const { outcome } = (await judged(['delete/removes'], { wrap: keeping(/\/commands\//u) })).of(
      'delete/removes',
      'deals',
    );
    expect(outcome).toBe('pass');
  });
});
