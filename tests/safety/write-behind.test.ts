import { expect, test } from 'vitest';
import { judgeNotes, type Note, type Notes, serveNotes } from './notes.ts';

// Services that answer 201 before or after the record is there for others to see.

const RULES = ['create/*', 'delete/*'];

/** Calls back later; what is still to come when the test ends is not waited for. */
function later(ms: number, what: () => void): void {
  setTimeout(what, ms).unref();
}

test.each([200, 700])('notes that are there %i ms after their creation are deleted, or told', async (ms) => {
  const due: Note[] = [];
  const keep = (notes: Notes, note: Note): void => {
    due.push(note);
    later(ms, () => {
      due.splice(due.indexOf(note), 1);
      notes.set(note.id, note);
    });
  };
  await using server = await serveNotes({ keep });
  const { told } = await judgeNotes(server, { rules: RULES });
  await expect.poll(() => due).toEqual([]);
  expect(server.harmed()).toEqual([]);
  expect(server.left().filter((id) => !told.some((line) => line.includes(`/notes/${id} `)))).toEqual([]);
});

test('notes that expire at once are not told as left behind', { tags: ['night'] }, async () => {
  const keep = (notes: Notes, note: Note): void => {
    notes.set(note.id, note);
    later(5, () => void notes.delete(note.id));
  };
  await using server = await serveNotes({ keep });
  const { told } = await judgeNotes(server, { rules: RULES });
  await expect.poll(server.left).toEqual([]);
  expect(server.harmed()).toEqual([]);
  expect(told).toEqual([]);
});
