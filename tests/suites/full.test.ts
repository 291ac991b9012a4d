import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { judgeNotes, serveNotes } from '../safety/notes.ts';

// How many notes a service holds for a client is its own matter; that it refuses one now and then is not.

const OTHERS = Array.from({ length: 5 }, (_, i) => `o${i}`);

test.each(
  inGate(
    [1, 2, 3, 5].flatMap((room) => [402, 403, 409, 422].map((status) => [room, status] as const)),
    Infinity,
  ),
)(
  'a service with room for %i notes of a client that answers %i where it is full fails nothing',
  async (room, status) => {
    await using server = await serveNotes({
      others: OTHERS,
      before: ({ method, path }, notes) =>
        method === 'POST' && path === '/notes' && notes.size >= OTHERS.length + room ? { status } : undefined,
    });
    const { results } = await judgeNotes(server);
    expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    const status201 = results.find(({ rule }) => rule === 'create/status');
    expect(status201?.reason).toContain('there may be room for no more');
  },
);

test('a service that refuses one creation, and takes the same while there are as many notes, is failed for it', {
  tags: ['night'],
}, async () => {
  const seen: string[] = [];
  // Which creation the rule looks at is not for this test to know; others are made and deleted before.
  for (let refused = 1; refused <= 8; refused += 1) {
    let creations = 0;
    await using server = await serveNotes({
      others: OTHERS,
      before({ method, path }) {
        creations += method === 'POST' && path === '/notes' ? 1 : 0;
        return method === 'POST' && creations === refused ? { status: 409 } : undefined;
      },
    });
    const rules = ['delete/status', 'delete/removes', 'create/status'];
    const { results } = await judgeNotes(server, { concurrency: 1, rules });
    const status = results.find(({ rule }) => rule === 'create/status');
    seen.push(`${status?.outcome} ${status?.reason}`);
  }
  expect(seen).toContain('fail expected status 201, got status 409 without a body');
  expect(seen.filter((told) => told.startsWith('inconclusive'))).toEqual([]);
});
