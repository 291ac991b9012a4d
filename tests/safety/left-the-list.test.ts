import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { judgeNotes, type Note, type Notes, othersDelete, serveNotes } from './notes.ts';

// Notes of others that are archived: the list does not show them any more, and a GET still does.

const OTHERS = Array.from({ length: 30 }, (_, i) => `o${i}`);
const isArchived = ({ author }: Note): boolean => author === 'archived';
const archive = (notes: Notes, note: Note | undefined): unknown =>
  note && notes.set(note.id, { ...note, author: 'archived' });
const active = (notes: Notes): Note[] => [...notes.values()].filter((note) => !isArchived(note));

/** Lists those that are not archived; the newest of them, where `newest` is given. */
function listing(newest = 0) {
  return ({ method, path }: { method: string; path: string }, notes: Notes) =>
    method === 'GET' && path === '/notes' ? { status: 200, body: active(notes).slice(-newest) } : undefined;
}

test('where each deletion archives the oldest note, the run soon deletes no more', { tags: ['night'] }, async () => {
  await using server = await serveNotes({
    others: OTHERS,
    before: listing(),
    remove(id, notes) {
      archive(notes, active(notes)[0]);
      return { status: notes.delete(id) ? 204 : 404 };
    },
  });
  const { summary } = await judgeNotes(server);
  const lines = summary.headline?.join('\n');
  expect(server.harmed()).toEqual(['o0', 'o1']);
  expect(lines).toContain('2 of 30 records of notes that others had before this run are shown otherwise now: o0, o1');
  expect(lines).toContain('which it did not name, left the list and is shown otherwise since in author');
});

test('where a service archives the oldest of 34 notes, the run soon creates no more, and all are told', async () => {
  await using server = await serveNotes({
    others: OTHERS,
    before: listing(),
    keep(notes, note) {
      notes.set(note.id, note);
      for (const one of active(notes).slice(0, -34)) archive(notes, one);
    },
  });
  const { summary } = await judgeNotes(server);
  const harmed = server.harmed();
  expect(harmed.length).toBeLessThanOrEqual(20);
  const told = `${harmed.length} of 30 records of notes that others had before this run are shown otherwise now`;
  expect(summary.headline?.join('\n')).toContain(told);
  expect(summary.headline?.join('\n')).toContain('and none while it waited');
});

test('where the list is a page of the newest notes and shows the beginning of their titles, nothing is told', {
  tags: ['night'],
}, async () => {
  const cut = (note: Note): Note => ({ ...note, title: `${note.title.slice(0, 18)}…` });
  const list = listing(10);
  await using server = await serveNotes({
    others: OTHERS.map((id) => `${id}-of-somebody-else`),
    before(ask, notes) {
      const told = list(ask, notes);
      return told && { ...told, body: told.body.map(cut) };
    },
  });
  const { summary } = await judgeNotes(server, { rules: ['create/status', 'create/*', 'delete/*'] });
  expect(server.harmed()).toEqual([]);
  expect(summary.headline?.join('\n') ?? '').not.toMatch(/shown otherwise|left the list/u);
});

test.each(inGate([1, 3, 10], 3))(
  'where others archive a note at every request of %i, a run creates',
  { tags: ['night'] },
  async (every) => {
    const { others } = othersDelete(every);
    const list = listing();
    let requests = 0;
    await using server = await serveNotes({
      others,
      before(ask, notes) {
        requests += 1;
        if (requests % every === 0) archive(notes, active(notes)[0]);
        return list(ask, notes);
      },
    });
    const { summary, results } = await judgeNotes(server, { rules: ['create/status', 'delete/status'] });
    expect(summary.headline?.join('\n') ?? '').not.toMatch(/which it did not name|while this run (?:created|wrote)/u);
    expect(results.map(({ outcome }) => outcome)).toEqual(['pass', 'pass']);
  },
);
