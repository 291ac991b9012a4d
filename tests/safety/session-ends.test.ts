import { expect, test } from 'vitest';
import type { Told } from '../target-file/service.ts';
import { judgeNotes, serveNotes } from './notes.ts';

// A session ends in the middle of a run, or a wall is put in front of the service: from then on every request is answered alike.

const PAGE: Told = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Log in</title><form method="post"></form>',
};

test.each<{ id: string; answer: Told; after: number }>([
  { id: 'a page to log in', answer: PAGE, after: 60 },
  { id: 'a page to log in', answer: PAGE, after: 120 },
  { id: '302', answer: { status: 302, headers: { location: '/login' } }, after: 60 },
  { id: '401', answer: { status: 401, headers: { 'www-authenticate': 'Session' } }, after: 60 },
])('where each request after the first $after is answered $id, what stays is told', async ({ answer, after }) => {
  let asked = 0;
  await using server = await serveNotes({
    before() {
      asked += 1;
      return asked > after ? answer : undefined;
    },
  });
  const { told } = await judgeNotes(server, { rules: ['create/*', 'delete/*', 'read/*'] });
  expect(server.harmed()).toEqual([]);
  expect(server.left().length).toBeGreaterThan(0);
  const isTold = (id: string): boolean => told.some((line) => line.includes(`/notes/${id} `));
  // A DELETE that is answered with the page seems to have succeeded: then it is told that nobody saw so.
  const isDoubted = told.some((line) => line.includes('the list shows no records any more (200 text/html'));
  expect(server.left().filter((id) => !isTold(id) && !isDoubted)).toEqual([]);
});
