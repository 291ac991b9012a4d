import { describe, expect, test } from 'vitest';
import { openDeletionBrake } from '../../core/guard/deletion-brake.ts';
import type { RecordResource } from '../../core/records/record-claim.ts';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { added, harmed } from '../hostile/judge-hostile.ts';
import { deletions } from '../hostile/servers/deletions.ts';
import type { Ending } from './endings.ts';
import { judgeNotes, serveNotes } from './notes.ts';
import { runSafely } from './run-safely.ts';

const all = process.env['SAFETY'] === 'all';
/** The default of --max-left-behind, and a creation under way in each of the eight lanes. */
const MOST = 25 + 8;

// Some hundred records are created where they can be deleted.
const CREATING: Ending = { id: 'to the end', args: ['--rule', 'create/*', '--rule', 'delete/*', '--rule', 'read/*'] };

function startOf(id: string): (typeof deletions)[number]['start'] {
  const server = deletions.find((known) => known.id === id);
  if (server === undefined) throw new Error(`there is no hostile server ${id}`);
  return server.start;
}

const STAYING = [
  'deletion-405',
  'deletion-404-undone',
  'deletion-204-undone',
  'deletion-500',
  'deletion-403',
  'deletion-202-undone',
];

describe('where what it creates stays, a run creates few records, and judges deletion all the same', () => {
  test.concurrent.each(all ? STAYING : STAYING.slice(0, 1))('%s', { tags: ['night'] }, async (id) => {
    const { before, after, ended } = await runSafely(startOf(id), { ending: CREATING, changes: 0, args: [] });
    expect(harmed(before, after)).toEqual([]);
    const left = added(before, after);
    expect(left.length).toBeGreaterThan(3);
    expect(left.length).toBeLessThanOrEqual(MOST);
    expect(ended.stdout).toMatch(/^no more deals are created, since they stay: deletions fail/mu);
    expect(ended.stdout).toMatch(/delete\/status/u);
    expect(ended.status).toBe(1);
  });

  test.concurrent('as many as --max-left-behind allows', { tags: ['night'] }, async () => {
    const args = ['--max-left-behind', '12', '--concurrency', '2'];
    const { before, after } = await runSafely(startOf('deletion-405'), { ending: CREATING, changes: 0, args });
    // Each of the two rules may have several creations under way.
    expect(added(before, after).length).toBeLessThanOrEqual(12 + 8);
  });
});

test.concurrent('a server that deletes only when it is asked twice is judged as a whole, and nothing stays', {
  tags: ['night'],
}, async () => {
  const course = { ending: CREATING, changes: 0, args: [] };
  const { before, after, ended } = await runSafely(startOf('deletion-second-time'), course);
  expect(added(before, after)).toEqual([]);
  expect(ended.stdout).not.toMatch(/no more deals are created/u);
});

/** Ids that count up after three notes of others. */
function counting(): () => string {
  let last = 3;
  return () => {
    last += 1;
    return String(last);
  };
}

const TEXT_ALONE: TargetFile = {
  resources: [{ name: 'notes', collection: '/notes', update: false, sample: { title: 'note {unique}' } }],
};

test('what is deleted between does not lift the limit on what stays', { tags: ['night'] }, async () => {
  await using server = await serveNotes({
    others: ['1', '2', '3'],
    nextId: counting(),
    remove: (id) => (Number(id) % 8 === 1 ? { status: 409 } : undefined),
  });
  const { summary } = await judge({
    target: { ...TEXT_ALONE, baseUrl: server.url },
    seed: 1,
    concurrency: 1,
    maxLeftBehind: 6,
  });
  const stay = server.left().length;
  expect(stay).toBeGreaterThan(2);
  // Those of one check may be under way.
  expect(stay).toBeLessThanOrEqual(6 + 8);
  expect((summary.headline ?? []).join('\n')).toContain('no more notes are created, since they stay');
});

test('what is not deleted, since it may be older than the run, counts among what stays', async () => {
  const nextId = counting();
  // Each second creation names the note before its own: nothing shows then that a note was not there before the run.
  await using server = await serveNotes({
    before({ method, path, json }, notes) {
      if (method !== 'POST' || path !== '/notes' || !isObject(json) || typeof json['title'] !== 'string')
        return undefined;
      const id = nextId();
      notes.set(id, { ...json, title: json['title'], id });
      return { status: 201, headers: { location: `/notes/${Number(id) - (Number(id) % 2)}` } };
    },
    others: ['1', '2', '3'],
  });
  const { summary } = await judgeNotes(server, { concurrency: 1, maxLeftBehind: 6 });
  // Those of one check may be under way.
  expect(server.left().length).toBeLessThanOrEqual(6 + 8);
  expect((summary.headline ?? []).join('\n')).toContain('no more notes are created, since they stay');
});

test('where some are refused, as many of those that are not tried yet count among what stays', () => {
  const deals = { name: 'deals' } as RecordResource; // nothing else of it is asked for
  const brake = openDeletionBrake(25);
  const isHeld = (there: number): boolean => brake.whyNoMore(deals, () => ({ created: 100, there }), 1) !== undefined;
  for (let i = 0; i < 10; i += 1) {
    brake.worked(deals);
    if (i < 2) brake.failed(deals, 'answered 400', false);
  }
  expect(isHeld(90)).toBe(false);
  brake.failed(deals, 'answered 400', false);
  brake.failed(deals, 'answered 400', false);
  brake.worked(deals);
  expect([isHeld(40), isHeld(90)]).toEqual([false, true]);
});
