import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { inGate } from '../in-gate.ts';
import type { Ask } from '../target-file/service.ts';
import { judgeNotes, type Notes, serveNotes } from './notes.ts';

// A list may call its number the id of a record whose address is a word. That number may be the word of somebody else.

/** Lists notes by number; some creations make a note and are answered 500. Those of others have the numbers from 101 on, and small words. */
function listedByNumber(breaksDown: (creation: number) => boolean) {
  let creations = 0;
  const made: string[] = [];
  return {
    before({ method, path, json }: Ask, notes: Notes) {
      const numberOf = (id: string): string => String(made.includes(id) ? made.indexOf(id) + 1 : 101 + Number(id));
      if (method === 'GET' && path === '/notes')
        return { status: 200, body: [...notes.values()].map((note) => ({ ...note, id: numberOf(note.id) })) };
      if (method !== 'POST' || !isObject(json) || typeof json['title'] !== 'string') return undefined;
      creations += 1;
      const id = `note-${creations}-${json['title'].length}`;
      made.push(id);
      notes.set(id, { ...json, id, title: json['title'] });
      if (breaksDown(creations)) return { status: 500 };
      return { status: 201, headers: { location: `/notes/${id}` }, body: notes.get(id) };
    },
  };
}

test.each(
  inGate([
    ['each fifth creation breaks down', (creation: number) => creation % 5 === 0],
    ['each third creation breaks down', (creation: number) => creation % 3 === 0],
  ] as const),
)('where %s, what it made is not deleted by the number that the list shows', async (_, breaksDown) => {
  await using service = await serveNotes(listedByNumber(breaksDown));
  const { told } = await judgeNotes(service, { rules: ['create/**', 'delete/**'] });
  expect(service.harmed()).toEqual([]);
  expect(service.left().length).toBeGreaterThan(0);
  expect(told.length).toBeGreaterThan(0);
});
