import { expect, test } from 'vitest';
import { judgeNotes, type Note, type Notes, serveNotes } from './notes.ts';

// Services whose DELETE harms a note of others now and then, or where the list does not show it at once.

const OTHERS: readonly string[] = Array.from({ length: 36 }, (_, i) => `o${i}`);

const firstOfOthers = (notes: Notes): Note | undefined => [...notes.values()].find(({ id }) => id.startsWith('o'));

/** Deletes the note, and does something else with each so manieth of those of the run. */
function withEvery(every: number, harm: (notes: Notes, done: number) => void) {
  let done = 0;
  return (id: string, notes: Notes): { status: number } => {
    if (!notes.delete(id)) return { status: 404 };
    done += 1;
    if (done % every === 0) harm(notes, done);
    return { status: 204 };
  };
}

const takeFirst = (notes: Notes): void => void notes.delete(firstOfOthers(notes)?.id ?? '');

test('where each tenth deletion takes a note of others with it, no more are sent after some', {
  tags: ['night'],
}, async () => {
  await using server = await serveNotes({ others: OTHERS, remove: withEvery(10, takeFirst) });
  const { summary } = await judgeNotes(server);
  expect(server.harmed().length).toBeLessThanOrEqual(6);
  expect(summary.headline?.join('\n')).toMatch(/a DELETE of a record of this run was answered with success, and o\d+/u);
});

test('where each third deletion closes a note of others, no more are sent after some', async () => {
  // More than a hundred are compared as well.
  const others = Array.from({ length: 140 }, (_, i) => `o${i}`);
  await using server = await serveNotes({
    others,
    remove: withEvery(3, (notes, done) => {
      const id = `o${done % others.length}`;
      const note = notes.get(id);
      if (note !== undefined) notes.set(id, { ...note, author: 'closed' });
    }),
  });
  const { summary } = await judgeNotes(server);
  expect(server.harmed().length).toBeLessThanOrEqual(4);
  expect(summary.headline?.join('\n')).toMatch(/which it did not name, changed meanwhile in author/u);
  expect(summary.verdict).not.toBe('conformant');
});

test('in a long list, notes that creations close are seen beside them, and no more are created', {
  tags: ['night'],
}, async () => {
  const many = Array.from({ length: 400 }, (_, i) => `o${i}`);
  await using server = await serveNotes({
    others: many,
    keep(notes, note) {
      const open = [...notes.values()].find(({ id, author }) => id.startsWith('o') && author === 'Ada');
      if (open !== undefined) notes.set(open.id, { ...open, author: 'closed' });
      notes.set(note.id, note);
    },
  });
  const { summary } = await judgeNotes(server, { rules: ['create/*'] });
  expect(server.harmed().length).toBeLessThanOrEqual(6);
  expect(summary.headline?.join('\n')).toMatch(
    /changed while this run wrote|which it did not name, changed meanwhile in author/u,
  );
});

test('where a cache keeps the list, the notes of others are looked at one by one', { tags: ['night'] }, async () => {
  let [kept, at] = ['', 0];
  await using server = await serveNotes({
    others: OTHERS,
    before({ method, path }, notes) {
      if (method !== 'GET' || path !== '/notes') return undefined;
      if (kept === '' || Date.now() - at > 1500) [kept, at] = [JSON.stringify([...notes.values()]), Date.now()];
      return { status: 200, headers: { age: '1' }, body: JSON.parse(kept) };
    },
    remove: withEvery(1, takeFirst),
  });
  const { summary } = await judgeNotes(server);
  expect(server.harmed().length).toBeLessThanOrEqual(5);
  expect(summary.headline?.join('\n')).toMatch(/a DELETE of a record of this run was answered with success, and o\d+/u);
});

/** The notes as they are shown beside all others. */
const ranked = (notes: Notes): readonly object[] =>
  [...notes.values()].map((note, i, all) => ({
    ...note,
    rank: all.length - i,
    share: 1 / all.length,
    next: all[i + 1]?.id ?? null,
  }));

test('ranks, counts and neighbours that move with each note stop nothing', { tags: ['night'] }, async () => {
  await using server = await serveNotes({
    others: OTHERS,
    before: ({ method, path }, notes) =>
      method === 'GET' && path === '/notes' ? { status: 200, body: ranked(notes) } : undefined,
    read(id, notes) {
      const body = ranked(notes)[[...notes.keys()].indexOf(id)];
      return body === undefined ? { status: 404 } : { status: 200, body };
    },
  });
  const { results } = await judgeNotes(server, { rules: ['create/*', 'delete/*'] });
  expect(results.filter(({ outcome }) => outcome === 'inconclusive').map(({ reason }) => reason)).toEqual([]);
  expect(results.find(({ rule }) => rule === 'delete/status')?.outcome).toBe('pass');
});
