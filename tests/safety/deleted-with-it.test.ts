import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { every } from './every.ts';
import { judgeNotes, type Note, type Notes, othersDelete, serveNotes } from './notes.ts';

// Services whose DELETE takes more than the note that it names. The first one cannot be known; a run sends no more of them.

// The run is given 2, and then numbers from 10 on.
const OTHERS: readonly string[] = ['1', ...Array.from({ length: 7 }, (_, i) => String(i + 3)), ...tens(2), ...tens(3)];
const TOOK =
  /a DELETE of a record of this run was answered with success, and (?:\S+, which it did not name, is|[^;]+, which it did not name, are) gone since/u;

function tens(digit: number): readonly string[] {
  return Array.from({ length: 10 }, (_, i) => `${digit}${i}`);
}

function lowestFree(notes: Notes): string {
  for (let id = 1; ; id += 1) if (!notes.has(String(id))) return String(id);
}

function removeWhere(notes: Notes, isMeant: (note: Note) => boolean): { status: number } {
  const meant = [...notes.values()].filter(isMeant);
  for (const { id } of meant) notes.delete(id);
  return { status: meant.length === 0 ? 404 : 204 };
}

const CARELESS: readonly (readonly [title: string, most: number, isMeant: (note: Note, id: string) => boolean])[] = [
  ['whose ids begin alike', 10, (note, id) => note.id.startsWith(id)],
  ['from its number on', 27, (note, id) => Number(note.id) >= Number(id)],
];

test.each(inGate(CARELESS, 2))(
  'a service that deletes all notes %s is sent no more deletions',
  { tags: ['night'] },
  async (_, most, isMeant) => {
    const deletions: string[] = [];
    const afterHarm: string[] = [];
    await using server = await serveNotes({
      others: OTHERS,
      nextId: lowestFree,
      remove(id, notes) {
        (server.harmed().length > 0 ? afterHarm : deletions).push(id);
        return removeWhere(notes, (note) => isMeant(note, id));
      },
    });
    const { summary, told } = await judgeNotes(server);
    expect(deletions).not.toEqual([]);
    expect(afterHarm).toEqual([]);
    expect(server.harmed().length).toBeLessThanOrEqual(most);
    expect(summary.headline?.join('\n')).toMatch(TOOK);
    expect(server.left().filter((id) => !told.some((line) => line.includes(`/notes/${id} `)))).toEqual([]);
  },
);

test.each(inGate([3, 10], 2))(
  'where others delete a note of theirs at every request of %i, a run goes on',
  { tags: ['night'] },
  async (every) => {
    const { gone, ...habit } = othersDelete(every);
    await using server = await serveNotes(habit);
    const { summary, told } = await judgeNotes(server, { rules: ['create/status', 'delete/*'] });
    // What is gone at the end is told, and nobody is accused of it.
    expect(summary.headline?.join('\n') ?? '').not.toMatch(/which it did not name|took records of others/u);
    expect(server.harmed().filter((id) => !gone.includes(id))).toEqual([]);
    expect([server.left(), told]).toEqual([[], []]);
  },
);

test('where others delete notes every 200 ms, and some beside a DELETE of the run, nobody is accused', async () => {
  const others = Array.from({ length: 500 }, (_, i) => `o${i}`);
  const theirs: string[] = [];
  const deleteTheirs = (notes: Notes): void => {
    const [id = ''] = [...notes.keys()].filter((one) => one.startsWith('o'));
    notes.delete(id);
    theirs.push(id);
  };
  let all: Notes = new Map();
  using _others = every(200, () => deleteTheirs(all));
  await using server = await serveNotes({
    others,
    before(_, notes) {
      all = notes;
      return undefined;
    },
    remove(id, notes) {
      if (notes.has(id)) deleteTheirs(notes);
      return { status: notes.delete(id) ? 204 : 404 };
    },
  });
  const { summary, told } = await judgeNotes(server, { rules: ['create/status', 'delete/*'] });
  expect(summary.headline?.join('\n') ?? '').not.toMatch(/which it did not name|took records of others/u);
  expect(server.harmed().filter((id) => !theirs.includes(id))).toEqual([]);
  expect([server.left(), told]).toEqual([[], []]);
});
