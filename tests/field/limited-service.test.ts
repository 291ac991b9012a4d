import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { judgeNotes, serveNotes } from '../safety/notes.ts';

// Limits are not shown (document 8): a plan may allow so many creations a day, and says so in its own way.

test.each(inGate([400, 402, 403, 409]))(
  'a service that refuses what comes after 30 creations with %i breaks no must',
  { tags: ['night'] },
  async (status) => {
    let created = 0;
    await using server = await serveNotes({
      // The plan is looked at first, and then what is sent.
      before({ method, path }) {
        if (method !== 'POST' || path !== '/notes') return undefined;
        created += 1;
        return created > 30 ? { status, body: { error: 'thirty notes a day' } } : undefined;
      },
    });
    const { results, told } = await judgeNotes(server, { runs: 3 });
    expect(created).toBeGreaterThan(30);
    expect(results.filter(({ outcome, level }) => outcome === 'fail' && level === 'must')).toEqual([]);
    const anyValid = results.find(({ rule }) => rule === 'create/any-valid');
    expect(anyValid?.reason).toContain('the control did not succeed: the sample, which was created before, sent again');
    expect(server.harmed()).toEqual([]);
    expect(server.left().filter((id) => !told.some((line) => line.includes(`/notes/${id} `)))).toEqual([]);
  },
);

// Document 2: formats are not shown.
test.each([
  ['refuses', 400, 'pass'],
  ['breaks down at', 500, 'fail'],
])('one that %s a title for its letters, with %i, makes create/any-valid %s', async (_what, status, outcome) => {
  await using server = await serveNotes({
    before: ({ method, json }) =>
      method === 'POST' && /[\u0400-\u9fff]/u.test(JSON.stringify(json) ?? '') ? { status } : undefined,
  });
  const { results } = await judgeNotes(server, { rules: ['create/any-valid'], runs: 3 });
  expect(results.map((result) => `${result.rule} ${result.outcome}`)).toEqual([`create/any-valid ${outcome}`]);
  expect(server.left()).toEqual([]);
});
