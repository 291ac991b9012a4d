import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

/** A framework that answers HEAD as GET, and counts the bytes of a body that it has left out. */
const lengthOfNothing =
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    if (request.method !== 'HEAD') return response;
    const headers = new Headers(response.headers);
    headers.set('content-length', '0');
    return new Response(null, { status: response.status, headers });
  };

test('a wrong length of HEAD is the matter of read/head, not of the session check', async () => {
  const rules = ['session/authorized', 'session/unauthorized', 'read/head'];
  const { of } = await judged(rules, { wrap: lengthOfNothing });
  expect(rules.map((rule) => of(rule, 'target').outcome)).toEqual(['pass', 'pass', 'fail']);
});
