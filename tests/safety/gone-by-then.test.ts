import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import type { Ask, Told } from '../target-file/service.ts';
import { type Habit, judgeNotes, type Notes, serveNotes } from './notes.ts';

// A service answers a deletion with 204 and carries it out later: the looks at the end of the run see the note still, and it is gone when
// the run is over.

/** So often its list is read, since the last DELETE of a note, before that is gone: once more than the run looks whether it is. */
const READINGS = 4;

interface Case {
  readonly id: string;
  /** What is answered in place of the list, or of the note, once it is gone. */
  readonly listed?: (body: unknown) => Told;
  readonly read?: Told;
  readonly isTold: boolean;
}

const CASES: readonly Case[] = [
  { id: 'the list and a GET show that they are gone', isTold: false },
  {
    id: 'the list is a page',
    listed: (body) => ({ status: 200, headers: { link: '</notes?page=2>; rel="next"' }, body }),
    isTold: true,
  },
  { id: 'the list is of a cache', listed: (body) => ({ status: 200, headers: { age: '7' }, body }), isTold: true },
  { id: 'the list shows nobody’s notes', listed: () => ({ status: 200, body: [] }), isTold: true },
  { id: 'the list breaks down', listed: () => ({ status: 500 }), isTold: true },
  { id: 'a GET breaks down', read: { status: 500 }, isTold: true },
];

function later({ listed, read }: Case): Habit {
  const doomed = new Map<string, number>();
  const deleted: string[] = [];
  // Only the search at the end of a run sends a second DELETE.
  const isAgain = (id: string): boolean => deleted.filter((one) => one === id).length > 1;
  let isLast = false;
  return {
    before({ method, path }: Ask, notes: Notes): Told | undefined {
      if (method !== 'GET' || path !== '/notes') return undefined;
      for (const [id, count] of doomed) {
        doomed.set(id, count + 1);
        if (count < READINGS || !notes.delete(id)) continue;
        doomed.delete(id);
        isLast ||= isAgain(id);
      }
      return isLast ? listed?.([...notes.values()]) : undefined;
    },
    read: (id, notes) => (isLast && !notes.has(id) ? read : undefined),
    remove(id, notes) {
      if (!notes.has(id)) return { status: 404 };
      doomed.set(id, 0);
      deleted.push(id);
      return { status: 204 };
    },
  };
}

test.each(inGate(CASES, 3))('what is gone at the very end is told as left behind ($isTold) where $id', async (one) => {
  await using server = await serveNotes(later(one));
  const { told } = await judgeNotes(server, { rules: ['create/status'] });
  expect(server.left()).toEqual([]);
  expect(server.harmed()).toEqual([]);
  if (one.isTold) expect(told).not.toEqual([]);
  else expect(told).toEqual([]);
});

test('deletions that meet and take one another’s notes leave nothing to tell that is not there', {
  tags: ['night'],
}, async () => {
  const remove: Habit['remove'] = (id, notes) => {
    const place = [...notes.keys()].indexOf(id);
    if (place === -1) return { status: 404 };
    setTimeout(() => notes.delete([...notes.keys()][place] ?? ''), 12);
    return { status: 204 };
  };
  await using server = await serveNotes({ remove, delayMs: 10 });
  const { told } = await judgeNotes(server);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const left = server.left();
  expect(told.filter((line) => !left.some((id) => line.includes(`/notes/${id} `)))).toEqual([]);
});
