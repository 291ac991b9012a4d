import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { DEALS, serveCareless } from './careless.ts';
import { type Habit, judgeNotes, type Note, serveNotes } from './notes.ts';

// A trigger of the database writes to records of others with each creation, or each deletion, of the run: from the first one on.

const RULES = ['create/distinct', 'delete/status'];

/** The mock, where each such request that is answered with success changes the price of the next deal of others. */
function changing(isMeant: (request: Request, path: string) => boolean): (fetch: Fetch) => Fetch {
  let done = 0;
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    const answer = await fetch(request.clone());
    if (!answer.ok || !isMeant(request, pathname)) return answer;
    done += 1;
    await changePrice(fetch, request.url, { id: 1 + (done % 13), price: 5000 + done });
    return answer;
  };
}

async function changePrice(fetch: Fetch, url: string, { id, price }: { id: number; price: number }): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ newPrice: price, reason: 'a rule of ours' });
  await fetch(new Request(new URL(`${DEALS}${id}/change-price`, url), { method: 'PUT', headers, body }));
}

test.each(
  inGate<[string, (request: Request, path: string) => boolean]>([
    ['creation', ({ method }, path) => method === 'POST' && path === DEALS],
    ['deletion', ({ method }, path) => method === 'DELETE' && /^\/rest\/1\/deals\/\d+$/u.test(path)],
  ]),
)(
  'where each %s changes a deal of others, the run stops, and all of them are told',
  { tags: ['night'] },
  async (_title, isMeant) => {
    await using server = await serveCareless(changing(isMeant));
    const { summary } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: RULES });
    const harmed = server.harmed();
    expect(harmed.length).toBeGreaterThan(0);
    expect(harmed.length).toBeLessThanOrEqual(5);
    expect(summary.headline?.join('\n')).toContain(
      `${harmed.length} of 13 records of deals that others had before this run are shown otherwise now: `,
    );
  },
);

test('where each creation writes its own title into a note of others, the run stops, and theirs is not told as left behind', {
  tags: ['night'],
}, async () => {
  await using server = await serveNotes({
    keep(notes, note) {
      notes.set(note.id, note);
      const other = [...notes.values()].find(({ title }) => title.startsWith('Note of before'));
      if (other !== undefined) notes.set(other.id, { ...other, title: `see also ${note.title}` });
    },
  });
  const { summary, told } = await judgeNotes(server, { rules: RULES });
  expect(server.harmed().length).toBeGreaterThan(0);
  expect(server.harmed().length).toBeLessThanOrEqual(5);
  expect(summary.headline?.join('\n')).toContain(
    `${server.harmed().length} of 13 records of notes that others had before this run are shown otherwise now: `,
  );
  expect(told).toEqual([]);
});

/** Deletes a note, and changes the first one of others that is as it was. */
function removing(changed: (note: Note, deleted: Note) => Note): Required<Pick<Habit, 'remove'>> {
  return {
    remove(id, notes) {
      const deleted = notes.get(id);
      if (deleted === undefined) return { status: 404 };
      notes.delete(id);
      const other = [...notes.values()].find(
        (note) => note.title.startsWith('Note of before') && note.author === 'Ada',
      );
      if (other !== undefined) notes.set(other.id, changed(other, deleted));
      return { status: 204 };
    },
  };
}

test('where each deletion writes what it deleted in place of a word of others, the run stops', {
  tags: ['night'],
}, async () => {
  await using server = await serveNotes(
    removing((note, deleted) => ({ ...note, author: `reopened by ${deleted.title}` })),
  );
  const { summary } = await judgeNotes(server, { rules: RULES });
  expect(server.harmed().length).toBeLessThanOrEqual(5);
  expect(summary.headline?.join('\n')).toContain('a DELETE of a record of this run changed records of others');
});

test('where each deletion leaves out a member of others that was null, the run goes on', async () => {
  await using server = await serveNotes({
    before(_, notes) {
      for (const note of notes.values())
        if (note.title.startsWith('Note of before') && note.author === 'Ada')
          notes.set(note.id, { ...note, author: null });
      return undefined;
    },
    remove(id, notes) {
      if (!notes.delete(id)) return { status: 404 };
      const other = [...notes.values()].find(({ author }) => author === null);
      if (other !== undefined) notes.set(other.id, { id: other.id, title: other.title });
      return { status: 204 };
    },
  });
  const { summary, results } = await judgeNotes(server, { rules: RULES });
  expect(results.map(({ outcome }) => outcome)).toEqual(['pass', 'pass']);
  expect(summary.headline?.join('\n') ?? '').not.toContain('records of others');
});

test('where each creation names the new note in one of others that named another one, the run goes on', async () => {
  await using server = await serveNotes({
    keep(notes, note) {
      const last = [...notes.values()].at(-1);
      notes.set(note.id, note);
      const [first] = [...notes.values()];
      if (first !== undefined) notes.set(first.id, { ...first, author: last?.title });
    },
  });
  const { summary, results } = await judgeNotes(server, { rules: RULES });
  expect(results.map(({ outcome }) => outcome)).toEqual(['pass', 'pass']);
  expect(summary.headline?.join('\n') ?? '').not.toContain('which it did not name');
});

test('where others change theirs all the while, nothing is told', { tags: ['night'] }, async () => {
  let fetch: Fetch | undefined;
  let round = 0;
  await using server = await serveCareless((mock) => {
    fetch = mock;
    return mock;
  });
  const others = setInterval(() => {
    round += 1;
    if (fetch !== undefined) void changePrice(fetch, server.url, { id: 1 + (round % 13), price: 5000 + round });
  }, 40);
  try {
    const { summary } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: RULES });
    expect(round).toBeGreaterThan(3);
    expect(summary.headline ?? []).toEqual([]);
  } finally {
    clearInterval(others);
  }
});
