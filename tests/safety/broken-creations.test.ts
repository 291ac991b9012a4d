import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

/** A service of 30 notes, as many as a page has, whose parser breaks down over what is no UTF-8, before anything is stored. */
function notes(shown: number) {
  const kept = new Map(Array.from({ length: 30 }, (_, i) => [`${i + 1}`, { id: `${i + 1}`, text: 'of somebody' }]));
  let last = 30;
  return {
    count: (): number => kept.size,
    answer({ method, path, json }: Ask): Told {
      const [, , id = ''] = path.split('/');
      if (method === 'POST' && path === '/notes') {
        if (!isObject(json) || typeof json['text'] !== 'string') return { status: 400 };
        if (json['text'].includes('\ufffd')) return { status: 500 };
        last += 1;
        kept.set(String(last), { id: String(last), text: json['text'] });
        return { status: 201, headers: { location: `/notes/${last}` } };
      }
      if (path === '/notes') return { status: 200, body: [...kept.values()].slice(0, shown) };
      const one = kept.get(id);
      if (one === undefined) return { status: 404 };
      if (method === 'DELETE') kept.delete(id);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: one };
    },
  };
}

test.each([
  ['all', Number.POSITIVE_INFINITY, false],
  ['the first 30', 30, true],
])('what a creation that broke down may have made, where the list shows %s', async (_, shown, isTold) => {
  const service = notes(shown);
  await using served = await serve(service.answer);
  const { run } = await judge({
    target: {
      baseUrl: served.url,
      resources: [{ name: 'notes', collection: '/notes', update: false, sample: { text: 'note {unique}' } }],
    },
    rules: ['create/malformed', 'create/status', 'delete/status'],
    seed: 1,
    runs: 2,
  });
  expect(service.count()).toBe(30);
  expect((run.leftBehind ?? []).length > 0).toBe(isTold);
});
