import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

type Note = Readonly<Record<string, unknown>>;

/** A service whose updates come to the note that was made before the named one. */
function notes() {
  const kept = new Map<string, Note>();
  let next = 0;
  return {
    left: (): number => kept.size,
    answer({ method, path, json }: Ask): Told {
      const sent: Note = Object(json);
      if (method === 'POST' && path === '/notes') {
        if (typeof sent['title'] !== 'string') return { status: 400 };
        next += 1;
        kept.set(`${next}`, { ...sent, id: `${next}` });
        return { status: 201, headers: { location: `/notes/${next}` }, body: { ...sent, id: `${next}` } };
      }
      if (path === '/notes') return { status: 200, body: [...kept.values()] };
      const id = path.slice('/notes/'.length);
      const note = kept.get(id);
      if (note === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: note };
      if (method === 'DELETE') return { status: kept.delete(id) ? 204 : 404 };
      if (method !== 'PUT') return { status: 405, headers: { allow: 'GET, PUT, DELETE' } };
      const ids = [...kept.keys()];
      const before = ids[ids.indexOf(id) - 1] ?? id;
      kept.set(before, { ...sent, id: before });
      return { status: 204 };
    },
  };
}

test('an update that comes to the record before is one, and no sign of ids that are places in a list', async () => {
  const service = notes();
  await using served = await serve(service.answer);
  const resource = { name: 'notes', collection: '/notes', sample: { title: 'note {unique}' } };
  const { run, results, summary } = await judge({
    target: { baseUrl: served.url, resources: [resource] },
    rules: ['create/*', 'delete/*', 'update/*'],
    runs: 2,
    seed: 1,
  });
  expect(summary.headline?.join('\n') ?? '').not.toContain('do not last');
  const failed = results.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule);
  expect(failed).toContain('update/effect');
  expect(service.left()).toBe((run.leftBehind ?? []).length);
});
