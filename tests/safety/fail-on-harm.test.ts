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

const TAKES_THE_LATEST: Habit = {
  remove(id, notes) {
    if (!notes.has(id)) notes.delete([...notes.keys()].at(-1) ?? '');
    else notes.delete(id);
    return { status: 204 };
  },
};

test('a record of the run that was taken away is told, and is no record of others', async () => {
  await using server = await serveNotes(TAKES_THE_LATEST);
  const { run, summary } = await judgeNotes(server, { rules: ['delete/again', 'delete/unknown'], failOn: ['harm'] });
  expect(server.harmed()).toEqual([]);
  expect(summary.headline?.join('\n')).toMatch(
    /^a DELETE of what is not there was answered with success, and [\da-f-]{36}\b.*, which it did not name/mu,
  );
  expect(run.harm).toBeUndefined();
  expect(summary.failedOn).toBeUndefined();
});
