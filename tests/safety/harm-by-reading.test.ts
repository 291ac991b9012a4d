import { expect, test } from 'vitest';
import { type Habit, judgeNotes, type Notes, serveNotes } from './notes.ts';

// A GET of the list takes away what it showed, or changes it: nothing is written, and records of others are harmed all the same.

/** Does something with the notes of others once the list was shown. */
function afterListing(harm: (notes: Notes) => void): Required<Pick<Habit, 'before'>> {
  return {
    before({ method, path }, notes) {
      if (method !== 'GET' || path !== '/notes') return undefined;
      const body = [...notes.values()];
      harm(notes);
      return { status: 200, body };
    },
  };
}

const RULES = ['read/*', 'create/status', 'delete/status'];

test.each([true, false])(
  'where a list takes away what is over, all of it is told, with readOnly %s',
  { tags: ['night'] },
  async (readOnly) => {
    let over = 9;
    await using server = await serveNotes(
      afterListing((notes) => {
        if (over > 0) notes.delete(String(over));
        over -= 1;
      }),
    );
    const { summary } = await judgeNotes(server, { rules: RULES, readOnly });
    const gone = server.harmed();
    expect(gone.length).toBeGreaterThan(2);
    const told = summary.headline?.join('\n') ?? '';
    expect(told).toMatch(
      / of 13 records of notes .* are gone: .* \(they went while this run only read: somebody else took/u,
    );
    expect(told).toMatch(
      new RegExp(`^${gone.length} of 13 records of notes that others had before this run are gone`, 'mu'),
    );
  },
);

test.each([true, false])('where a list marks what it shows, that is told, with readOnly %s', async (readOnly) => {
  await using server = await serveNotes(
    afterListing((notes) => {
      for (const note of notes.values()) if (note.author === 'Ada') notes.set(note.id, { ...note, author: 'read' });
    }),
  );
  const { summary } = await judgeNotes(server, { rules: RULES, readOnly });
  expect(server.harmed()).toHaveLength(13);
  expect(summary.headline?.join('\n')).toMatch(
    /^13 of 13 records of notes .* are shown otherwise now: .* \(they changed while this run only read: .*, in author\)$/mu,
  );
});

test.each([true, false])(
  'nothing is told of what is another one at each reading, with readOnly %s',
  async (readOnly) => {
    let shown = 0;
    await using server = await serveNotes({
      before({ method, path }, notes) {
        if (method !== 'GET' || path !== '/notes') return undefined;
        shown += 1;
        return { status: 200, body: [...notes.values()].map((note) => ({ ...note, trace: `request ${shown}` })) };
      },
    });
    const { summary } = await judgeNotes(server, { rules: RULES, readOnly });
    expect(summary.headline?.join('\n') ?? '').not.toMatch(/while this run only read/u);
  },
);

test('nothing is told of what others delete all the while a run reads', async () => {
  let notes: Notes | undefined;
  await using server = await serveNotes({
    others: Array.from({ length: 300 }, (_, i) => `o${i}`),
    before(_, all) {
      notes = all;
      return undefined;
    },
  });
  const gone: string[] = [];
  const timer = setInterval(() => {
    const [first] = [...(notes?.keys() ?? [])];
    if (first === undefined) return;
    gone.push(first);
    notes?.delete(first);
  }, 10);
  const { summary } = await judgeNotes(server, { rules: RULES, readOnly: true }).finally(() => clearInterval(timer));
  expect(gone.length).toBeGreaterThan(3);
  expect(notes?.size).toBeGreaterThan(0);
  expect(summary.headline?.join('\n') ?? '').not.toMatch(/while this run only read/u);
});
