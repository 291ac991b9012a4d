import { expect, test } from 'vitest';
import { judgeNotes, type Note, type Notes, serveNotes } from './notes.ts';

// Services that show a record otherwise than it was sent. The run can not know it for its own, so that it stays; and that is told.

const RULES = ['create/*', 'delete/*'];

test.each<{ id: string; title: (sent: string) => string }>([
  { id: 'as stars', title: (sent) => '*'.repeat(sent.length) },
  { id: 'cut to eight letters', title: (sent) => sent.slice(0, 8) },
])('each note is told whose title is kept $id', async ({ title }) => {
  const keep = (notes: Notes, note: Note): void => void notes.set(note.id, { ...note, title: title(note.title) });
  await using server = await serveNotes({ keep });
  const { told } = await judgeNotes(server, { rules: RULES });
  expect(server.harmed()).toEqual([]);
  expect(server.left().length).toBeGreaterThan(0);
  expect(server.left().filter((id) => !told.some((line) => line.includes(`/notes/${id} `)))).toEqual([]);
});

test('a note is told at whose id another one is shown, whose id begins alike', { tags: ['night'] }, async () => {
  const gap = (id: string): boolean => !['2', '5', '7'].includes(id);
  const others = Array.from({ length: 60 }, (_, i) => String(i + 1)).filter(gap);
  const first = (notes: Notes, id: string): Note | undefined =>
    [...notes.values()].find((note) => note.id.startsWith(id));
  await using server = await serveNotes({
    others,
    nextId: (notes) => {
      for (let id = 1; ; id += 1) if (!notes.has(String(id))) return String(id);
    },
    read: (id, notes) => {
      const note = first(notes, id);
      return note === undefined ? { status: 404 } : { status: 200, body: note };
    },
    remove: (id, notes) => ({ status: notes.delete(first(notes, id)?.id ?? '') ? 204 : 404 }),
  });
  const { told } = await judgeNotes(server, { rules: RULES });
  expect(server.harmed()).toEqual([]);
  expect(server.left().length).toBeGreaterThan(0);
  expect(server.left().filter((id) => !told.some((line) => line.includes(`/notes/${id} `)))).toEqual([]);
});
