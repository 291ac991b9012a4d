import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { judgeNotes, serveNotes } from './notes.ts';

// A service of 30 notes, as many as a page has, whose parser breaks down over what is no UTF-8, before anything is stored.

test.each([
  ['all', Number.POSITIVE_INFINITY, false],
  ['the first 30', 30, true],
])('what a creation that broke down may have made, where the list shows %s', async (_, shown, isTold) => {
  await using server = await serveNotes({
    others: Array.from({ length: 30 }, (_other, i) => `${i + 1}`),
    before({ method, path, json }, notes) {
      if (method === 'GET' && path === '/notes') return { status: 200, body: [...notes.values()].slice(0, shown) };
      const isBroken = method === 'POST' && isObject(json) && String(json['title']).includes('\ufffd');
      return isBroken ? { status: 500 } : undefined;
    },
  });
  const { told } = await judgeNotes(server, {
    rules: ['create/extended-json', 'create/status', 'delete/status'],
    runs: 2,
  });
  expect(server.left()).toEqual([]);
  expect(server.harmed()).toEqual([]);
  expect(told.length > 0).toBe(isTold);
});
