import { expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { answerOf } from '../../core/answer.ts';
import { openCleanUp } from '../../core/cleanup/record-cleanup.ts';
import { createFreshIds } from '../../core/ids/fresh-ids.ts';
import { openRecords } from '../../core/records/open-records.ts';
import { type Clock, SYSTEM_CLOCK } from '../../core/run/clock.ts';
import { resolveTarget } from '../../target-file/resolve.ts';
import { type Habit, judgeNotes, NOTES_FILE, type Note, type Notes, serveNotes } from './notes.ts';

// Services whose jobs do harm some time after a write: while the run waits, it goes on for as long as jobs are due.

const OTHERS = Array.from({ length: 60 }, (_, i) => `o${i}`);

/** Ends jobs that are still due when a test is over. */
function jobs(): Disposable & { in(ms: number, job: () => void): void } {
  const due = new Set<NodeJS.Timeout>();
  return {
    in: (ms, job) => void due.add(setTimeout(job, ms)),
    [Symbol.dispose]() {
      for (const one of due) clearTimeout(one);
    },
  };
}

function takeOne(notes: Notes): void {
  notes.delete([...notes.keys()].find((id) => id.startsWith('o')) ?? '');
}

function closeOne(notes: Notes): void {
  const open = [...notes.values()].find(({ id, author }) => id.startsWith('o') && author === 'Ada');
  if (open !== undefined) notes.set(open.id, { ...open, author: 'Bob' });
}

// What is due when the first harm is seen comes all the same: the service is slow, so that jobs are done while the run still writes.
test.each([
  ['takes one', 'DELETE', 400, takeOne],
  ['takes one', 'POST', 400, takeOne],
  ['changes one', 'DELETE', 400, closeOne],
  ['changes one', 'POST', 1000, closeOne],
] as const)('where a job %s of others after each %s, by %i ms, a run stops', { tags: ['night'] }, async (...habit) => {
  const [, method, ms, job] = habit;
  using later = jobs();
  const keep = (notes: Notes, note: Note): void => {
    notes.set(note.id, note);
    if (method === 'POST') later.in(ms, () => job(notes));
  };
  const remove: Habit['remove'] = (id, notes) => {
    if (!notes.delete(id)) return { status: 404 };
    if (method === 'DELETE') later.in(ms, () => job(notes));
    return { status: 204 };
  };
  await using server = await serveNotes({ others: OTHERS, keep, remove, delayMs: 20 });
  const { summary, told } = await judgeNotes(server);
  expect(server.harmed().length).toBeLessThan(OTHERS.length);
  expect(summary.verdict).toBe('not-judged');
  const headline = summary.headline?.join('\n');
  expect(headline).toMatch(
    /none once it had waited for 6 seconds|a DELETE of a record of this run (?:took|changed) records of others/u,
  );
  expect(server.left().filter((id) => !told.some((line) => line.includes(`/notes/${id} `)))).toEqual([]);
});

test('where harm was seen, a clean-up waits for what jobs do after its last deletion', async () => {
  await using server = await serveNotes({});
  const client = createClient({ baseUrl: server.url });
  const [resource] = resolveTarget({ ...NOTES_FILE, baseUrl: server.url }).resources;
  if (resource === undefined) throw new Error('the file names notes');
  const how = { home: { baseUrl: server.url, origins: [] }, fresh: createFreshIds(), transport: client };
  const records = { ...openRecords(how), harmDueMs: () => 20_000 };
  const waits: number[] = [];
  const clock: Clock = {
    now: () => 0,
    after(ms, call) {
      waits.push(ms);
      // The time for cleaning up does not end.
      return ms === 60_000 ? () => undefined : SYSTEM_CLOCK.after(0, call);
    },
  };
  const cleanUp = openCleanUp({ records, transport: client, signal: new AbortController().signal, clock });
  const request = {
    method: 'POST',
    address: '/notes',
    json: { title: `note ${records.fresh.unique()}`, author: 'assayer' },
  };
  const sending = await records.beforeCreation(resource, request);
  const exchange = await client.send(request);
  const claim = exchange.response === null ? undefined : sending.answered(answerOf(exchange, exchange.response));
  if (claim !== undefined) cleanUp.later({ kind: 'record', claim });
  expect(await cleanUp.finish(60_000)).toEqual([]);
  await client.close();
  expect(server.left()).toEqual([]);
  expect(waits.at(-1)).toBe(20_000);
});
