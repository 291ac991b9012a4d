import { expect, test } from 'vitest';
import { judgeNotes, serveNotes } from './notes.ts';

// Services that show nothing of what they keep: what a run made there can only be told.

test('where a list is answered 204 and no answer names a note, each creation is told', async () => {
  await using server = await serveNotes({
    others: [],
    before({ method, json }, notes) {
      if (method === 'POST') notes.set(`n${notes.size}`, { id: `n${notes.size}`, title: JSON.stringify(json) });
      return { status: 204 };
    },
  });
  const { told } = await judgeNotes(server);
  expect(server.left().length).toBeGreaterThan(0);
  expect(told.length).toBeGreaterThanOrEqual(server.left().length);
});

test('where all creations name one note, it is told of how many', { tags: ['night'] }, async () => {
  await using server = await serveNotes({
    others: [],
    before({ method, path, json }, notes) {
      if (method !== 'POST') return path === '/notes' ? { status: 200, body: {} } : { status: 405 };
      notes.set(`n${notes.size}`, { id: `n${notes.size}`, title: JSON.stringify(json) });
      return { status: 201, headers: { location: '/notes/1' }, body: { id: '1' } };
    },
  });
  const { told } = await judgeNotes(server);
  const counted = told.map((line) => Number(/named by (\d+) creations/u.exec(line)?.[1] ?? 1));
  expect(server.left().length).toBeGreaterThan(1);
  expect(counted.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(server.left().length);
});
