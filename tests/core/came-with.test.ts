import { expect, test } from 'vitest';
import { type Answer, answerOf } from '../../core/answer.ts';
import { openCameWith } from '../../core/cleanup/came-with.ts';
import type { Claim, RecordResource } from '../../core/records/record-claim.ts';
import { DEALS } from './deals.ts';
import { hurriedClock } from './hurried-clock.ts';

const LISTED: RecordResource = {
  ...DEALS,
  list: { address: '/deals', envelope: '', entries: 'records', id: '/id' },
};

function listOf(ids: readonly string[]): Answer {
  const body = new TextEncoder().encode(JSON.stringify(ids.map((id) => ({ id }))));
  const response = { status: 200, statusText: '', headers: [['content-type', 'application/json']] as const, body };
  const request = { method: 'GET', url: 'http://127.0.0.1/deals', headers: [], body: null };
  return answerOf({ id: 'x1', request, response, timings: { startedAt: 0, firstByte: 0, total: 1 } }, response);
}

/** From the first one up to the one before the last. */
type Range = readonly [first: number, end: number];

/** A run that creates 20 deals a second and deletes each after ten more; which rows are listed is told by both and the time. */
async function creating(rowsAt: (created: number, deleted: number, now: number) => Range) {
  let created = 0;
  const claims: Claim[] = [];
  const clock = hurriedClock();
  const came = openCameWith({
    nonce: 'zzz',
    claims,
    isKnown: () => false,
    clock,
    alone: (task) => task(),
  });
  came.note(LISTED, new Set(['1', '2']), { created: 0, deleted: 0 });
  const read = async (): Promise<Answer> => {
    const [first, end] = rowsAt(created, claims.filter(({ gone }) => gone).length, clock.now());
    return listOf(['1', '2', ...Array.from({ length: Math.floor(end - first) }, (_, i) => `row${first + i}`)]);
  };
  while (created < 100 && came.whyNoMore() === undefined) {
    created += 1;
    clock.pass(50);
    claims.push({
      number: created,
      resource: LISTED,
      request: { method: 'POST', address: '/deals' },
      answer: listOf([]),
      payload: {},
      told: undefined,
      id: undefined,
      others: [],
      address: undefined,
      problem: undefined,
      existed: undefined,
      gone: false,
    });
    const old = claims.at(-11);
    if (old !== undefined) old.gone = true;
    if (created < 25 || created % 6 !== 0) continue;
    came.seen(LISTED, await read());
    await came.weigh(read);
  }
  return { created, why: came.whyNoMore(), stay: came.stay() };
}

test('one record with every second creation is noticed soon, and each is told', async () => {
  const { created, why, stay } = await creating((made) => [0, made / 2]);
  expect(created).toBeLessThan(50);
  expect(why).toContain(`${created / 2} records came into deals while this run created ${created}`);
  expect(stay).toHaveLength(created / 2);
});

test('one with every second creation that comes while the run writes nothing too is not held against it', async () => {
  const { why, stay } = await creating((_made, _deleted, now) => [0, now / 100]);
  expect(why).toBeUndefined();
  expect(stay).toEqual([]);
});

test('those that go with records of the run are not held against it', async () => {
  expect((await creating((made, deleted) => [deleted, made])).why).toBeUndefined();
});
