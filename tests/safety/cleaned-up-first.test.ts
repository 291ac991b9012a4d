import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { startMock } from '../../mock/node.ts';

test('a run that is stopped cleans up before it judges what it saw, so that judging takes no time of cleaning up', async () => {
  const stop = new AbortController();
  let made = 0;
  let refused = 0;
  await using mock = await startMock({
    wrap: (fetch) => async (request) => {
      if (request.method === 'DELETE' && stop.signal.aborted && refused === 0) {
        refused += 1;
        return new Response(null, { status: 500 });
      }
      const answer = await fetch(request);
      if (answer.status === 201) made += 1;
      if (made === 5) stop.abort(new Error('stopped by the test'));
      return answer;
    },
  });
  const rules = ['create/*', 'delete/*', 'status/no-server-error'];
  const { results, run } = await judge({ baseUrl: mock.url, rules, runs: 1, seed: 1, signal: stop.signal });
  expect(refused).toBe(1);
  expect(run.leftBehind).toEqual([]);
  // It judges what cleaning up met, so that this was over by then.
  const watching = results.find(({ rule }) => rule === 'status/no-server-error');
  expect(watching).toMatchObject({ outcome: 'fail', actual: expect.stringMatching(/^DELETE .* answered 500/u) });
});
