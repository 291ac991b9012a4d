import { expect, test } from 'vitest';
import { answerOf } from '../../core/answer.ts';
import { type Bystanders, openBystanders } from '../../core/guard/bystanders.ts';
import type { HttpRequest } from '../../core/http/exchange.ts';
import type { RecordResource } from '../../core/records/record-claim.ts';

// What the run makes of a whole number that went up in a record of others.

const SPAN = { begin: Date.parse('2026-11-27T05:00:00Z'), now: Date.parse('2026-11-27T05:01:00Z') };

type Row = Readonly<Record<string, unknown>>;

function resource(name: string): RecordResource {
  return {
    name,
    list: { address: `/${name}`, envelope: '', entries: 'records', id: '/id' },
    mediaTypes: { json: 'application/json', xml: '', html: '', request: '' },
    headers: {},
    idFrom: 'location',
    never: [],
  };
}

const DEALS = resource('deals');

/** Twelve deals with a member, and the users 1 to 3. */
function opened(deals: Row[]): Bystanders {
  const users = [1, 2, 3].map((id) => ({ id }));
  const read = async ({ address }: HttpRequest) => {
    const body = new TextEncoder().encode(JSON.stringify(address === '/users' ? users : deals));
    const headers: [string, string][] = [['content-type', 'application/json']];
    const response = { status: 200, statusText: '', headers, body };
    const request = { method: 'GET', url: `http://127.0.0.1${address}`, headers: [], body: null };
    return answerOf({ id: 'x1', request, response, timings: { startedAt: 0, firstByte: 0, total: 1 } }, response);
  };
  return openBystanders({
    read,
    nonce: 'zzz',
    isOwn: () => false,
    isDeleted: () => false,
    there: () => [],
    isSent: () => false,
    beside: () => [resource('users')],
    onMissing: () => undefined,
    span: () => SPAN,
  });
}

/** What is seen at once, and told at the end, of deal 5, whose member is one more. */
async function seenOf(member: string, first: (nth: number) => number) {
  const deals = Array.from({ length: 12 }, (_, i): Row => ({ id: i + 1, [member]: first(i + 1) }));
  const others = opened(deals);
  await others.watch(DEALS);
  deals[4] = { id: 5, [member]: first(5) + 1 };
  await others.gone(DEALS);
  return { seen: others.otherwise(DEALS).inMore.map(({ id }) => id), told: await others.toll(DEALS, false) };
}

test.each<[string, (nth: number) => number]>([
  ['owner', (nth) => (nth === 5 ? 2 : (nth % 3) + 1)],
  ['ownerId', () => 7],
])('the deal has another %s: that is seen and told', async (member, first) => {
  const { seen, told } = await seenOf(member, first);
  expect(seen).toEqual(['5']);
  expect(told).toEqual([
    expect.stringContaining(`shown otherwise now: 5 (this run or somebody else changed them, in ${member})`),
  ]);
});

test.each<[string, (nth: number) => number]>([
  ['version', (nth) => (nth === 5 ? 2 : (nth % 3) + 1)],
  ['seen', (nth) => nth % 3],
  ['edits', () => 1],
  ['at', (nth) => nth],
])('the %s of the deal is one more: that is a counter', async (member, first) => {
  expect(await seenOf(member, first)).toEqual({ seen: [], told: [] });
});
