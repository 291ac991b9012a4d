import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

// Which parameters of a cancellation are required is not shown (document 2, 4.2): a service may take one without a body.

const takesNone =
  (action: string) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const isIt = request.method === 'PUT' && new URL(request.url).pathname.endsWith(`/${action}`);
    const text = isIt ? await request.clone().text() : '-';
    return text.trim() === '' ? new Response(null, { status: 204 }) : fetch(request);
  };

const server = { options: { operationForms: ['A'] }, hasUntoldOperations: true } as const;

test('a cancellation without a body fails nothing', async () => {
  const { ended } = await judged(['operation/malformed'], { ...server, wrap: takesNone('cancel') });
  expect(ended('fail')).toEqual([]);
});

test('a hold without a body is found: its reason is shown', async () => {
  const { ended } = await judged(['operation/malformed'], { ...server, wrap: takesNone('hold') });
  expect(ended('fail')).toEqual(['operation/malformed HoldDeal/A']);
});
