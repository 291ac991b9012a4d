import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import { serve } from '../target-file/service.ts';

// Services that take the id of a new record from the client, and put it in the place of another one that has it: feathers, json-server 1.

type Note = Readonly<Record<string, unknown>>;

/** `merges`: what was there is kept beside what is sent, as an ORM that saves does. */
function notes(merges: boolean) {
  const kept = new Map<string, Note>([['7', { id: 7, text: 'of somebody', stars: 3 }]]);
  let count = 100;
  return {
    kept,
    answer({ method, path, json }: { method: string; path: string; json: unknown }) {
      const [, , id = ''] = path.split('/');
      if (method === 'POST' && path === '/notes') {
        if (!isObject(json) || typeof json['text'] !== 'string') return { status: 400 };
        count += 1;
        const note: Note = { ...(merges ? kept.get(String(json['id'])) : {}), id: count, ...json };
        kept.set(String(note['id']), note);
        return { status: 201, body: note };
      }
      if (path === '/notes') return { status: 200, body: [...kept.values()] };
      const one = kept.get(id);
      if (one === undefined) return { status: 404 };
      if (method === 'DELETE') kept.delete(id);
      if (method === 'DELETE') return { status: 204 };
      if (method === 'PUT' && isObject(json)) kept.set(id, { ...json, id: one['id'] });
      return method === 'PUT' ? { status: 204 } : { status: 200, body: one };
    },
  };
}

test.each([false, true])('records that the run put in the place of its own are deleted: merged %s', async (merges) => {
  const service = notes(merges);
  await using served = await serve((ask) => service.answer(ask));
  const resource = { name: 'notes', collection: '/notes', sample: { text: 'note {unique}', stars: 3 } };
  const { run, results } = await judge({
    target: { baseUrl: served.url, resources: [resource] },
    rules: ['create/*', 'delete/*', 'update/*'],
    runs: 2,
    seed: 1,
  });
  // That ids are shared is a fault, and told.
  expect(results.find(({ rule }) => rule === 'create/distinct')?.outcome).toBe('fail');
  expect([...service.kept.values()].map(({ text }) => text)).toEqual(['of somebody']);
  expect(run.leftBehind ?? []).toEqual([]);
  expect(results.find(({ rule }) => rule === 'update/effect')?.outcome).toBe('pass');
});
