import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { added, harmed } from '../hostile/judge-hostile.ts';
import { statuses } from '../hostile/servers/statuses.ts';
import { before, json, judged, type Server } from '../suites/judged.ts';
import { UNHURRIED } from '../unhurried.ts';

/** Answers so only to a creation that meets other requests. Each request takes long enough to meet others. */
function busy(answer: (next: () => Promise<Response>) => Promise<Response>): NonNullable<Server['wrap']> {
  return (fetch) => {
    let open = 0;
    return before(async ({ method, path }, next) => {
      open += 1;
      await new Promise((resolve) => setTimeout(resolve, 15));
      const meets = open > 1 && method === 'POST' && path.endsWith('/deals/');
      try {
        return meets ? await answer(next) : await next();
      } finally {
        open -= 1;
      }
    })(fetch);
  };
}

const locked = (): Response => json(500, { error: 'database is locked' });
const READING = ['read/collection', 'read/item', 'read/unknown-item', 'status/no-server-error'];
/** Operations are asked for by the rules that watch all answers, and by nothing that is tried here. */
const options = { operationForms: [], commandQuery: false } as const;
const RULES = ['create/status', 'create/location', 'create/content-type', ...READING];

test.concurrent('a 500 beside other requests is inconclusive where the check holds alone, and the 500 is told', {
  tags: ['night'],
}, async () => {
  const { ended, of } = await judged(RULES, { options, wrap: busy(async () => locked()) });
  expect(ended('fail')).toEqual(['status/no-server-error target']);
  const status = of('create/status', 'deals');
  expect(status).toMatchObject({ outcome: 'inconclusive' });
  expect(status.reason).toMatch(
    /was answered 500 while other requests were under way; tried again alone, the check held/u,
  );
  expect(status.witness.length).toBeGreaterThan(1);
});

test.concurrent('a server that locks wherever requests meet fails by its 500s alone, and keeps no record of the run', {
  tags: ['night'],
}, async () => {
  const server = statuses.find(({ id }) => id === 'status-locked');
  if (server === undefined) throw new Error('there is no such server');
  await using started = await server.start({ canary: '', every: 1 });
  const before = started.state();
  const rules = ['create/status', 'create/any-valid', 'delete/*', 'read/collection', 'status/no-server-error'];
  const { results, run } = await judge({ baseUrl: started.url, rules, runs: 1, seed: 1, ...UNHURRIED });
  const failed = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
  expect(failed.map(({ rule }) => rule)).toEqual(['status/no-server-error']);
  expect(results.filter(({ outcome }) => outcome === 'inconclusive').length).toBeGreaterThan(0);
  expect(run.leftBehind).toEqual([]);
  expect([...added(before, started.state()), ...harmed(before, started.state())]).toEqual([]);
});

test.concurrent('a 500 that comes alone too is a failure', async () => {
  const always = before(async ({ method }, next) => (method === 'POST' ? locked() : next()));
  const { ended } = await judged(RULES, { options, wrap: always });
  expect(ended('fail')).toContain('create/status deals');
});

test.concurrent('an answer that is wrong in another way is a failure, however seldom it comes', {
  tags: ['night'],
}, async () => {
  const wrong = busy(async (next) => new Response((await next()).body, { status: 200 }));
  const { of } = await judged(RULES, { options, wrap: wrong });
  expect(of('create/status', 'deals')).toMatchObject({ outcome: 'fail' });
});

test.concurrent('a generated case that met a 500 beside other requests does not count', {
  tags: ['night'],
}, async () => {
  const { of } = await judged(['create/any-valid', ...READING], {
    options,
    wrap: busy(async () => locked()),
    runs: 5,
  });
  expect(of('create/any-valid', 'deals').outcome).not.toBe('fail');
});

test.concurrent('a generated case that is wrong once in a while counts, and says how often', async () => {
  let nth = 0;
  const wrap = (fetch: Fetch): Fetch =>
    before(async ({ method, body }, next) => {
      const isMarked = method === 'POST' && /null [a-z0-9]/u.test(body);
      if (isMarked) nth += 1;
      return isMarked && nth % 2 === 1 ? json(400, {}) : next();
    })(fetch);
  const result = (await judged(['create/any-valid'], { wrap })).of('create/any-valid', 'deals');
  expect(result).toMatchObject({ outcome: 'fail', flaky: expect.stringMatching(/^[12] of 3$/u) });
});
