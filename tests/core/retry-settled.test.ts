import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judgeNotes, serveNotes } from '../safety/notes.ts';
import { json, judged, type Server } from '../suites/judged.ts';

// Two copies of the data answer in turn, and one of them does not know of a new deal for a while: what was shown once may be missing next.

const RULES = ['create/any-valid', 'delete/removes', 'operation/malformed', 'read/safe', 'method/refused'];

function twoCopies(lagMs: number): NonNullable<Server['wrap']> {
  const made = new Map<string, number>();
  let reads = 0;
  return (fetch: Fetch): Fetch =>
    async (request) => {
      const { pathname } = new URL(request.url);
      const response = await fetch(request);
      const location = response.headers.get('location');
      if (request.method === 'POST' && location !== null)
        made.set(new URL(location, request.url).pathname, performance.now());
      const isNew = performance.now() - (made.get(pathname) ?? Number.NEGATIVE_INFINITY) < lagMs;
      if (!['GET', 'HEAD'].includes(request.method) || !isNew) return response;
      reads += 1;
      return reads % 2 === 0 ? json(404, { title: 'no such deal' }) : response;
    };
}

test('where what was shown may be missing next, a check that fails is tried again with time for each effect', {
  tags: ['night'],
}, async () => {
  const { ended } = await judged(RULES, { wrap: twoCopies(60), settleMs: 100 });
  expect([...ended('fail'), ...ended('not-exercised')]).toEqual([]);
});

test.each(inGate([100, 0]))(
  'with a settling time of %i ms, one that takes longer fails',
  { tags: ['night'] },
  async (settleMs) => {
    const { ended } = await judged(RULES, { wrap: twoCopies(60_000), settleMs });
    expect(ended('fail')).toContain('create/any-valid deals');
  },
);

test('what failed before effects had their time says nothing where the run ends before it is tried again', {
  tags: ['night'],
}, async () => {
  const made = new Map<string, number>();
  const stop = new AbortController();
  let idle: NodeJS.Timeout | undefined;
  await using server = await serveNotes({
    // Only the second attempt leaves the service alone for long.
    before() {
      clearTimeout(idle);
      idle = setTimeout(() => stop.abort(new Error('somebody stopped the run')), 1000);
      return undefined;
    },
    keep(notes, note) {
      notes.set(note.id, note);
      made.set(note.id, performance.now());
    },
    read(id, notes) {
      const note = notes.get(id);
      const isNew = performance.now() - (made.get(id) ?? Number.NEGATIVE_INFINITY) < 3000;
      return note === undefined || !isNew ? undefined : { status: 200, body: { ...note, author: 'not known yet' } };
    },
  });
  const rules = ['create/any-valid'];
  const { results } = await judgeNotes(server, { rules, settleMs: 20_000, signal: stop.signal, concurrency: 1 });
  clearTimeout(idle);
  const { outcome, reason } = results.find(({ rule }) => rule === 'create/any-valid') ?? {};
  expect({ outcome, reason }).toEqual({
    outcome: 'inconclusive',
    reason: expect.stringMatching(/^expected .* nothing read before effects .*somebody stopped the run/su),
  });
});
