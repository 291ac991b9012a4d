import { expect, test } from 'vitest';
import { judgeNotes, serveNotes } from './notes.ts';

// What no list shows is not missed. The report says so, wherever a run writes.

const SEEN = expect.stringMatching(
  /^notes: whether records of others stay as they are is not seen \(GET \/notes was answered 405\)$/u,
);

test.each([
  ['a run says that it does not see them', false],
  ['a run that only reads says nothing', true],
])('where notes are not listed, %s', async (_, readOnly) => {
  await using server = await serveNotes({
    before: ({ method, path }) =>
      method === 'GET' && path === '/notes' ? { status: 405, headers: { allow: 'POST' } } : undefined,
  });
  const { target } = await judgeNotes(server, { rules: ['create/status', 'read/item'], readOnly });
  if (readOnly) expect(target.assumed).not.toContainEqual(SEEN);
  else expect(target.assumed).toContainEqual(SEEN);
});
