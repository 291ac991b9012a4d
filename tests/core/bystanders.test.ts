import { expect, test } from 'vitest';
import { answerOf } from '../../core/answer.ts';
import { openBystanders } from '../../core/guard/bystanders.ts';
import type { HttpRequest } from '../../core/http/exchange.ts';
import type { RecordResource } from '../../core/records/record-claim.ts';
import { DEALS } from './deals.ts';

const SPAN = { begin: Date.parse('2026-11-27T05:00:00Z'), now: Date.parse('2026-11-27T05:01:00Z') };

const LISTED: RecordResource = {
  ...DEALS,
  list: { address: '/deals', envelope: '', entries: 'records', id: '/id' },
  item: { address: '/deals/{id}', envelope: '', id: '/id' },
};

/** Two deals of others; which version of the first one a GET shows is asked for each time. */
function opened(versionOf: (address: string) => number, isOwn: () => boolean = () => false) {
  const read = async ({ address }: HttpRequest) => {
    const first = { id: '1', version: versionOf(address) };
    const value =
      address === '/deals'
        ? [first, { id: '2', version: 1 }]
        : address === '/deals/1'
          ? first
          : { id: '2', version: 1 };
    const headers: [string, string][] = [['content-type', 'application/json']];
    const response = { status: 200, statusText: '', headers, body: new TextEncoder().encode(JSON.stringify(value)) };
    const request = { method: 'GET', url: `http://127.0.0.1${address}`, headers: [], body: null };
    return answerOf({ id: 'x1', request, response, timings: { startedAt: 0, firstByte: 0, total: 1 } }, response);
  };
  return openBystanders({
    read,
    nonce: 'zzz',
    isOwn,
    isDeleted: () => false,
    there: () => [],
    isSent: () => false,
    beside: () => [],
    onMissing: () => undefined,
    span: () => SPAN,
  });
}

test('one that was listed in two ways at first is watched by a GET of it', async () => {
  // Somebody held it while the list was read first, and went on when it had been.
  const listed = [3, 9];
  let version = 3;
  const others = opened((address) => (address === '/deals' ? listed.shift() : undefined) ?? version);
  await others.watch(LISTED);
  expect(await others.renew(LISTED)).toBe(false);
  version = 4;
  expect(await others.renew(LISTED)).toBe(true);
  expect(await others.changed(LISTED, 'all')).toBeUndefined();
});

test('an id that was given to the run since is no record of others that left the list', async () => {
  let [version, isOwn] = [1, false];
  const others = opened(
    () => version,
    () => isOwn,
  );
  await others.watch(LISTED);
  [version, isOwn] = [0, true];
  expect(await others.gone(LISTED)).toEqual([]);
});
