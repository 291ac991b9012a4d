import { describe, expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import { added, harmed } from '../hostile/judge-hostile.ts';
import { deletions } from '../hostile/servers/deletions.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';
import type { Ending } from './endings.ts';
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

  test.concurrent('as many as --max-left-behind allows', async () => {
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

/** A service that refuses to delete each eighth note, and deletes the others. */
function someStay() {
  const kept = new Map([['1', { id: '1', text: 'of somebody' }]]);
  let last = 1;
  return {
    ids: (): readonly string[] => [...kept.keys()],
    answer({ method, path, json }: Ask): Told {
      const [, , id = ''] = path.split('/');
      if (method === 'POST' && path === '/notes') {
        if (!isObject(json) || typeof json['text'] !== 'string') return { status: 400 };
        last += 1;
        kept.set(String(last), { id: String(last), text: json['text'] });
        return { status: 201, headers: { location: `/notes/${last}` } };
      }
      if (path === '/notes') return { status: 200, body: [...kept.values()] };
      const one = kept.get(id);
      if (one === undefined) return { status: 404 };
      if (method !== 'DELETE') return { status: 200, body: one };
      if (Number(id) % 8 === 1) return { status: 409 };
      kept.delete(id);
      return { status: 204 };
    },
  };
}

test('what is deleted between does not lift the limit on what stays', async () => {
  const service = someStay();
  await using served = await serve(service.answer);
  const { summary } = await judge({
    target: {
      baseUrl: served.url,
      resources: [{ name: 'notes', collection: '/notes', update: false, sample: { text: 'note {unique}' } }],
    },
    seed: 1,
    concurrency: 1,
    maxLeftBehind: 6,
  });
  const stay = service.ids().length - 1;
  expect(stay).toBeGreaterThan(2);
  // Those of one check may be under way.
  expect(stay).toBeLessThanOrEqual(6 + 8);
  expect((summary.headline ?? []).join('\n')).toContain('no more notes are created, since they stay');
});

/** A service that names the note before it for each second one: nothing shows then that a note was not there before the run. */
function namesTheOneBefore() {
  const kept = new Map<string, { id: string; text: string; stars: unknown }>();
  for (const id of ['1', '2', '3']) kept.set(id, { id, text: `of somebody ${id}`, stars: 1 });
  let last = 3;
  return {
    count: (): number => kept.size,
    answer({ method, path, json }: Ask): Told {
      const [, , id = ''] = path.split('/');
      if (method === 'POST' && path === '/notes') {
        if (!isObject(json) || typeof json['text'] !== 'string') return { status: 400 };
        last += 1;
        kept.set(String(last), { id: String(last), text: json['text'], stars: json['stars'] });
        return { status: 201, headers: { location: `/notes/${last % 2 === 0 ? last : last - 1}` } };
      }
      if (path === '/notes') return { status: 200, body: [...kept.values()] };
      const one = kept.get(id);
      if (one === undefined) return { status: 404 };
      if (method === 'DELETE') kept.delete(id);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: one };
    },
  };
}

test('what is not deleted, since it may be older than the run, counts among what stays', async () => {
  const service = namesTheOneBefore();
  await using served = await serve(service.answer);
  const sample = { text: 'note {unique}', stars: 2 };
  const { summary } = await judge({
    target: { baseUrl: served.url, resources: [{ name: 'notes', collection: '/notes', update: false, sample }] },
    seed: 1,
    concurrency: 1,
    maxLeftBehind: 6,
  });
  // Those of one check may be under way.
  expect(service.count() - 3).toBeLessThanOrEqual(6 + 8);
  expect((summary.headline ?? []).join('\n')).toContain('no more notes are created, since they stay');
});
