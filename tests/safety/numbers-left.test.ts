import { expect, test } from 'vitest';
import { judgeNotes, type Note, type Notes, serveNotes } from './notes.ts';

// Services that show a number in each note: some write it where another note is deleted, others compute it from all notes.

type Numbered = Note & { readonly discount?: number; readonly gap?: number | null };

const OTHERS: readonly string[] = Array.from({ length: 40 }, (_, i) => `o${i}`);

const put = (notes: Notes, note: Numbered): void => void notes.set(note.id, note);

/** Gives each note of others a discount of its own, once. */
function withDiscounts(): (_: unknown, notes: Notes) => undefined {
  let isDone = false;
  return (_, notes) => {
    if (!isDone) [...notes.values()].forEach((note, i) => void put(notes, { ...note, discount: (i % 9) * 5 }));
    isDone = true;
    return undefined;
  };
}

const discountOf = (note: Numbered): number => note.discount ?? 0;

test('where each deletion takes the discount of one more note of others, no more are sent after a few', async () => {
  let reset = 0;
  await using server = await serveNotes({
    others: OTHERS,
    before: withDiscounts(),
    remove(id, notes) {
      const next = [...notes.values()].find((note) => discountOf(note) > 0);
      if (!notes.delete(id)) return { status: 404 };
      if (next !== undefined) {
        put(notes, { ...next, discount: 0 });
        reset += 1;
      }
      return { status: 204 };
    },
  });
  const { summary } = await judgeNotes(server, { rules: ['delete/status', 'delete/gone'] });
  expect(reset).toBeGreaterThan(0);
  expect(reset).toBeLessThanOrEqual(4);
  expect(summary.headline?.join('\n')).toMatch(/which it did not name, changed meanwhile in discount/u);
});

test('a distance to the next note, which each note of the run changes between, is no harm', {
  tags: ['night'],
}, async () => {
  const spread = (notes: Notes): readonly Numbered[] => {
    const inOrder = [...notes.values()].toSorted((a, b) => (placeOf(a.id) < placeOf(b.id) ? -1 : 1));
    return inOrder.map((note, i) => {
      const next = inOrder[i + 1];
      return { ...note, gap: next === undefined ? null : placeOf(next.id) - placeOf(note.id) };
    });
  };
  await using server = await serveNotes({
    others: OTHERS,
    before: ({ method, path }, notes) =>
      method === 'GET' && path === '/notes' ? { status: 200, body: spread(notes) } : undefined,
  });
  const { summary } = await judgeNotes(server);
  expect(server.harmed()).toEqual([]);
  expect(summary.headline ?? []).toEqual([]);
});

/** A place among a million, by the letters of the id. */
function placeOf(id: string): number {
  return [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7);
}
