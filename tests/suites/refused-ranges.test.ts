import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

const RULES = ['status/no-server-error', 'status/steady'];
const OPTIONS = { representations: ['json'] } as const;

/** Answers 503 to readings with such a Range, as often as `isAway` says. */
function away(range: RegExp, isAway: () => boolean = () => true): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) =>
    range.test(request.headers.get('range') ?? '') && isAway() ? new Response(null, { status: 503 }) : fetch(request);
}

test('503 to a unit that nobody knows is a finding, and no sign that the target is away', {
  tags: ['night'],
}, async () => {
  const { of } = await judged(RULES, { wrap: away(/^(?!bytes)./u), options: OPTIONS });
  expect(of('status/no-server-error', 'target').outcome).toBe('pass');
  expect(of('status/steady', 'target')).toMatchObject({
    outcome: 'fail',
    expected: 'status 200 with range: assayer=0-0, as without',
  });
});

test('503 to several ranges each time, which may be refused, leaves the run judged', { tags: ['night'] }, async () => {
  const { of } = await judged(RULES, { wrap: away(/,/u), options: OPTIONS });
  expect(of('status/no-server-error', 'target').outcome).toBe('pass');
  expect(of('status/steady', 'target').outcome).toBe('pass');
});

test('503 to a Range now and then is not held against it', { tags: ['night'] }, async () => {
  let time = 0;
  const wrap = away(/^(?!bytes)./u, () => {
    time += 1;
    return time % 2 === 1;
  });
  const { ended } = await judged(RULES, { wrap, options: OPTIONS });
  expect(ended('fail')).toEqual([]);
});

test('503 to all that is read once a Range was is a target that is away', async () => {
  let isGone = false;
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      isGone ||= request.headers.get('range')?.startsWith('lines') === true;
      return isGone ? new Response(null, { status: 503 }) : fetch(request);
    };
  const { of } = await judged(RULES, { wrap, options: OPTIONS });
  expect(of('status/no-server-error', 'target').outcome).toBe('inconclusive');
});
