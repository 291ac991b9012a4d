import { expect, test } from 'vitest';
import type { Result } from '../../core/results/results.ts';
import { judge } from '../../judge/judge.ts';
import type { ResourceFile } from '../../target-file/file.ts';
import { inGate } from '../in-gate.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

const RULE = 'update/effect';

type Note = Readonly<Record<string, unknown>>;

/** What a service makes of an update: the note that it keeps, its answer, and what of it comes to all other notes. */
type Put = (
  old: Note,
  sent: Note,
) => { readonly kept: Note; readonly told?: Told; readonly everywhere?: Note; readonly listed?: Note };

/** Notes that are made, read and deleted, and updated in one way. */
function notes(put: Put, made: (sent: Note) => Note = (sent) => sent): (ask: Ask) => Told {
  const all = new Map<string, Note>();
  const listed = new Map<string, Note>();
  let next = 0;
  return ({ method, path, json }) => {
    const sent: Note = Object(json);
    if (path === '/notes' && method === 'POST') {
      if (typeof sent['title'] !== 'string') return { status: 400 };
      next += 1;
      const note = { ...made(sent), id: `n${next}` };
      all.set(note.id, note);
      return { status: 201, headers: { location: `/notes/n${next}` }, body: note };
    }
    if (path === '/notes') return { status: 200, body: [...all].map(([id, note]) => listed.get(id) ?? note) };
    const id = path.slice('/notes/'.length);
    const note = all.get(id);
    if (note === undefined) return { status: 404 };
    if (method === 'GET') return { status: 200, body: note };
    if (method === 'DELETE') return { status: all.delete(id) ? 204 : 404 };
    const { kept, told = { status: 204 }, everywhere = {}, listed: entry } = put(note, sent);
    for (const [other, old] of all) all.set(other, { ...old, ...everywhere });
    all.set(id, { ...kept, id });
    if (entry !== undefined) listed.set(id, { ...entry, id });
    return told;
  };
}

const SAMPLE = { title: 'note {unique}', stars: 3, tags: ['a', 'b'], done: true, kind: 'memo' };

async function judged(serving: (ask: Ask) => Told, more: Partial<ResourceFile> = {}): Promise<Result | undefined> {
  await using service = await serve(serving);
  const resource: ResourceFile = { name: 'notes', collection: '/notes', sample: SAMPLE, required: ['title'], ...more };
  const target = { baseUrl: service.url, resources: [resource] };
  const { results } = await judge({ target, rules: [RULE], runs: 1, seed: 1 });
  return results.find(({ rule, subject }) => rule === RULE && subject === 'notes');
}

const without = (note: Note, ...members: readonly string[]): Note =>
  Object.fromEntries(Object.entries(note).filter(([member]) => !members.includes(member)));
const only = (note: Note, member: string): Note => (member in note ? { [member]: note[member] } : {});
/** Keeps this member of the note as it was. */
const keeping =
  (member: string): Put =>
  (old, sent) => ({ kept: { ...without(sent, member), ...only(old, member) } });

const told: Partial<ResourceFile> = {
  update: { payload: { title: 'other {unique}', stars: 4, tags: ['c'], done: false, kind: 'letter' } },
};
/** An update that adds a member which no note has by its creation. */
const adding: Partial<ResourceFile> = { update: { payload: { title: 'other {unique}', colour: 'green' } } };
const invalid: Partial<ResourceFile> = { invalid: { 'with a text as stars': { ...SAMPLE, stars: 'many' } } };

const WRONG: readonly [what: string, put: Put, more?: Partial<ResourceFile>][] = [
  ['changes nothing', (old) => ({ kept: old })],
  ['keeps the number', keeping('stars'), told],
  ['keeps the array', keeping('tags'), told],
  ['keeps the flag', keeping('done'), told],
  ['keeps the text of which the file tells that it changes', keeping('title'), told],
  ['keeps the kind of which the file tells that it changes', keeping('kind'), told],
  ['loses the array', (_, sent) => ({ kept: without(sent, 'tags') }), told],
  ['stores another number', (_, sent) => ({ kept: { ...sent, stars: 7 } }), told],
  ['changes the kind of all', (_, sent) => ({ kept: sent, everywhere: only(sent, 'kind') }), told],
  ['is not listed', (old, sent) => ({ kept: sent, listed: old }), told],
  ['answers 201', (_, sent) => ({ kept: sent, told: { status: 201 } })],
  ['takes the first update alone', (old, sent) => ({ kept: old['kind'] === 'letter' ? old : sent }), told],
  ['takes the first update of the sample alone', (old, sent) => ({ kept: 'tags' in old ? old : sent })],
  [
    'refuses what is invalid when it is stored',
    (_, sent) => ({ kept: sent, told: { status: typeof sent['stars'] === 'string' ? 400 : 204 } }),
    invalid,
  ],
];

test('found: an update passes over a member that no note had before', { tags: ['night'] }, async () => {
  const result = await judged(
    notes((old, sent) => ({ kept: { ...old, ...without(sent, 'colour') } })),
    adding,
  );
  expect([result?.outcome, result?.reason]).toEqual(['fail', expect.stringContaining('colour')]);
});

test('legal: a member that no note ever shows', async () => {
  const shown = (sent: Note): Note => without(sent, 'colour');
  const result = await judged(
    notes((old, sent) => ({ kept: { ...old, ...shown(sent) } }), shown),
    adding,
  );
  expect(result?.outcome).toBe('pass');
});

test.each(inGate(WRONG))('found: an update %s', { tags: ['night'] }, async (_, put, more) => {
  const result = await judged(notes(put), more);
  expect([result?.outcome, result?.reason]).toEqual(['fail', expect.any(String)]);
});

const upper = (note: Note): Note => ({ ...note, kind: String(note['kind']).toUpperCase(), tags: ['b', 'a'] });

const few = (note: Note): Note => ({ ...note, stars: Math.min(Number(note['stars'] ?? 0), 2) });

const LEGAL: readonly [what: string, put: Put, more?: Partial<ResourceFile>, made?: (sent: Note) => Note][] = [
  ['stores all', (_, sent) => ({ kept: sent })],
  ['answers 200 with the record', (_, sent) => ({ kept: sent, told: { status: 200, body: sent } })],
  ['changes what it names alone', (old, sent) => ({ kept: { ...old, ...sent } }), told],
  ['keeps the title, by which a note is known', keeping('title')],
  ['takes the kind at a creation alone', keeping('kind')],
  ['takes the number at a creation alone', keeping('stars')],
  ['counts itself', (old, sent) => ({ kept: { ...sent, stars: Number(old['stars'] ?? 0) + 1 } })],
  ['keeps no more than two stars', (_, sent) => ({ kept: few(sent) }), told, few],
  [
    'sorts tags',
    (_, sent) => ({ kept: { ...sent, tags: ['a', 'b'] } }),
    { update: { payload: { ...SAMPLE, tags: ['b', 'a'] } } },
  ],
  ['opens a note that is done', (_, sent) => ({ kept: { ...sent, done: false } })],
  ['writes values in its own way', (_, sent) => ({ kept: upper(sent) }), {}, upper],
  ['writes numbers as texts', (_, sent) => ({ kept: { ...sent, stars: String(sent['stars']) } })],
  ['never shows the kind', (_, sent) => ({ kept: without(sent, 'kind') }), { writeOnly: ['kind'] }],
  ['gives out stars by rank', keeping('stars'), { computed: ['stars'] }],
  ['is refused', (old) => ({ kept: old, told: { status: 409 } })],
  ['is not served', (old) => ({ kept: old, told: { status: 405 } })],
  ['is accepted for later', (old) => ({ kept: old, told: { status: 202 } })],
  [
    'refuses other numbers than before',
    (old, sent) => (sent['stars'] === SAMPLE.stars ? { kept: sent } : { kept: old, told: { status: 422 } }),
    invalid,
  ],
];

test.each(inGate(LEGAL))('legal: an update %s', async (_, put, more, made) => {
  const result = await judged(notes(put, made), more);
  expect([result?.outcome, result?.reason]).not.toEqual(['fail', expect.anything()]);
  expect(result?.outcome).not.toBe('error');
});

test('a service that takes what is sent passes, and without a sample of its own nothing is judged', async () => {
  expect((await judged(notes((_, sent) => ({ kept: sent }))))?.outcome).toBe('pass');
  const update = { method: 'PATCH' as const };
  expect(
    (
      await judged(
        notes((_, sent) => ({ kept: sent })),
        { update: { ...update, address: '/notes/{id}' } },
      )
    )?.outcome,
  ).toBe('not-applicable');
});
