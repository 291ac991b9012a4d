import { expect, test } from 'vitest';
import { judgeNotes, type Note, type Notes, serveNotes } from './notes.ts';

// Services that hold so many notes at most, and drop the oldest for a new one. The first one that goes may be another client's doing.

const OTHERS = Array.from({ length: 30 }, (_, i) => `o${i}`);
const TOOK = /a creation by this run was answered with success, and o\d+, which it did not name, is gone since/u;

function dropping(most: number) {
  return (notes: Notes, note: Note): void => {
    notes.set(note.id, note);
    for (const id of [...notes.keys()].slice(0, Math.max(0, notes.size - most))) notes.delete(id);
  };
}

test.each([
  // Two are looked at, and one more shows that creations make new records.
  ['as many as there are', 30, 3],
  ['ten', 10, 23],
])('where a service holds %s, the run soon creates no more', async (_, capacity, most) => {
  await using server = await serveNotes({ others: OTHERS, keep: dropping(capacity) });
  const { summary, told } = await judgeNotes(server);
  expect(server.harmed().length).toBeLessThanOrEqual(most);
  expect(summary.headline?.join('\n')).toMatch(TOOK);
  expect(server.left().filter((id) => !told.some((line) => line.includes(`/notes/${id} `)))).toEqual([]);
});

test.each([1, 2, 3, 4, 5, 7, 10])('where others delete a note at every request of %i, a run creates', async (every) => {
  let requests = 0;
  const gone: string[] = [];
  await using server = await serveNotes({
    others: Array.from({ length: 500 }, (_, i) => `o${i}`),
    before(_, notes) {
      requests += 1;
      const [first] = requests % every === 0 ? [...notes.keys()].filter((id) => id.startsWith('o')) : [];
      if (first !== undefined) gone.push(first);
      notes.delete(first ?? '');
      return undefined;
    },
  });
  const { summary, of } = await judgeNotes(server, { rules: ['create/status'] }).then((results) => ({
    ...results,
    of: results.results.map(({ outcome }) => outcome),
  }));
  expect(summary.headline ?? []).toEqual([]);
  expect(of).toEqual(['pass']);
  expect(server.harmed().filter((id) => !gone.includes(id))).toEqual([]);
});
