import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { judgeNotes, type Note, serveNotes } from './notes.ts';

// Notes of others that are due at a moment. What writes the moment of now into all of them is a job or a clock; a date of next year
// that moves is a change.

const DAY_MS = 86_400_000;

test.each([
  ['that moves the date of next year of each other note is told', (due: number) => due + DAY_MS, true],
  ['that writes the moment of now into each other note is not told', () => Date.now(), false],
])('a service %s, which each deletion does', async (_, next, isTold) => {
  let due = Date.now() + 400 * DAY_MS;
  const dated = (note: Note): object => ({ ...note, due: new Date(due).toISOString() });
  await using server = await serveNotes({
    before: ({ method, path }, notes) =>
      method === 'GET' && path === '/notes' ? { status: 200, body: [...notes.values()].map(dated) } : undefined,
    read(id, notes) {
      const note = notes.get(id);
      return note && { status: 200, body: dated(note) };
    },
    remove(id, notes) {
      due = next(due);
      return { status: notes.delete(id) ? 204 : 404 };
    },
  });
  const { summary } = await judgeNotes(server, { rules: ['create/status', 'delete/status'] });
  const lines = summary.headline?.join('\n') ?? '';
  if (isTold)
    expect(lines).toContain('13 of 13 records of notes that others had before this run are shown otherwise now');
  else expect(lines).toBe('');
});

test.each(
  inGate<[string, readonly string[]]>([
    ['was read by a GET of it', ['read']],
    ['was read in any way', ['list', 'read']],
  ]),
)(
  'where a session of each note ends 30 days after it %s, nothing is told',
  { tags: ['night'] },
  async (_, refreshing) => {
    const ends = new Map<string, number>();
    const dated = (note: Note, by: string): object => {
      const end = refreshing.includes(by) ? Date.now() + 30 * DAY_MS : (ends.get(note.id) ?? Date.now() + 9 * DAY_MS);
      ends.set(note.id, end);
      return { ...note, until: new Date(end).toISOString().slice(0, 19) };
    };
    await using server = await serveNotes({
      before: ({ method, path }, notes) =>
        method === 'GET' && path === '/notes'
          ? { status: 200, body: [...notes.values()].map((note) => dated(note, 'list')) }
          : undefined,
      read(id, notes) {
        const note = notes.get(id);
        return note && { status: 200, body: dated(note, 'read') };
      },
    });
    const { summary } = await judgeNotes(server, { rules: ['read/*', 'create/*', 'delete/*'] });
    expect(summary.headline ?? []).toEqual([]);
  },
);
