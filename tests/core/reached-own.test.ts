import { expect, test } from 'vitest';
import { answerOf } from '../../core/answer.ts';
import { openOwnRecords } from '../../core/guard/reached-own.ts';
import type { Claim, RecordResource } from '../../core/records/record-claim.ts';

// Two deals of the run, and a hold of the first that shows at both. All that is read of a resource and of a claim is given.
const DEALS = { name: 'deals' } as RecordResource;
const CLAIMS = ['1', '2'].map((id) => ({ resource: DEALS, id, gone: false, payload: { name: `deal ${id}` } }) as Claim);
const BODY = new TextEncoder().encode('{"reason":"waiting for papers"}');
const RESPONSE = { status: 204, statusText: '', headers: [], body: new Uint8Array() };
const HELD = answerOf(
  {
    id: 'x1',
    request: { method: 'PUT', url: 'http://127.0.0.1/deals/1/hold', headers: [], body: BODY },
    response: RESPONSE,
    timings: { startedAt: 0, firstByte: 0, total: 1 },
  },
  RESPONSE,
);

function opened() {
  const book = { all: CLAIMS, idsGiven: () => new Set(['1', '2']) };
  return openOwnRecords(book, { state: async (_, id) => ({ name: `deal ${id}`, reason: 'waiting for papers' }) });
}

test('a deal that no change named shows that a change reached it', async () => {
  const own = opened();
  own.named(DEALS, '1');
  expect(await own.reachedBy(DEALS, HELD)).toBe(true);
});

test.each([
  ['its own', '2'],
  ['nobody knows which', undefined],
])('a deal that a change named shows nothing: %s', async (_, id) => {
  const own = opened();
  own.named(DEALS, '1');
  own.named(DEALS, id);
  expect(await own.reachedBy(DEALS, HELD)).toBe(false);
});
