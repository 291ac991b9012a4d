import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import { startMock } from '../../mock/node.ts';
import { serve } from '../target-file/service.ts';

// A service whose router takes HEAD for DELETE, as that of json-server 1.0.0-beta.3 does.

function notes() {
  const before = ['1', '2', '3'];
  const kept = new Map(before.map((id) => [id, { id, text: `of somebody ${id}`, stars: 1 }]));
  let count = 100;
  return {
    lost: (): readonly string[] => before.filter((id) => !kept.has(id)),
    left: (): readonly string[] => [...kept.keys()].filter((id) => !before.includes(id)),
    answer({ method, path, json }: { method: string; path: string; json: unknown }) {
      const [, , id = ''] = path.split('/');
      if (method === 'POST' && path === '/notes') {
        if (!isObject(json) || typeof json['text'] !== 'string') return { status: 400 };
        count += 1;
        kept.set(String(count), { id: String(count), text: json['text'], stars: 1 });
        return { status: 201, headers: { location: `/notes/${count}` } };
      }
      if (path === '/notes') return { status: 200, body: [...kept.values()] };
      const one = kept.get(id);
      if (one === undefined) return { status: 404 };
      if (method === 'DELETE' || method === 'HEAD') kept.delete(id);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: one };
    },
  };
}

const TOOK = /^HEAD took a record/u;

async function lostBy(how: { readonly readOnly: boolean; readonly concurrency?: number }) {
  const service = notes();
  await using served = await serve((ask) => service.answer(ask));
  const resource = { name: 'notes', collection: '/notes', update: false as const, sample: { text: 'note {unique}' } };
  const { run, results, summary } = await judge({
    target: { baseUrl: served.url, resources: [resource] },
    rules: ['read/*', 'create/status', 'negotiate/*', 'status/*'],
    runs: 2,
    seed: 1,
    ...how,
  });
  const told = (summary.headline ?? []).filter((line) => TOOK.test(line));
  return { lost: service.lost(), left: service.left(), told, results, leftBehind: run.leftBehind ?? [] };
}

test.each([1, 8])(
  'HEAD of a record of the run comes first, with %i checks at a time',
  { tags: ['night'] },
  async (concurrency) => {
    const { lost, left, told, results, leftBehind } = await lostBy({ readOnly: false, concurrency });
    expect(lost).toEqual([]);
    expect(told).toHaveLength(1);
    // The fault shows on records of the run.
    expect(results.find(({ rule }) => rule === 'read/safe')?.outcome).toBe('fail');
    expect(leftBehind).toHaveLength(left.length);
  },
);

test('a run that only reads sends no second HEAD to records', async () => {
  const { lost, told } = await lostBy({ readOnly: true });
  expect(lost.length).toBeLessThanOrEqual(1);
  expect(told).toHaveLength(lost.length);
});

test('a run that is stopped before it sent a HEAD makes no record for one', async () => {
  const stop = new AbortController();
  const there = new Set<string>();
  await using mock = await startMock({
    wrap: (fetch) => async (request) => {
      const answer = await fetch(request);
      const location = answer.headers.get('location');
      if (answer.status === 201 && location !== null) there.add(new URL(location).pathname);
      if (request.method === 'DELETE' && answer.status === 204) there.delete(new URL(request.url).pathname);
      if (there.size === 2) stop.abort(new Error('stopped by the test'));
      return answer;
    },
  });
  const { run, results } = await judge({
    baseUrl: mock.url,
    rules: ['create/*', 'read/safe'],
    runs: 1,
    seed: 1,
    signal: stop.signal,
  });
  expect(stop.signal.aborted).toBe(true);
  expect(results.filter(({ rule }) => rule === 'read/safe').map(({ outcome }) => outcome)).toContain('inconclusive');
  expect(run.leftBehind).toEqual([]);
  expect([...there]).toEqual([]);
});
