import { expect, test } from 'vitest';
import { type Habit, judgeNotes, type Notes, serveNotes } from './notes.ts';

// Rows that come with the notes of a run and show no value of it: their number alone tells whose they are.

/** Puts in rows that nobody can delete. */
function rowing() {
  let count = 0;
  return {
    count: () => count,
    add(notes: Notes): void {
      count += 1;
      notes.set(`row${count}`, { id: `row${count}`, title: 'New contact' });
    },
  };
}

function deleting(add: (notes: Notes) => void): Required<Pick<Habit, 'remove'>> {
  return {
    remove(id, notes) {
      if (id.startsWith('row')) return { status: 403 };
      if (!notes.delete(id)) return { status: 404 };
      add(notes);
      return { status: 204 };
    },
  };
}

test.each(['creation', 'deletion'])(
  'where each %s makes a row, the run soon creates no more, and tells it on top',
  {
    tags: ['night'],
  },
  async (kind) => {
    const { add, count } = rowing();
    await using server = await serveNotes({
      keep(notes, note) {
        notes.set(note.id, note);
        if (kind === 'creation') add(notes);
      },
      ...deleting((notes) => {
        if (kind === 'deletion') add(notes);
      }),
    });
    const { summary } = await judgeNotes(server);
    expect(count()).toBeGreaterThan(5);
    expect(count()).toBeLessThanOrEqual(80);
    expect(summary.verdict).not.toBe('conformant');
    const told = /no more is created, since (\d+) records came into notes while this run created \d+ and deleted \d+/u;
    expect(Number(told.exec(summary.headline?.join('\n') ?? '')?.[1])).toBeGreaterThan(count() / 2);
  },
);

test('where every second creation makes a row, the run creates no more near its limit, and tells each as left behind', {
  tags: ['night'],
}, async () => {
  const { add, count } = rowing();
  let made = 0;
  await using server = await serveNotes({
    keep(notes, note) {
      notes.set(note.id, note);
      made += 1;
      if (made % 2 === 0) add(notes);
    },
    ...deleting(() => undefined),
  });
  const { summary, run } = await judgeNotes(server, { failOn: ['left-behind'] });
  expect(count()).toBeGreaterThan(5);
  expect(count()).toBeLessThanOrEqual(40);
  expect(summary.headline?.join('\n')).toMatch(/no more is created, since \d+ records came into notes/u);
  const rows = server.left().map((id) => `${server.url}/notes/${id}`);
  expect((run.leftBehind ?? []).map(({ address }) => address).toSorted()).toEqual(rows.toSorted());
  expect(run.leftBehind?.[0]?.tried).toMatch(/^nothing: it shows no value of this run, and likely came with what/u);
  expect(run.leftBehind?.[0]?.curl).not.toContain('DELETE');
  expect(summary.failedOn?.[0]).toContain(`exit status 2: ${count()} of what`);
  expect(server.asked.filter(({ method, path }) => method === 'DELETE' && path.includes('row'))).toEqual([]);
});

test('others who make one at every second creation of the run, and go on without it, are not blamed', {
  tags: ['night'],
}, async () => {
  const { add, count } = rowing();
  let [made, all] = [0, new Map() as Notes];
  // As often as the run creates, by its pace so far.
  let [began, latest] = [0, 0];
  const others = setInterval(() => {
    const pace = made / Math.max(1, latest - began);
    if (made > 0 && count() < ((performance.now() - began) * pace) / 2) add(all);
  }, 5);
  await using server = await serveNotes({
    keep(notes, note) {
      all = notes.set(note.id, note);
      made += 1;
      latest = performance.now();
      if (made === 1) began = latest;
    },
    ...deleting(() => undefined),
  });
  const { summary, run } = await judgeNotes(server);
  clearInterval(others);
  expect(count()).toBeGreaterThan(25);
  expect(summary.headline?.join('\n') ?? '').not.toMatch(/records came into|no more is created/u);
  expect(run.leftBehind ?? []).toEqual([]);
});

test('a run that is over before it can stop tells how many came while it created', async () => {
  const { add, count } = rowing();
  await using server = await serveNotes({ keep: (notes, note) => void add(notes.set(note.id, note)) });
  const { summary } = await judgeNotes(server, { rules: ['create/status', 'create/distinct', 'delete/status'] });
  expect(count()).toBeLessThan(25);
  expect(summary.headline).toContainEqual(
    expect.stringMatching(/^\d+ records came into notes while this run created \d+ and deleted \d+ \(this run or/u),
  );
});

test('others who make rows all the while are not blamed', { tags: ['night'] }, async () => {
  const { add, count } = rowing();
  let asked = 0;
  let atWork: NodeJS.Timeout | undefined;
  await using server = await serveNotes({
    before(_, notes) {
      asked += 1;
      atWork ??= setInterval(() => add(notes), 10);
      return undefined;
    },
  });
  const { summary } = await judgeNotes(server);
  clearInterval(atWork);
  expect(asked).toBeGreaterThan(0);
  expect(count()).toBeGreaterThan(25);
  expect(summary.headline?.join('\n') ?? '').not.toMatch(/records came into/u);
});

test('rows that go with the notes of the run stop nothing, and are not told', { tags: ['night'] }, async () => {
  await using server = await serveNotes({
    keep(notes, note) {
      notes.set(note.id, note);
      notes.set(`row of ${note.id}`, { id: `row of ${note.id}`, title: 'New contact' });
    },
    remove(id, notes) {
      notes.delete(`row of ${id}`);
      return notes.delete(id) ? { status: 204 } : { status: 404 };
    },
  });
  const { summary } = await judgeNotes(server);
  expect(summary.headline?.join('\n') ?? '').not.toMatch(/records came into|no more is created/u);
});
