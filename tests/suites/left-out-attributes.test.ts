import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';
import type { ParameterFile } from '../../target-file/file.ts';

// An update of a deal (form D) that leaves out `holdReason`: the document does not show which attributes are required (2, 4.2).

/** Takes an update without a reason as one that keeps the reason. */
const keeping =
  (fetch: Fetch): Fetch =>
  async (request) => {
    if (request.method !== 'PUT') return fetch(request);
    const body: unknown = await request
      .clone()
      .json()
      .catch(() => undefined);
    const isUpdate = typeof body === 'object' && body !== null && 'held' in body && !('holdReason' in body);
    return isUpdate ? new Response(null, { status: 204 }) : fetch(request);
  };

async function outcomeWith(reason: ParameterFile): Promise<string | undefined> {
  await using mock = await startMock({ operationForms: ['D'], wrap: keeping });
  const hold = {
    name: 'HoldDeal',
    parameters: { reason },
    effect: { held: true, holdReason: '{reason}' },
    forms: { D: '/rest/{version}/deals/{id}' },
  };
  const target = { baseUrl: mock.url, claims: { operationForms: ['D'] as const }, operations: [hold] };
  const { results } = await judge({ target, rules: ['operation/missing-parameter'], seed: 1, runs: 1 });
  return results.find(({ subject }) => subject === 'HoldDeal/D')?.outcome;
}

test('may be taken where the target file says nothing of it', { tags: ['night'] }, async () => {
  expect(await outcomeWith({ sample: 'waiting' })).toBe('pass');
});

test('is refused where the target file says that it is required', async () => {
  expect(await outcomeWith({ sample: 'waiting', required: true })).toBe('fail');
});
