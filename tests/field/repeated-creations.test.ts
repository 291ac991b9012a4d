import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { inGate } from '../in-gate.ts';
import { judgeNotes, type Note, type Notes, serveNotes } from '../safety/notes.ts';

// Services that know a creation again by what it sends, so that a client who repeats one makes no second note.

function sentBefore(json: unknown, notes: Notes): Note | undefined {
  if (!isObject(json)) return undefined;
  const same = ({ id: _id, ...rest }: Note): boolean => JSON.stringify(rest) === JSON.stringify(json);
  return [...notes.values()].find(same);
}

test.each(inGate([200, 201], 2))(
  'a creation sent again is given the note of before, with %i',
  { tags: ['night'] },
  async (status) => {
    let repeated = 0;
    await using server = await serveNotes({
      before({ method, json }, notes) {
        const note = method === 'POST' ? sentBefore(json, notes) : undefined;
        if (note === undefined) return undefined;
        repeated += 1;
        return { status, headers: { location: `/notes/${note.id}` }, body: { ...note, self: `/notes/${note.id}` } };
      },
    });
    const { results, told } = await judgeNotes(server);
    const failed = results
      .filter(({ outcome, level }) => outcome === 'fail' && level === 'must')
      .map(({ rule }) => rule);
    expect(repeated).toBeGreaterThan(0);
    // 201 says that something new was made (document 4.4-c1).
    expect(failed).toEqual(status === 200 ? [] : ['create/distinct', 'create/every']);
    expect(server.harmed()).toEqual([]);
    expect(server.left()).toEqual([]);
    expect(told).toEqual([]);
  },
);
