import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { judgeNotes, type Note, type Notes, othersDelete, serveNotes } from './notes.ts';

// Services that hold so many notes at most, and drop the oldest for a new one. The first one that goes may be another client's doing.

const OTHERS = Array.from({ length: 30 }, (_, i) => `o${i}`);
// On a busy machine many are gone before the second creation is looked at: then no request is blamed more than another.
const TOOK =
  /a creation by this run was answered with success, and o\d+, which it did not name, is gone since|o\d+, which this run did not name, is gone since: it is not known/u;

function dropping(most: number) {
  return (notes: Notes, note: Note): void => {
    notes.set(note.id, note);
    for (const id of [...notes.keys()].slice(0, Math.max(0, notes.size - most))) notes.delete(id);
  };
}

test.each(
  inGate(
    [
      // Two are looked at, and one more shows that creations make new records.
      ['as many as there are', 30, 3],
      ['ten', 10, 23],
    ],
    2,
  ),
)('where a service holds %s, the run soon creates no more', async (_, capacity, most) => {
  await using server = await serveNotes({ others: OTHERS, keep: dropping(capacity) });
  const { summary, told } = await judgeNotes(server);
  expect(server.harmed().length).toBeLessThanOrEqual(most);
  expect(summary.headline?.join('\n')).toMatch(TOOK);
  expect(server.left().filter((id) => !told.some((line) => line.includes(`/notes/${id} `)))).toEqual([]);
});

// Where a deletion makes room again, it is a matter of how many notes of the run are there at a time.
test.each(inGate([34, 36, 40, 60], 3))(
  'where a service of 30 notes is full with %i, the run soon creates no more',
  { tags: ['night'] },
  async (capacity) => {
    await using server = await serveNotes({ others: OTHERS, keep: dropping(capacity) });
    const { summary, told } = await judgeNotes(server);
    // Six have to go before anything is concluded, and several are created at a time.
    expect(server.harmed().length).toBeLessThanOrEqual(20);
    expect(summary.headline?.join('\n')).toMatch(
      /\d+ records of others went while this run wrote, and none while it waited|a creation by this run took/u,
    );
    expect(server.left().filter((id) => !told.some((line) => line.includes(`/notes/${id} `)))).toEqual([]);
  },
);

test('where the list shows the newest notes alone, what is gone at the end is told', { tags: ['night'] }, async () => {
  const others = Array.from({ length: 40 }, (_, i) => `o${i}`);
  await using server = await serveNotes({
    others,
    keep: dropping(46),
    before: ({ method, path }, notes) =>
      method === 'GET' && path === '/notes' ? { status: 200, body: [...notes.values()].slice(-10) } : undefined,
  });
  const { summary } = await judgeNotes(server);
  expect(server.harmed().length).toBeGreaterThan(0);
  expect(summary.headline?.join('\n')).toMatch(
    /records of notes that others had before this run are gone|went while this run/u,
  );
});

test('where others delete a note of theirs every 30 ms, a run goes on', { tags: ['night'] }, async () => {
  const others = Array.from({ length: 500 }, (_, i) => `o${i}`);
  let notes: Notes | undefined;
  await using server = await serveNotes({
    others,
    before(_, all) {
      notes = all;
      return undefined;
    },
  });
  const gone: string[] = [];
  const timer = setInterval(() => {
    const [first] = [...(notes?.keys() ?? [])].filter((id) => id.startsWith('o'));
    if (first === undefined) return;
    gone.push(first);
    notes?.delete(first);
  }, 30);
  const { summary } = await judgeNotes(server).finally(() => clearInterval(timer));
  expect(gone.length).toBeGreaterThan(6);
  expect(summary.headline ?? []).toEqual([]);
  expect(server.harmed().filter((id) => !gone.includes(id))).toEqual([]);
});

test.each(inGate([1, 2, 3, 4, 5, 7, 10], 3))(
  'where others delete a note at every request of %i, a run creates',
  { tags: ['night'] },
  async (every) => {
    const { gone, ...habit } = othersDelete(every);
    await using server = await serveNotes(habit);
    const { summary, results } = await judgeNotes(server, { rules: ['create/status'] });
    // What is gone at the end is told, and nobody is accused of it.
    expect(summary.headline?.join('\n') ?? '').not.toMatch(/which it did not name|while this run (?:created|wrote)/u);
    expect(results.map(({ outcome }) => outcome)).toEqual(['pass']);
    expect(server.harmed().filter((id) => !gone.includes(id))).toEqual([]);
  },
);
