import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { cleanUpByLedger } from '../../judge/clean-up.ts';
import { parseLedger } from '../../judge/parse-ledger.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { temporaryFolder } from '../cli/assayer.ts';
import type { Ask, Told } from '../target-file/service.ts';
import { type Habit, judgeNotes, type Notes, serveNotes } from './notes.ts';

// What the run would not delete, and what others did since it ended: cleanup deletes none of that.

/** Where a service is: the run goes on, or it is over and somebody cleans up. */
interface Stage {
  isOver: boolean;
}

interface Case {
  readonly id: string;
  readonly habit: (stage: Stage) => Habit;
  /** What others do between the run and the clean-up. */
  readonly meanwhile?: (notes: Notes) => void;
  /** What is told of what stays. */
  readonly stays: RegExp;
}

const refusedInRun =
  (stage: Stage): NonNullable<Habit['remove']> =>
  () =>
    stage.isOver ? undefined : { status: 403 };

/** The note of others at a number. */
const numbered = (id: string): string => (/^k\d+$/u.test(id) ? `o${Number(id.slice(1)) % 13}` : id);

const RULES = ['create/status', 'create/distinct', 'delete/status'];

const isOfRun = (id: string): boolean => !id.startsWith('o');

/** A creation sends nothing but a title of its own. */
const resources: TargetFile['resources'] = [
  { name: 'notes', collection: '/notes', update: false, sample: { title: 'note {unique}' } },
];

const CASES: readonly Case[] = [
  {
    id: 'the deletions of the run took notes of others along',
    habit: () => ({
      remove(id, notes) {
        const isThere = notes.delete(id);
        const other = [...notes.keys()].find((one) => !isOfRun(one));
        if (isThere && other !== undefined) notes.delete(other);
        return { status: isThere ? 204 : 404 };
      },
    }),
    stays: /a DELETE of a record of this run took records of others with it/u,
  },
  {
    id: 'somebody copied a note that stayed',
    habit: (stage) => ({ remove: refusedInRun(stage) }),
    meanwhile(notes) {
      for (const note of [...notes.values()].filter(({ id }) => isOfRun(id)))
        notes.set(`o-copy-${note.id}`, { ...note, id: `o-copy-${note.id}` });
    },
    stays: /it may be a copy that somebody else made/u,
  },
  {
    id: 'the list shows ids that name the notes of others',
    habit: (stage) => ({
      before({ method, path, json }: Ask, notes: Notes): Told | undefined {
        if (path !== '/notes') return undefined;
        if (method === 'POST' && isObject(json) && typeof json['title'] === 'string') {
          const id = randomUUID();
          notes.set(id, { id, title: json['title'] });
          return { status: 500 };
        }
        // The list numbers what it shows; a number names another note to who reads or deletes it.
        if (method !== 'GET' || !stage.isOver) return undefined;
        return { status: 200, body: [...notes.values()].map((note, i) => ({ ...note, id: `k${i}` })) };
      },
      read: (id, notes) => {
        const note = notes.get(numbered(id));
        return note === undefined ? undefined : { status: 200, body: note };
      },
      remove: (id, notes) => {
        if (!stage.isOver) return { status: 403 };
        return { status: notes.delete(numbered(id)) ? 204 : 404 };
      },
    }),
    stays: /shows another record than the list/u,
  },
];

test.each(CASES)('cleanup deletes no note of others where $id', async ({ habit, meanwhile, stays }) => {
  const stage: Stage = { isOver: false };
  let kept: Notes = new Map();
  const { before, ...rest } = habit(stage);
  await using server = await serveNotes({
    others: Array.from({ length: 13 }, (_, i) => `o${i}`),
    ...rest,
    before(ask, notes) {
      kept = notes;
      return before?.(ask, notes);
    },
  });
  await using folder = await temporaryFolder();
  const ledger = join(folder.path, 'run.jsonl');
  await judgeNotes(server, { target: { baseUrl: server.url, resources }, rules: RULES, ledger });
  stage.isOver = true;
  meanwhile?.(kept);
  const others = [...kept.keys()].filter((id) => !isOfRun(id));
  const { cleaned } = await cleanUpByLedger(parseLedger(readFileSync(ledger, 'utf8'), ledger), {});
  expect([...kept.keys()].filter((id) => !isOfRun(id))).toEqual(others);
  expect(cleaned.map(({ end, tried }) => `${end} ${tried}`).join('\n')).toMatch(stays);
});
