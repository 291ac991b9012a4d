import { expect, test } from 'vitest';
import type { Results } from '../../core/results/results.ts';
import { judgeNotes, NOTES_FILE, type Note, type NoteService, serveNotes } from '../safety/notes.ts';

// Records that are not read one by one: what deleting one left of the others is seen by deleting those as well.

function judged(server: NoteService, settleMs = 0): Promise<Results> {
  const resources = NOTES_FILE.resources?.map((notes) => ({ ...notes, item: false as const }));
  return judgeNotes(server, {
    rules: ['delete/only-it'],
    settleMs,
    target: { baseUrl: server.url, ...(resources === undefined ? {} : { resources }) },
  });
}

/** How long the list shows what was deleted last. */
const LATE_MS = 300;

test('a list that shows a deletion late is not missed what the run itself deleted', { tags: ['night'] }, async () => {
  let last: { readonly note: Note | undefined; readonly at: number } | undefined;
  await using server = await serveNotes({
    before: ({ method, path }, notes) => {
      if (method !== 'GET' || path !== '/notes') return undefined;
      const isShown = last?.note !== undefined && Date.now() - last.at < LATE_MS;
      return { status: 200, body: [...notes.values(), ...(isShown ? [last?.note] : [])] };
    },
    remove: (id, notes) => {
      if (notes.has(id)) last = { note: notes.get(id), at: Date.now() };
      return undefined;
    },
  });
  const { results } = await judged(server, 1000);
  expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(server.left()).toEqual([]);
});

test('what goes with another record is missed', async () => {
  await using server = await serveNotes({
    remove: (id, notes) => {
      const [neighbour] = [...notes.keys()].filter((one) => one !== id).slice(-1);
      if (notes.has(id)) notes.delete(neighbour ?? '');
      return undefined;
    },
  });
  const { results } = await judged(server);
  expect(results.find(({ rule }) => rule === 'delete/only-it')?.outcome).toBe('fail');
});
