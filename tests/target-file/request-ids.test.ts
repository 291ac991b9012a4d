import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { ResourceFile } from '../../target-file/file.ts';
import { inGate } from '../in-gate.ts';
import { type Ask, serve, type Told } from './service.ts';

const RULES = ['create/lasting', 'delete/status', 'delete/removes', 'validator/etag-changes'];

/** Things with a key that the client chooses; the service names it nowhere in its answer to a creation. */
function things(keyOf: (ask: Ask) => string | undefined): (ask: Ask) => Told {
  const kept = new Map<string, { record: object; version: number }>();
  return (ask) => {
    const { method, path, json } = ask;
    const key = keyOf(ask);
    if (key !== undefined && !kept.has(key)) {
      kept.set(key, { record: Object(json), version: 1 });
      return { status: 201 };
    }
    if (path === '/things' && method === 'GET') return { status: 200, body: [...kept.values()].map((k) => k.record) };
    const own = decodeURIComponent(path.slice('/things/'.length));
    const found = kept.get(own);
    if (found === undefined) return { status: 404 };
    const etag = `"${own}-${found.version}"`;
    if (method === 'GET') return { status: 200, headers: { etag }, body: found.record };
    if (method === 'PUT') {
      kept.set(own, { record: Object(json), version: found.version + 1 });
      return { status: 204 };
    }
    kept.delete(own);
    return { status: 204 };
  };
}

const slugOf = (json: unknown): string => String(Object(json)['slug']);
const byPost = ({ method, path, json }: Ask): string | undefined =>
  method === 'POST' && path === '/things' ? slugOf(json) : undefined;
const byPut = ({ method, path }: Ask): string | undefined =>
  method === 'PUT' ? /^\/things\/(u[^/]+)$/u.exec(path)?.[1] : undefined;
const common = { name: 'things', id: 'request', location: 'optional', delete: '/things/{id}' } as const;
const put = { ...common, list: '/things', item: '/things/{id}', sample: { title: 'assayer {unique}' } } as const;
const update = { method: 'PUT', payload: { title: 'changed {unique}' } } as const;

const CASES: readonly (readonly [title: string, keyOf: typeof byPost, file: ResourceFile])[] = [
  [
    'POST, where the item says which member it is',
    byPost,
    {
      ...common,
      create: '/things',
      list: '/things',
      item: { address: '/things/{id}', id: '/slug' },
      sample: { slug: 's-{unique}', title: 'assayer {unique}' },
      update: { payload: { slug: 's', title: 'changed {unique}' } },
    },
  ],
  [
    'POST, where one member alone has a fresh value',
    byPost,
    {
      ...common,
      create: '/things',
      item: '/things/{id}',
      sample: { slug: 's-{unique}', title: 'assayer' },
      update: { payload: { title: 'changed {unique}' } },
    },
  ],
  [
    'PUT at the address of the item',
    byPut,
    { ...put, create: { method: 'PUT', address: '/things/u{unique}' }, update },
  ],
];

test.concurrent.each(inGate(CASES, 3))(
  'a record is found by the id that its creation sent: %s',
  async (_, keyOf, file) => {
    await using service = await serve(things(keyOf));
    const { results, run } = await judge({
      target: { baseUrl: service.url, resources: [file] },
      rules: RULES,
      runs: 2,
      seed: 1,
    });
    const made = service.asked.flatMap((ask) => keyOf(ask) ?? []);
    const aimed = service.asked.filter(
      ({ method, path }) => ['PUT', 'DELETE'].includes(method) && path.startsWith('/things/'),
    );
    expect(results.filter(({ outcome }) => outcome !== 'pass').map(({ rule, reason }) => [rule, reason])).toEqual([]);
    expect(aimed.length).toBeGreaterThan(0);
    expect(aimed.filter(({ path }) => !made.includes(path.slice('/things/'.length)))).toEqual([]);
    expect(run.leftBehind ?? []).toEqual([]);
  },
);
