import { expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import type { Rule } from '../../core/rule.ts';
import { plan } from '../../core/run/catalogue.ts';
import { run } from '../../core/run/run.ts';
import { startMock } from '../../mock/node.ts';
import { createRecord } from '../../suites/support/evidence.ts';
import { assume } from '../../target-file/assume.ts';
import { resolveTarget } from '../../target-file/resolve.ts';
import { openBook } from '../book.ts';

const RULE: Rule = {
  id: 'test/twice',
  level: 'must',
  clause: '4.1',
  title: 'a deal is deleted',
  why: 'A test of the run.',
  sends: 'DELETE of one deal twice at the same time, and of another one.',
  due: 'Status 204 for the other one.',
  on: ({ resources }) =>
    resources.filter(({ name }) => name === 'deals').map((resource) => ({ id: 'deals', resource })),
  async check(trial) {
    const [first, other] = [await createRecord(trial), await createRecord(trial)];
    const remove = (address: string) => trial.send({ method: 'DELETE', address });
    await Promise.allSettled([remove(first.address), remove(first.address)]);
    return (await remove(other.address)).hasStatus(204);
  },
};

test('a deletion of what another one took away meanwhile keeps no turn from the next', async () => {
  await using mock = await startMock({ port: 0 });
  const client = createClient({ baseUrl: mock.url });
  // With a book of its own: the first deletions alone wait for one another.
  const target = await assume(resolveTarget({ baseUrl: mock.url }), client, {
    readOnly: false,
    operates: false,
    ...openBook(mock.url, client),
  });
  const { signal } = new AbortController();
  const how = { seed: 1, runs: 1, concurrency: 4, settleMs: 0, readOnly: false, signal, writesSignal: signal };
  const { results } = await run(
    plan([RULE], target, () => true),
    {
      target,
      transport: client,
      ...openBook(mock.url, client),
      ...how,
    },
  );
  await client.close();
  expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([['pass', '']]);
}, 30_000);
