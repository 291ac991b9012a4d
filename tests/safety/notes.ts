import { randomUUID } from 'node:crypto';
import { decodeSegment } from '../../core/http/address.ts';
import { isObject } from '../../core/representation/json-value.ts';
import type { Results } from '../../core/results/results.ts';
import { judge } from '../../judge/judge.ts';
import type { JudgeOptions } from '../../judge/options.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { type Ask, type Service, serve, type Told } from '../target-file/service.ts';

/** A note as its service keeps it. */
export interface Note {
  readonly id: string;
  readonly title: string;
  readonly author?: unknown;
}

/** The notes of a service, by id. */
export type Notes = Map<string, Note>;

/** What a service does in its own way. What answers undefined is done as usual. */
export interface Habit {
  /** Ids of notes of others; thirteen by default, so that a list of them is no page of a usual length. */
  readonly others?: readonly string[];
  /** In place of any answer. */
  readonly before?: (ask: Ask, notes: Notes) => Told | undefined;
  /** The id of a note that is made; drawn by default. */
  readonly nextId?: (notes: Notes) => string;
  /** How a note is kept that was just made: at once and as it was sent by default. */
  readonly keep?: (notes: Notes, note: Note) => void;
  readonly read?: (id: string, notes: Notes) => Told | undefined;
  readonly remove?: (id: string, notes: Notes) => Told | undefined;
  /** How long it takes for each answer. */
  readonly delayMs?: number;
}

/** A service of notes with a habit, while it runs. */
export interface NoteService extends AsyncDisposable {
  readonly url: string;
  readonly asked: Service['asked'];
  /** Notes of others that are gone or were changed. */
  readonly harmed: () => readonly string[];
  /** Notes that were not there before. */
  readonly left: () => readonly string[];
}

/** Others who have 500 notes, and delete one of them at every request of so many; `gone` is what they deleted. */
export function othersDelete(
  every: number,
): Required<Pick<Habit, 'others' | 'before'>> & { readonly gone: readonly string[] } {
  let requests = 0;
  const gone: string[] = [];
  return {
    gone,
    others: Array.from({ length: 500 }, (_, i) => `o${i}`),
    before(_, notes) {
      requests += 1;
      const [first] = requests % every === 0 ? [...notes.keys()].filter((id) => id.startsWith('o')) : [];
      if (first !== undefined) gone.push(first);
      notes.delete(first ?? '');
      return undefined;
    },
  };
}

const THIRTEEN: readonly string[] = Array.from({ length: 13 }, (_, i) => String(i + 1));

/** Serves notes at `/notes`: POST, GET and DELETE. */
export async function serveNotes(habit: Habit): Promise<NoteService> {
  const before = (habit.others ?? THIRTEEN).map((id): Note => ({ id, title: `Note of before ${id}`, author: 'Ada' }));
  const notes: Notes = new Map(before.map((note) => [note.id, note]));
  const answer = (ask: Ask): Told => habit.before?.(ask, notes) ?? answered(ask, notes, habit);
  const { url, asked, [Symbol.asyncDispose]: end } = await serve(answer, { delayMs: habit.delayMs ?? 0 });
  return {
    url,
    asked,
    harmed: () => before.filter((note) => notes.get(note.id) !== note).map(({ id }) => id),
    left: () => [...notes.keys()].filter((id) => !before.some((note) => note.id === id)),
    [Symbol.asyncDispose]: end,
  };
}

function answered({ method, path, json }: Ask, notes: Notes, habit: Habit): Told {
  const id = decodeSegment(/^\/notes\/([^/?]+)$/u.exec(path)?.[1] ?? '');
  if (path === '/notes' && method === 'GET') return { status: 200, body: [...notes.values()] };
  if (path === '/notes' && method === 'POST') return created(json, notes, habit);
  if (path === '/notes') return { status: 405, headers: { allow: 'GET, POST' } };
  const note = notes.get(id);
  if (method === 'GET')
    return habit.read?.(id, notes) ?? (note === undefined ? { status: 404 } : { status: 200, body: shown(note) });
  if (method !== 'DELETE') return { status: 405, headers: { allow: 'GET, DELETE' } };
  return habit.remove?.(id, notes) ?? { status: notes.delete(id) ? 204 : 404 };
}

function created(json: unknown, notes: Notes, { nextId = () => randomUUID(), keep }: Habit): Told {
  // Bytes that are no UTF-8 arrive as replacement characters.
  if (!isObject(json) || typeof json['title'] !== 'string' || json['title'].includes('\ufffd')) return { status: 400 };
  const note: Note = { ...json, title: json['title'], id: nextId(notes) };
  if (keep === undefined) notes.set(note.id, note);
  else keep(notes, note);
  return { status: 201, headers: { location: `/notes/${note.id}` }, body: shown(notes.get(note.id) ?? note) };
}

function shown(note: Note): object {
  return { ...note, self: `/notes/${note.id}` };
}

/** How the notes of a run are described. */
export const NOTES_FILE: TargetFile = {
  resources: [
    {
      name: 'notes',
      collection: '/notes',
      update: false,
      sample: { title: 'note {unique}', author: 'assayer' },
      required: ['title'],
    },
  ],
};

/** Judges a service of notes, and tells what it left behind. */
export async function judgeNotes(
  { url }: NoteService,
  options: Partial<JudgeOptions> = {},
): Promise<Results & { readonly told: readonly string[] }> {
  const results = await judge({ target: { ...NOTES_FILE, baseUrl: url }, seed: 1, runs: 1, ...options });
  return { ...results, told: (results.run.leftBehind ?? []).map(({ address, tried }) => `${address} ${tried}`) };
}
