import { expect, test } from 'vitest';
import { chanceOf } from '../../core/guard/gone-with.ts';
import type { Ask } from '../target-file/service.ts';
import { every } from './every.ts';
import { judgeNotes, type Note, type Notes, serveNotes } from './notes.ts';

// Notes that others make while a run goes on, and that are gone at its end: by the others, which is no harm, or with deletions of the run.

/** Others at work once so many creations were sent: notes that they make, each linked to the newest one of the run, and take away again. */
function othersAtWork(after = 4) {
  const links = new Map<string, string>();
  let all: Notes = new Map();
  let [made, asked] = [0, 0];
  const isTheirs = ({ title }: Note): boolean => title.startsWith('Of a client');
  return {
    links,
    knows({ method }: Ask, notes: Notes): undefined {
      all = notes;
      asked += method === 'POST' ? 1 : 0;
    },
    makes(): void {
      // What is there when the first note of the run is made was there before it.
      if (asked < after) return;
      made += 1;
      const newest = [...all.values()].findLast((note) => !isTheirs(note));
      all.set(`c${made}`, { id: `c${made}`, title: `Of a client ${made}` });
      links.set(`c${made}`, newest?.id ?? '');
    },
    deletes(): void {
      const [first] = [...all.values()].filter(isTheirs);
      if (first !== undefined) all.delete(first.id);
    },
    /** Takes what is linked to a note with it. */
    follow(id: string): number {
      const taken = [...links].filter(([one, to]) => to === id && all.delete(one));
      return taken.length;
    },
  };
}

const GONE = /\d+ (?:or more )?records? of notes that others made during this run (?:is|are) gone: c\d+/u;

test('what others made meanwhile and is gone is told, and is no harm', async () => {
  const others = othersAtWork(1);
  await using server = await serveNotes({
    before(ask, notes) {
      others.knows(ask, notes);
      if (ask.method === 'POST') others.makes();
      if (ask.method === 'DELETE') others.deletes();
      return undefined;
    },
  });
  const { summary, run } = await judgeNotes(server, { rules: ['create/status', 'delete/status', 'delete/gone'] });
  expect(summary.headline?.join('\n')).toMatch(GONE);
  expect([run.harm ?? [], server.harmed()]).toEqual([[], []]);
});

test('where others delete what they made, whenever they do, a run is judged as a whole', {
  tags: ['night'],
}, async () => {
  const others = othersAtWork();
  using _make = every(30, others.makes);
  using _delete = every(60, others.deletes);
  await using server = await serveNotes({ before: others.knows });
  const { summary, run, results } = await judgeNotes(server, { rules: ['create/*', 'delete/*'] });
  expect(summary.headline?.join('\n')).toMatch(GONE);
  expect(run.harm ?? []).toEqual([]);
  expect(results.filter(({ outcome }) => outcome === 'inconclusive').map(({ reason }) => reason)).toEqual([]);
});

test('others who delete their oldest notes first, some of before the run and then those since, are no harm of the run', {
  tags: ['night'],
}, async () => {
  const others = othersAtWork();
  let all: Notes = new Map();
  const deleteOldest = (): void => void all.delete([...all.keys()].find((id) => id.startsWith('c')) ?? '');
  let asked = 0;
  using _make = every(30, others.makes);
  using _delete = every(60, () => asked > 4 && deleteOldest());
  await using server = await serveNotes({
    others: [...Array.from({ length: 13 }, (_, i) => String(i + 1)), 'cb1', 'cb2', 'cb3', 'cb4'],
    before(ask, notes) {
      all = notes;
      asked += ask.method === 'POST' ? 1 : 0;
      return others.knows(ask, notes);
    },
  });
  const { run, results } = await judgeNotes(server, { rules: ['create/*', 'delete/*'] });
  expect(server.harmed()).toEqual(['cb1', 'cb2', 'cb3', 'cb4']);
  expect((run.harm ?? []).filter((line) => line.includes('did not name'))).toEqual([]);
  expect(results.filter(({ outcome }) => outcome === 'inconclusive').map(({ reason }) => reason)).toEqual([]);
});

test('a run that takes older notes itself beside others who delete theirs is excused once, and then stops', {
  tags: ['night'],
}, async () => {
  const others = othersAtWork(1);
  using _make = every(30, others.makes);
  using _delete = every(60, others.deletes);
  let deletions = 0;
  await using server = await serveNotes({
    others: Array.from({ length: 60 }, (_, i) => `o${i}`),
    before: others.knows,
    remove(id, notes) {
      const isThere = notes.delete(id);
      deletions += isThere ? 1 : 0;
      const [oldest] = [...notes.keys()].filter((one) => one.startsWith('o'));
      if (isThere && deletions % 6 === 0) notes.delete(oldest ?? '');
      return { status: isThere ? 204 : 404 };
    },
  });
  const { summary } = await judgeNotes(server);
  expect(server.harmed().length).toBeGreaterThan(0);
  expect(server.harmed().length).toBeLessThan(20);
  expect(summary.headline?.join('\n')).toMatch(/that others had before this run (?:is|are) gone: o0/u);
  expect(summary.verdict).not.toBe('conformant');
});

test('where notes that others made go with deletions of the run, no more are sent', { tags: ['night'] }, async () => {
  const others = othersAtWork();
  using _make = every(30, others.makes);
  using _delete = every(400, others.deletes);
  let taken = 0;
  await using server = await serveNotes({
    delayMs: 5,
    before: others.knows,
    remove(id, notes) {
      taken += others.follow(id);
      return { status: notes.delete(id) ? 204 : 404 };
    },
  });
  const { summary, run, told } = await judgeNotes(server);
  expect(taken).toBeGreaterThan(0);
  expect(run.harm?.join('\n')).toMatch(/a DELETE of a record of this run was answered with success, and c\d+/u);
  expect(summary.headline?.join('\n')).toContain('this run took some of them away');
  // It may be shown as late as with the shared records at the end, when all rules were tried.
  expect(told.join('\n')).toContain('took records with it that others made during this run');
});

test('a note that the service makes with each of the run, and takes away with it, is nobody else’s', {
  tags: ['night'],
}, async () => {
  const others = othersAtWork();
  const twins = new Map<string, string>();
  using _make = every(100, others.makes);
  await using server = await serveNotes({
    before: others.knows,
    keep(notes, note) {
      notes.set(note.id, note);
      notes.set(`t${twins.size}`, { id: `t${twins.size}`, title: 'Draft' });
      twins.set(note.id, `t${twins.size}`);
    },
    remove(id, notes) {
      notes.delete(twins.get(id) ?? '');
      return { status: notes.delete(id) ? 204 : 404 };
    },
  });
  const { run } = await judgeNotes(server, { rules: ['create/*', 'delete/*'] });
  expect((run.harm ?? []).filter((line) => line.includes('a DELETE of a record'))).toEqual([]);
});

test('moments of which many are in a small part of the time are no chance', () => {
  expect(chanceOf(3, 3, 0.1)).toBeCloseTo(0.001, 9);
  expect(chanceOf(1, 2, 0.5)).toBeCloseTo(0.75, 9);
  expect(chanceOf(5, 20, 0.25)).toBeGreaterThan(0.5);
});
