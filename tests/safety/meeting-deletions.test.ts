import { expect, test } from 'vitest';
import { type Habit, judgeNotes, serveNotes } from './notes.ts';

// A service that finds the place of a note in its list, the newest first, and a moment later takes away what is in that place by then: two
// deletions at the same moment take a note of others.

const OTHERS = Array.from({ length: 60 }, (_, i) => `o${i}`);

const remove: Habit['remove'] = (id, notes) => {
  const place = [...notes.keys()].reverse().indexOf(id);
  if (place === -1) return { status: 404 };
  setTimeout(() => notes.delete([...notes.keys()].reverse()[place] ?? ''), 5);
  return { status: 204 };
};

test('where deletions that meet take records of others, they are sent one at a time, and all of those are told', {
  tags: ['night'],
}, async () => {
  await using server = await serveNotes({ others: OTHERS, remove, delayMs: 10 });
  const { summary } = await judgeNotes(server);
  const harmed = server.harmed();
  expect(harmed.length).toBeGreaterThan(0);
  expect(harmed.length).toBeLessThanOrEqual(6);
  expect(summary.headline?.join('\n')).toContain(
    `${harmed.length} of 60 records of notes that others had before this run are gone: `,
  );
});
