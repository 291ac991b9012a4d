import { expect, test } from 'vitest';
import { judgeNotes, serveNotes } from './notes.ts';

test('a service that takes every method that it does not know for DELETE loses no note of others', async () => {
  await using server = await serveNotes({
    before({ method, path }, notes) {
      const id = /^\/notes\/([^/?]+)$/u.exec(path)?.[1];
      if (id === undefined || ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST'].includes(method)) return undefined;
      return { status: notes.delete(id) ? 204 : 404 };
    },
  });
  const { results } = await judgeNotes(server);
  expect(server.harmed()).toEqual([]);
  const found = results.find(({ rule, subject }) => rule === 'method/refused' && subject === 'notes');
  expect(found).toMatchObject({ outcome: 'fail', reason: expect.stringContaining('still there after PROPFIND') });
});
