import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assayer, temporaryFolder } from '../cli/assayer.ts';
import { type Habit, judgeNotes, type Note, type Notes, serveNotes } from './notes.ts';

// A service may keep what nobody of the run made by itself: it is told by the run, and by who cleans up after it.

interface Case {
  readonly id: string;
  /** Ids of the copies begin so. */
  readonly habit: (copies: Notes) => Habit;
}

/** A copy of a note, in the list and beside it. */
function copied(notes: Notes, copies: Notes, note: Note): void {
  const copy = { ...note, id: `copy-of-${note.id}` };
  for (const place of [notes, copies]) place.set(copy.id, copy);
}

const CASES: readonly Case[] = [
  {
    id: 'a trash that keeps copies',
    habit: (copies) => ({
      remove(id, notes) {
        const note = notes.get(id);
        if (note !== undefined && !id.startsWith('copy-')) copied(notes, copies, note);
        return undefined;
      },
    }),
  },
  {
    id: 'a gateway that doubles creations',
    habit: (copies) => ({
      keep(notes, note) {
        notes.set(note.id, note);
        copied(notes, copies, note);
      },
    }),
  },
];

test.each(CASES)('after $id cleanup exits with 2, and keeps the ledger until somebody looked', async ({ habit }) => {
  const copies: Notes = new Map();
  let kept: Notes = new Map();
  const before: Habit['before'] = (_, notes) => {
    kept = notes;
    return undefined;
  };
  await using server = await serveNotes({ before, ...habit(copies) });
  await using folder = await temporaryFolder();
  const ledger = join(folder.path, 'run.jsonl');
  const { told } = await judgeNotes(server, { rules: ['create/status', 'delete/status'], ledger });
  const left = [...copies.keys()].toSorted();
  expect(left.length).toBeGreaterThan(0);
  expect(left.filter((id) => !told.some((line) => line.includes(`/notes/${id} `)))).toEqual([]);
  const asked = server.asked.length;
  for (let time = 0; time < 2; time += 1) {
    const { status, stdout } = await assayer(['cleanup', ledger], { cwd: folder.path });
    expect(status, stdout).toBe(2);
    expect(stdout).toContain(`, ${left.length} stay\n`);
    for (const id of left) expect(stdout).toMatch(new RegExp(`^  stays {4}\\S+/notes/${id}  nothing: it shows `, 'mu'));
    expect(stdout).toMatch(/run\.jsonl is kept: cleanup removes it once these are gone; remove it yourself where /u);
    expect(existsSync(ledger)).toBe(true);
  }
  // They may be somebody else's: nothing is sent to them.
  expect(server.asked.slice(asked).filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(server.left().toSorted()).toEqual(left);
  expect(server.harmed()).toEqual([]);
  for (const id of left) kept.delete(id);
  const { status, stdout } = await assayer(['cleanup', ledger], { cwd: folder.path });
  expect(status, stdout).toBe(0);
  expect(existsSync(ledger)).toBe(false);
});
