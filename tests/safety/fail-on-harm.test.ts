import { expect, test } from 'vitest';
import { type Habit, judgeNotes, serveNotes } from './notes.ts';

// Whether a gate stops where records of others came to harm is its owner's choice: --fail-on harm.

const TAKES_ONE_MORE: Habit = {
  remove(id, notes) {
    const isThere = notes.delete(id);
    if (isThere) notes.delete([...notes.keys()][0] ?? '');
    return { status: isThere ? 204 : 404 };
  },
};

test('what became of records of others is told by itself, and may be failed on', async () => {
  await using server = await serveNotes(TAKES_ONE_MORE);
  const { run, summary } = await judgeNotes(server, { rules: ['create/status'], failOn: ['harm'] });
  expect(server.harmed()).not.toEqual([]);
  expect(run.harm?.join('\n')).toContain(server.harmed()[0]);
  expect(summary.headline).toEqual(expect.arrayContaining([...(run.harm ?? [])]));
  expect(summary.failedOn).toEqual([
    `exit status 2: records of others came to harm: ${run.harm?.[0]} (--fail-on harm)`,
  ]);
});

test('where none did, nothing is failed on', async () => {
  await using server = await serveNotes({});
  const { run, summary } = await judgeNotes(server, { rules: ['create/status', 'delete/status'], failOn: ['harm'] });
  expect(run.harm).toBeUndefined();
  expect(summary.failedOn).toBeUndefined();
});
