import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

// A service that takes the stars of a note for its key: who sends those of an older note puts a new text in its place.

function notes() {
  const kept = new Map(['1', '2', '3'].map((id) => [id, { id, text: `of somebody ${id}`, stars: Number(id) }]));
  let last = 100;
  let overwritten = 0;
  return {
    overwritten: (): number => overwritten,
    ids: (): readonly string[] => [...kept.keys()],
    answer({ method, path, json }: Ask): Told {
      const [, , id = ''] = path.split('/');
      if (method === 'POST' && path === '/notes') {
        if (!isObject(json) || typeof json['text'] !== 'string') return { status: 400 };
        const older = [...kept.values()].find(({ stars }) => stars === json['stars']);
        overwritten += older !== undefined && Number(older.id) < 100 ? 1 : 0;
        last += older === undefined ? 1 : 0;
        const own = older?.id ?? String(last);
        kept.set(own, { id: own, text: json['text'], stars: Number(json['stars']) });
        return { status: 201, headers: { location: `/notes/${own}` } };
      }
      if (path === '/notes') return { status: 200, body: [...kept.values()] };
      const one = kept.get(id);
      if (one === undefined) return { status: 404 };
      if (method === 'DELETE') kept.delete(id);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: one };
    },
  };
}

test.each([1, 8])(
  'a creation that changes a note of before is the only one (%i checks at a time)',
  { tags: ['night'] },
  async (concurrency) => {
    const service = notes();
    await using served = await serve(service.answer);
    const sample = { text: 'note {unique}', stars: 2 };
    const { summary, run } = await judge({
      target: { baseUrl: served.url, resources: [{ name: 'notes', collection: '/notes', update: false, sample }] },
      rules: ['create/*', 'delete/*'],
      runs: 2,
      seed: 1,
      concurrency,
    });
    // Those that were under way with the first one come to it too.
    expect(service.overwritten()).toBeLessThanOrEqual(concurrency);
    expect(service.ids()).toEqual(expect.arrayContaining(['1', '2', '3']));
    expect(summary.headline).toContainEqual(
      'no more notes are created: a creation by this run changed notes 2, which was there before it',
    );
    expect(run.leftBehind?.map(({ address }) => address)).toEqual([`${served.url}/notes/2`]);
    expect(summary.must.fail).toBeGreaterThan(0);
  },
);

// The lowest id that is free is given, and another client makes a note and deletes it again, over and over: its last one had the id 3 when
// the run began.

function lowestFree() {
  const kept = new Map(['1', '2', '3'].map((id) => [id, { id, text: `of somebody ${id}` }]));
  const free = (): string => {
    let id = 1;
    while (kept.has(String(id))) id += 1;
    return String(id);
  };
  let theirs: string | undefined = '3';
  let lists = 0;
  const makeTheirs = (): void => {
    theirs = free();
    kept.set(theirs, { id: theirs, text: 'of somebody else' });
  };
  const deleteTheirs = (): void => {
    if (theirs !== undefined) kept.delete(theirs);
    theirs = undefined;
  };
  return {
    texts: (): readonly string[] => [...kept.values()].map(({ text }) => text),
    answer({ method, path, json }: Ask): Told {
      const [, , id = ''] = path.split('/');
      if (path !== '/notes' || method !== 'GET') lists = 0;
      if (method === 'POST' && path === '/notes') {
        if (!isObject(json) || typeof json['text'] !== 'string') return { status: 400 };
        deleteTheirs();
        const own = free();
        kept.set(own, { id: own, text: json['text'] });
        return { status: 201, headers: { location: `/notes/${own}` } };
      }
      if (path === '/notes') {
        lists += 1;
        // Made so seldom that one look at the list does not show it.
        if (lists === 4) makeTheirs();
        return { status: 200, body: [...kept.values()] };
      }
      const one = kept.get(id);
      if (one === undefined) return { status: 404 };
      if (method === 'DELETE') kept.delete(id);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: one };
    },
  };
}

test('an id that another client gave back is no record that was changed', async () => {
  const service = lowestFree();
  await using served = await serve(service.answer);
  const sample = { text: 'note {unique}' };
  const { results, summary, run } = await judge({
    target: { baseUrl: served.url, resources: [{ name: 'notes', collection: '/notes', update: false, sample }] },
    rules: ['create/status', 'create/distinct', 'delete/status'],
    runs: 2,
    seed: 1,
    concurrency: 1,
  });
  expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect((summary.headline ?? []).join('\n')).not.toContain('a creation by this run changed');
  expect(JSON.stringify(run.leftBehind ?? [])).not.toContain('and a creation of the run changed it');
  expect(service.texts()).toEqual(expect.arrayContaining(['of somebody 1', 'of somebody 2']));
});
