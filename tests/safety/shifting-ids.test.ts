import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import { inGate } from '../in-gate.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

// A service whose ids are the places of an array: where one note is deleted, each that comes after it moves up.

function notes(showsId: boolean) {
  const kept: string[] = Array.from({ length: 5 }, (_, i) => `Note of before ${i}`);
  const json = (value: unknown, headers = {}): Told => ({
    status: 200,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  });
  const shown = (text: string, place: number): object => (showsId ? { id: String(place), text } : { text });
  let others = 0;
  return {
    /** Where notes of the run are. */
    left: (): string[] => [...kept.keys()].filter((i) => !/before|somebody/u.test(kept[i] ?? '')).map(String),
    /** Notes of others that are gone. */
    harmed: (): string[] => {
      const all = [
        ...Array.from({ length: 5 }, (_, i) => `Note of before ${i}`),
        ...Array.from({ length: others }, (_, i) => `Note of somebody ${i}`),
      ];
      return all.filter((text) => !kept.includes(text));
    },
    /** Another client makes a note. */
    add: (): void => {
      kept.push(`Note of somebody ${others}`);
      others += 1;
    },
    answer({ method, path, json: sent }: Ask): Told {
      const id = path.slice('/notes/'.length);
      const place = /^\d+$/u.test(id) ? Number(id) : -1;
      if (method === 'POST' && path === '/notes') {
        if (!isObject(sent) || typeof sent['text'] !== 'string') return { status: 400 };
        kept.push(sent['text']);
        return {
          ...json(shown(sent['text'], kept.length - 1), { location: `/notes/${kept.length - 1}` }),
          status: 201,
        };
      }
      if (path === '/notes')
        return method === 'GET' ? json(kept.map(shown)) : { status: 405, headers: { allow: 'GET, POST' } };
      const text = kept[place];
      if (method === 'DELETE' && text !== undefined) kept.splice(place, 1);
      if (method === 'DELETE') return { status: text === undefined ? 404 : 204 };
      if (method !== 'GET') return { status: 405, headers: { allow: 'GET, DELETE' } };
      return text === undefined ? { status: 404 } : json(shown(text, place));
    },
  };
}

test.each(
  inGate(
    [
      { showsId: true, every: 0 },
      { showsId: true, every: 3 },
      { showsId: false, every: 3 },
      { showsId: true, every: 3, concurrency: 1 },
    ],
    4,
  ),
)('at most one note of another client is deleted, and told: %j', async ({ showsId, every, ...how }) => {
  const service = notes(showsId);
  let made = 0;
  await using served = await serve((ask) => {
    const told = service.answer(ask);
    if (told.status === 201) {
      made += 1;
      if (every > 0 && made % every === 0) service.add();
    }
    return told;
  });
  const resource = { name: 'notes', collection: '/notes', update: false as const, sample: { text: 'note {unique}' } };
  const { run, summary } = await judge({
    target: { baseUrl: served.url, resources: [resource] },
    rules: ['create/*', 'delete/*'],
    runs: 1,
    seed: 1,
    ...how,
  });
  // What is deleted before the first record is seen to move cannot be foreseen.
  expect(service.harmed().length).toBeLessThanOrEqual(1);
  expect(summary.headline?.join('\n')).toMatch(/ids of notes do not last/u);
  const told = JSON.stringify(run.leftBehind ?? []);
  if (showsId) expect(service.left().filter((id) => !told.includes(`/notes/${id}"`))).toEqual([]);
  else expect(told).toContain(`the list shows ${service.left().length} records with values of this run, and no ids`);
});
