import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

/** Notes that can be made and deleted, and neither listed nor read. */
function notes(location: (nth: number) => string) {
  const kept = new Set(['1', '2']);
  let made = 0;
  return {
    kept,
    answer({ method, path }: Ask): Told {
      const id = path.slice('/notes/'.length);
      if (method === 'POST' && path === '/notes') {
        made += 1;
        kept.add(String(100 + made));
        return { status: 201, headers: { location: location(made) } };
      }
      if (method === 'DELETE') return { status: kept.delete(id) ? 204 : 404 };
      return { status: 404 };
    },
  };
}

async function judged(location: (nth: number) => string, rules: readonly string[]) {
  const service = notes(location);
  await using served = await serve(service.answer);
  const target: TargetFile = {
    baseUrl: served.url,
    resources: [{ name: 'notes', create: '/notes', delete: '/notes/{id}', sample: { text: 'note {unique}' } }],
  };
  const results = await judge({ target, rules, runs: 1, seed: 1 });
  return { kept: service.kept, results };
}

test.each([
  ['one creation', ['create/status']],
  ['several creations', ['create/*', 'delete/*']],
])('a Location that names an existing record costs nothing where nothing can be read: %s', async (_, rules) => {
  const { kept, results } = await judged(() => '/notes/1', rules);
  expect([...kept]).toEqual(expect.arrayContaining(['1', '2']));
  expect(kept.size).toBeGreaterThan(2);
  expect(results.run.leftBehind ?? []).not.toEqual([]);
});

test('records that cannot be read are deleted where their ids differ', async () => {
  const { kept, results } = await judged((nth) => `/notes/${100 + nth}`, ['create/*', 'delete/*']);
  expect([...kept]).toEqual(['1', '2']);
  expect(results.run.leftBehind ?? []).toEqual([]);
});

test('a record whose deletion is refused is told, though the server answers 404 to every reading', async () => {
  const service = notes((nth) => `/notes/${100 + nth}`);
  await using served = await serve((ask) => (ask.method === 'DELETE' ? { status: 500 } : service.answer(ask)));
  const target: TargetFile = {
    baseUrl: served.url,
    resources: [{ name: 'notes', collection: '/notes', list: false, update: false, sample: { text: 'note {unique}' } }],
  };
  const { run } = await judge({ target, rules: ['create/*'], runs: 1, seed: 1 });
  const made = [...service.kept].filter((id) => Number(id) > 100);
  expect(made.length).toBeGreaterThan(1);
  const told = (run.leftBehind ?? []).map(({ address }) => address.split('/').at(-1));
  expect(told.toSorted()).toEqual(made.toSorted());
});
