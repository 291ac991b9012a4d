import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import type { Results } from '../../core/results/results.ts';
import { judge } from '../../judge/judge.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

// A service that gives records of others to the next user, as leads are dealt in turn. Its ids are numbers, as those of a database are.

type Row = Readonly<Record<string, unknown>>;

const [NOTES, USERS] = [40, 4];

/** Serves notes of users; each third deletion does something to an older note. */
async function judged(first: (nth: number) => Row, done: (note: Row) => Row | undefined, rules: readonly string[]) {
  const users = Array.from({ length: USERS }, (_, i): Row => ({ id: i + 1, name: `User ${i + 1}` }));
  const old = Array.from({ length: NOTES }, (_, i): Row => ({ id: i + 1, title: `Note ${i + 1}`, ...first(i + 1) }));
  const notes = new Map(old.map((note) => [String(note['id']), note]));
  let [next, deletions] = [NOTES, 0];
  const dealt = (): void => {
    deletions += 1;
    const at = old.findIndex((note) => notes.get(String(note['id'])) === note && done(note) !== undefined);
    const note = old[at];
    if (deletions % 3 === 0 && note !== undefined) notes.set(String(note['id']), done(note) ?? note);
  };
  const answer = ({ method, path, json }: Ask): Told => {
    if (path === '/users' && method === 'GET') return { status: 200, body: users };
    if (path === '/notes' && method === 'GET') return { status: 200, body: [...notes.values()] };
    if (path === '/notes' && method === 'POST') {
      if (!isObject(json) || typeof json['title'] !== 'string') return { status: 400 };
      next += 1;
      notes.set(String(next), { id: next, title: json['title'], ...first(1) });
      return { status: 201, headers: { location: `/notes/${next}` } };
    }
    const id = path.replace(/^\/notes\//u, '');
    const note = notes.get(id);
    if (note === undefined) return { status: 404 };
    if (method === 'GET') return { status: 200, body: note };
    if (method !== 'DELETE') return { status: 405, headers: { allow: 'GET, DELETE' } };
    notes.delete(id);
    dealt();
    return { status: 204 };
  };
  await using service = await serve(answer);
  const resources = [
    { name: 'notes', collection: '/notes', update: false, sample: { title: 'note {unique}' }, required: ['title'] },
    { name: 'users', collection: '/users', create: false, update: false, delete: false },
  ] as const;
  const results: Results = await judge({ target: { baseUrl: service.url, resources }, seed: 1, runs: 3, rules });
  const harmed = old.filter((note) => notes.get(String(note['id'])) !== note).map(({ id }) => String(id));
  return { ...results, harmed, deletions };
}

/** The next user has it, until the last one does. */
function givenOn(member: string): (note: Row) => Row | undefined {
  return (note) => (Number(note[member]) < USERS ? { ...note, [member]: Number(note[member]) + 1 } : undefined);
}

const RULES = ['create/*', 'delete/*', 'read/*'];

test.each(['owner', 'holder_id'])(
  'notes that are given to another %s are told, and few are',
  { tags: ['night'] },
  async (member) => {
    const { run, summary, harmed } = await judged((nth) => ({ [member]: (nth % USERS) + 1 }), givenOn(member), RULES);
    expect(harmed.length).toBeGreaterThan(0);
    expect(harmed.length).toBeLessThan(6);
    expect(run.harm?.join('\n')).toContain(`shown otherwise now: ${harmed.join(', ')} (`);
    expect(summary.headline?.join('\n')).toContain(`in ${member}`);
    expect(summary.verdict).not.toBe('conformant');
  },
);

test('notes of which the views are counted are not told', { tags: ['night'] }, async () => {
  const { run, harmed } = await judged(
    (nth) => ({ seen: nth % USERS }),
    (note) => ({ ...note, seen: Number(note['seen']) + 1 }),
    RULES,
  );
  expect(harmed.length).toBeGreaterThan(5);
  expect(run.harm ?? []).toEqual([]);
});
