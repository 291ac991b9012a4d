import { expect, test } from 'vitest';
import { judgeNotes, type Notes, serveNotes } from './notes.ts';

// A service that leaves a row of a log among its notes with each deletion, which nobody can delete.

test('where each deletion leaves a row that stays, the run soon creates no more, and tells it on top', {
  tags: ['night'],
}, async () => {
  let rows = 0;
  await using server = await serveNotes({
    remove(id: string, notes: Notes) {
      const note = notes.get(id);
      if (note === undefined) return { status: 404 };
      if (id.startsWith('row')) return { status: 403 };
      notes.delete(id);
      rows += 1;
      notes.set(`row${rows}`, { id: `row${rows}`, title: `deleted: ${note.title}` });
      return { status: 204 };
    },
  });
  const { summary, told } = await judgeNotes(server);
  expect(rows).toBeGreaterThan(5);
  // Twenty-five may stay, and some are on their way when the run looks.
  expect(rows).toBeLessThanOrEqual(60);
  expect(summary.headline?.join('\n')).toMatch(/the service made \d+ records of notes with those of this run/u);
  expect(server.left().filter((id) => !told.some((line) => line.includes(`/notes/${id} `)))).toEqual([]);
});
