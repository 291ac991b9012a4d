import { expect, test } from 'vitest';
import { judgeNotes, type Notes, serveNotes } from '../safety/notes.ts';

const lowestFree = (notes: Notes): string => {
  let id = 1;
  while (notes.has(String(id))) id += 1;
  return String(id);
};

test('an id that another client gave up is no record that was there before', { tags: ['night'] }, async () => {
  let asked = 0;
  await using server = await serveNotes({
    nextId: lowestFree,
    before: ({ method }, notes) => {
      asked += 1;
      // What was there when the run began goes, and others come.
      if (method === 'POST' && asked % 3 === 0) notes.delete(String((asked % 13) + 1));
      if (asked % 4 === 0) notes.set(`other-${asked}`, { id: `other-${asked}`, title: `Note of another ${asked}` });
      return undefined;
    },
  });
  const { results } = await judgeNotes(server, { rules: ['create/*'], concurrency: 1 });
  expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(results.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(0);
});

test('a creation that names a note that is there is found', async () => {
  await using server = await serveNotes({ nextId: () => '5' });
  const { results } = await judgeNotes(server, { rules: ['create/*'] });
  const failed = results.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule);
  // Nothing more is created once a note of before was changed.
  expect(failed).toEqual(expect.arrayContaining(['create/distinct', 'create/every']));
});
