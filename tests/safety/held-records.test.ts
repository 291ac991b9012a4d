import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import type { JudgeOptions } from '../../judge/options.ts';
import type { TargetFile } from '../../target-file/file.ts';
import type { Ask, Told } from '../target-file/service.ts';
import { type Habit, judgeNotes, NOTES_FILE, type Notes, serveNotes } from './notes.ts';

// A service that refuses to delete what is held: the run undoes its own holds.

const COLLECTION = /^\/notes\/([^/]+)\/(hold|unhold)$/u;

/** Serves notes that can be held, in form A, in form G and as a command; a held one is not deleted. */
function holding({ refusal, unholds = true }: { readonly refusal: number; readonly unholds?: boolean }): Habit {
  const put = (notes: Notes, id: string, action: string): Told => {
    const note = notes.get(id);
    if (note === undefined) return { status: 404 };
    if (action === 'unhold' && !unholds) return { status: 409 };
    notes.set(id, Object.assign(note, { held: action === 'hold' }));
    return { status: 204 };
  };
  return {
    before({ method, path, json }: Ask, notes) {
      const [, id = '', action = ''] = COLLECTION.exec(path) ?? [];
      if (method === 'PUT' && action !== '') return put(notes, id, action);
      if (!isObject(json) || typeof json['note'] !== 'string') return undefined;
      return path.startsWith('/command/') ? put(notes, json['note'], path.split('/')[2] ?? '') : undefined;
    },
    remove(id, notes) {
      const note = notes.get(id);
      return isObject(note) && note['held'] === true ? { status: refusal } : undefined;
    },
  };
}

const A: Pick<TargetFile, 'operations'> = {
  operations: [
    { name: 'hold', resource: 'notes', effect: { held: true }, forms: { A: '/notes/{id}/hold' } },
    { name: 'unhold', resource: 'notes', after: 'hold', effect: { held: false }, forms: { A: '/notes/{id}/unhold' } },
  ],
};

async function judged(habit: Habit, file: Partial<TargetFile>, options: Partial<JudgeOptions> = {}) {
  await using server = await serveNotes(habit);
  const target = { ...NOTES_FILE, ...file, baseUrl: server.url };
  const { results, told } = await judgeNotes(server, { target, ...options });
  const sent = server.asked.map(({ method, path }) => `${method} ${path}`);
  /** How often a note was released after its first deletion. */
  const undone = (id: string): number =>
    sent.slice(sent.indexOf(`DELETE /notes/${id}`)).filter((one) => one === `PUT /notes/${id}/unhold`).length;
  return { results, told, undone, harmed: server.harmed(), left: server.left() };
}

test('a deletion that a hold keeps from being done is sent again once the hold was undone', async () => {
  const { left, harmed, told, results } = await judged(holding({ refusal: 409 }), A, { rules: ['operation/status'] });
  expect(results.filter(({ outcome }) => outcome === 'pass')).toHaveLength(2);
  expect([left, harmed, told]).toEqual([[], [], []]);
});

test.each([403, 422, 400])(
  'whatever refusal %i it is answered, in a whole run',
  { tags: ['night'] },
  async (refusal) => {
    const { left, harmed, told } = await judged(holding({ refusal }), A);
    expect([left, harmed, told]).toEqual([[], [], []]);
  },
);

test('a hold by a command is undone by a command', { tags: ['night'] }, async () => {
  const habit = holding({ refusal: 409 });
  const commands = ['hold', 'unhold'].map((name) => ({
    name,
    address: `/command/${name}/`,
    payload: { note: '{deal}' },
  }));
  const { left, told } = await judged(habit, { ...A, commands, claims: { commandQuery: true } });
  expect([left, told]).toEqual([[], []]);
});

test('it is undone once, and what is refused all the same is told', { tags: ['night'] }, async () => {
  const { left, told, undone } = await judged(holding({ refusal: 409, unholds: false }), A, {
    rules: ['operation/status'],
  });
  expect(left.map(undone)).toContain(1);
  expect(left.map(undone).filter((times) => times > 1)).toEqual([]);
  expect(left.filter((id) => !told.some((line) => line.includes(`/notes/${id} `)))).toEqual([]);
});

test.each([405, 429, 500])('%i has another reason than a hold', { tags: ['night'] }, async (refusal) => {
  const { left, undone } = await judged(holding({ refusal }), A, { rules: ['operation/status'] });
  expect(left.length).toBeGreaterThan(0);
  expect(left.map(undone).filter((times) => times > 0)).toEqual([]);
});

test('what shows another record by now is left alone', { tags: ['night'] }, async () => {
  const habit = holding({ refusal: 409 });
  // Another client is shown in place of what was held, once its deletion was refused.
  const refused = new Set<string>();
  const remove: Habit['remove'] = (id, notes) => {
    const told = habit.remove?.(id, notes);
    if (told !== undefined) refused.add(id);
    return told;
  };
  const read: Habit['read'] = (id) =>
    refused.has(id) ? { status: 200, body: { id, title: 'Tea', author: 'Ada' } } : undefined;
  const { left, undone } = await judged({ ...habit, remove, read }, A, { rules: ['operation/status'] });
  expect(left.length).toBeGreaterThan(0);
  expect(left.map(undone).filter((times) => times > 0)).toEqual([]);
});
