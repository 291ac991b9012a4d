import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { answered, before, json, judged } from './judged.ts';

// Who may create is not shown by the document, nor what a service wants to see before it lets a client write.

const RULES = ['create/status', 'version/segment'];

test.each(inGate([403, 401], 1))(
  'a service that refuses every creation with %i is not judged by it',
  async (status) => {
    const wrap = before(async ({ method, path }, next) =>
      method === 'POST' && /^\/rest\/1\/deals\/?$/u.test(path) ? json(status, { error: 'invalid csrf token' }) : next(),
    );
    const { ended, of } = await judged(RULES, { wrap });
    expect(ended('fail')).toEqual([]);
    expect(of('create/status', 'deals')).toMatchObject({
      outcome: 'inconclusive',
      reason: expect.stringMatching(/POST \S+ was refused with .*--header, --cookie/u),
    });
  },
);

test('a service whose plan is used up before the run is not judged by its refusals', async () => {
  const wrap = before(async ({ method, path }, next) =>
    method === 'POST' && /^\/rest\/1\/deals\/?$/u.test(path) ? json(402, { error: 'trial is over' }) : next(),
  );
  const { ended, of } = await judged(RULES, { wrap });
  expect(ended('fail')).toEqual([]);
  expect(of('create/status', 'deals')).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringMatching(/was refused with 402.*may allow no more records/u),
  });
});

test('a service whose plan is used up by the run is not failed for its refusals', { tags: ['night'] }, async () => {
  const seen: string[] = [];
  // Which creation the rules look at is not for this test to know; others are made before.
  for (let most = 1; most <= 8; most += 1) {
    let made = 0;
    const wrap = before(async ({ method, path }, next) => {
      const isCreation = method === 'POST' && /^\/rest\/1\/deals\/?$/u.test(path);
      if (isCreation && made >= most) return json(402, { error: 'trial is over' });
      made += isCreation ? 1 : 0;
      return next();
    });
    const { results, ended } = await judged([...RULES, 'delete/status', 'delete/removes'], { wrap, concurrency: 1 });
    expect(ended('fail')).toEqual([]);
    seen.push(...results.map(({ rule, outcome }) => `${rule} ${outcome}`));
  }
  expect(seen).toEqual(expect.arrayContaining(['create/status inconclusive', 'version/segment inconclusive']));
});

test.each([402, 403])('one that answers %i and creates all the same is failed', async (status) => {
  const wrap = before(async ({ method, path }, next) => {
    const answer = await next();
    return method === 'POST' && /^\/rest\/1\/deals\/?$/u.test(path) ? answered(answer, status) : answer;
  });
  expect((await judged(RULES, { wrap })).of('create/status', 'deals').outcome).toBe('fail');
});
