import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import { startMock } from '../../mock/node.ts';
import { serve } from '../target-file/service.ts';

// A service whose router takes a method that only reads for DELETE, as json-server 1.0.0-beta.3 does with HEAD.

type Method = 'HEAD' | 'OPTIONS';

function notes(deleting: Method) {
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
      if (method === 'DELETE' || method === deleting) kept.delete(id);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: one };
    },
  };
}

const TOOK = /^(?:HEAD|OPTIONS) took a record/u;

async function lostBy(method: Method, how: { readonly readOnly: boolean; readonly concurrency?: number }) {
  const service = notes(method);
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

test.each([
  ['HEAD', 1],
  ['HEAD', 8],
  ['OPTIONS', 1],
  ['OPTIONS', 8],
] as const)(
  '%s of a record of the run comes first, with %i checks at a time',
  { tags: ['night'] },
  async (method, concurrency) => {
    const { lost, left, told, results, leftBehind } = await lostBy(method, { readOnly: false, concurrency });
    expect(lost).toEqual([]);
    expect(told).toHaveLength(1);
    // The fault shows on records of the run.
    expect(results.find(({ rule }) => rule === 'read/safe')?.outcome).toBe('fail');
    expect(leftBehind).toHaveLength(left.length);
  },
);

test.each(['HEAD', 'OPTIONS'] as const)('a run that only reads sends no second %s to records', async (method) => {
  const { lost, told } = await lostBy(method, { readOnly: true });
  expect(lost).toHaveLength(1);
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
