import { expect, test } from 'vitest';
import { judgeNotes, serveNotes } from '../safety/notes.ts';

// How many notes a service holds for a client is its own matter; that it refuses one now and then is not.

const OTHERS = Array.from({ length: 5 }, (_, i) => `o${i}`);

test.each([1, 2, 3, 5].flatMap((room) => [403, 409, 422].map((status) => [room, status] as const)))(
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

test.each([2, 3])('a service that refuses every creation number %i is failed for it', async (every) => {
  let creations = 0;
  await using server = await serveNotes({
    others: OTHERS,
    before({ method, path, json }) {
      const isPlain = method === 'POST' && path === '/notes' && JSON.stringify(json)?.includes('"author":"assayer"');
      if (isPlain === true) creations += 1;
      return isPlain === true && creations > 4 && creations % every === 0 ? { status: 409 } : undefined;
    },
  });
  const { results } = await judgeNotes(server, { concurrency: 1 });
  expect(results.filter(({ outcome }) => outcome === 'fail')).not.toEqual([]);
});
