import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { cleanUpByLedger } from '../../judge/clean-up.ts';
import { parseLedger } from '../../judge/parse-ledger.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { assayer, temporaryFolder } from '../cli/assayer.ts';
import type { Ask, Told } from '../target-file/service.ts';
import { type Habit, judgeNotes, NOTES_FILE, type Notes, serveNotes } from './notes.ts';

// A service whose ids are made of the words of a title, cut short. A creation with an id that there is already changes that note, and
// takes it out of the archive, which no list shows. The archived note "note" is one of others, and each title of a run begins like it.

const ARCHIVED = 'note';

/** Merges what is sent into the note of the same words; `gone` holds ids of others that were deleted. */
function merging(): Habit & { readonly gone: readonly string[] } {
  const gone: string[] = [];
  let isArchived = true;
  const idOf = (title: string): string => title.toLowerCase().split(/[^a-z0-9]+/u)[0] || 'untitled';
  const made = (json: unknown, notes: Notes): Told | undefined => {
    if (!isObject(json) || typeof json['title'] !== 'string' || json['title'].includes('\ufffd')) return undefined;
    const id = idOf(json['title']);
    if (id === ARCHIVED) isArchived = false;
    const note = { ...notes.get(id), ...json, title: json['title'], id };
    notes.set(id, note);
    return { status: 201, headers: { location: `/notes/${id}` }, body: note };
  };
  return {
    gone,
    others: [...Array.from({ length: 13 }, (_, i) => `other-${i + 1}`), ARCHIVED],
    before({ method, path, json }: Ask, notes: Notes): Told | undefined {
      if (method === 'POST' && path === '/notes') return made(json, notes);
      if (method !== 'GET' || path !== '/notes') return undefined;
      return { status: 200, body: [...notes.values()].filter(({ id }) => !isArchived || id !== ARCHIVED) };
    },
    remove(id, notes) {
      if (id === ARCHIVED) gone.push(id);
      return { status: notes.delete(id) ? 204 : 404 };
    },
  };
}

const RULES = ['create/status', 'create/distinct'];

/** The same, where a creation sends nothing but a title of its own. */
const OWN: TargetFile = {
  resources: [{ name: 'notes', collection: '/notes', update: false, sample: { title: 'note {unique}' } }],
};

describe.each([
  ['an author and a title', NOTES_FILE],
  ['a title alone', OWN],
])('where a creation sends %s', (_, file) => {
  test('neither the run nor its cleanup deletes what two creations were merged into', async () => {
    const habit = merging();
    await using server = await serveNotes(habit);
    await using folder = await temporaryFolder();
    const ledger = join(folder.path, 'run.jsonl');
    const { told } = await judgeNotes(server, { target: { ...file, baseUrl: server.url }, rules: RULES, ledger });
    expect(habit.gone).toEqual([]);
    expect(told.join('\n')).toMatch(/\/notes\/note nothing: two creations named the same record/u);
    const { status, stdout } = await assayer(['cleanup', ledger], { cwd: folder.path });
    expect(habit.gone, stdout).toEqual([]);
    expect(status, stdout).toBe(2);
    expect(stdout).toMatch(/stays {4}\S+\/notes\/note {2}nothing: two creations named the same record/u);
    expect(existsSync(ledger)).toBe(true);
  });

  test('nor does cleanup after a kill, whenever that was', async () => {
    const habit = merging();
    await using server = await serveNotes(habit);
    await using folder = await temporaryFolder();
    const ledger = join(folder.path, 'run.jsonl');
    await judgeNotes(server, { target: { ...file, baseUrl: server.url }, rules: RULES, ledger });
    // A run that is killed has no time to conclude anything.
    const lines = readFileSync(ledger, 'utf8').trimEnd().split('\n');
    const written = lines.filter((line) => !/^\{"(?:namesSame|kept)"/u.test(line));
    const ends = written.flatMap((line, i) => (line.startsWith('{"made"') ? [i + 1] : []));
    expect(ends.length).toBeGreaterThan(2);
    for (const end of [...ends.slice(0, 3), written.length]) {
      const cut = `${written.slice(0, end).join('\n')}\n`;
      const { cleaned } = await cleanUpByLedger(parseLedger(cut, ledger), {});
      expect(habit.gone, cut).toEqual([]);
      expect(cleaned.filter((one) => one.end === 'stays').length).toBeGreaterThan(0);
    }
  });
});
