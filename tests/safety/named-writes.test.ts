import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { NOTES_FILE, serveNotes } from './notes.ts';

// The name of a resource is the target's own, and may be a word that the run uses for itself.

test.each(['writes', 'notes'])('a resource that is called “%s” is judged as any other', async (name) => {
  const { resources = [] } = NOTES_FILE;
  await using server = await serveNotes({
    before({ method, path, json }, notes) {
      const note = method === 'PUT' ? notes.get(path.slice('/notes/'.length)) : undefined;
      if (note === undefined) return undefined;
      notes.set(note.id, { ...note, ...Object(json), id: note.id });
      return { status: 204 };
    },
  });
  const { results, run } = await judge({
    target: {
      resources: resources.map((notes) => ({ ...notes, name, update: '/notes/{id}' })),
      baseUrl: server.url,
    },
    seed: 1,
    runs: 1,
    rules: ['update/effect'],
    maxTimeMs: 20_000,
  });
  expect(run.interrupted).toBeUndefined();
  expect(results.find(({ rule }) => rule === 'update/effect')?.outcome).toBe('pass');
});
