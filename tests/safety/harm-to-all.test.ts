import { expect, test } from 'vitest';
import { initialise } from '../../init/init.ts';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { DEALS, onOthers, serveCareless } from './careless.ts';
import { type Habit, judgeNotes, serveNotes } from './notes.ts';

// A statement without its WHERE reaches every record. One request does the harm, so that it has to be told whole: who puts it right
// needs to know of each record.

test('where a DELETE of what is not there takes all records, the first line says how many, and which', async () => {
  await using service = await serveNotes({
    remove: (id, notes) => {
      if (notes.has(id)) return undefined;
      notes.clear();
      return { status: 204 };
    },
  });
  const { summary } = await judgeNotes(service, { rules: ['delete/**'] });
  expect(service.harmed()).toHaveLength(13);
  expect(summary.headline?.[0]).toBe(
    '13 of 13 records of notes that others had before this run are gone: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 (this run or somebody else took them away)',
  );
  expect(summary.headline?.join('\n')).toMatch(/a DELETE of what is not there was answered with success, and \S/u);
});

/** 187 notes of others, of which a DELETE takes all but 39. */
const taking = (): Required<Pick<Habit, 'others' | 'remove'>> => ({
  others: Array.from({ length: 187 }, (_, i) => `o${i}`),
  remove(id, notes) {
    const isThere = notes.delete(id);
    for (const other of [...notes.keys()].filter((one) => one.startsWith('o')).slice(39)) notes.delete(other);
    return { status: isThere ? 204 : 404 };
  },
});

test('of more than are asked for one by one, a list that is no page tells the rest', async () => {
  await using service = await serveNotes(taking());
  const { run } = await judgeNotes(service, { rules: ['delete/status'] });
  expect(service.harmed()).toHaveLength(148);
  expect(run.harm?.[0]).toMatch(/^148 of 187 records of notes that others had before this run are gone: o39, o40, /u);
});

test('not where some of them are seen to be there', { tags: ['night'] }, async () => {
  const { others, remove } = taking();
  // Each second one is hidden from the list alone.
  const isHidden = (id: string): boolean => id.startsWith('o') && Number(id.slice(1)) % 2 === 0;
  const read: Habit['read'] = (id) => (isHidden(id) ? { status: 200, body: hidden.get(id) } : undefined);
  const hidden = new Map(others.map((id) => [id, { id, title: `Note of before ${id}`, author: 'Ada' }]));
  await using service = await serveNotes({ others, remove, read });
  const { run } = await judgeNotes(service, { rules: ['delete/status'] });
  expect(run.harm?.[0]).toMatch(/^(?:49|50|51) of 187 records of notes /u);
});

/** Holds every deal where the one that is named is not there. */
const holdingAll: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'PUT' || !pathname.endsWith('/hold')) return fetch(request);
  const body = await request.text();
  const { headers } = request;
  const hold = (url: string): Promise<Response> =>
    Promise.resolve(fetch(new Request(url, { method: 'PUT', headers, body })));
  const answer = await hold(request.url);
  if (answer.status !== 404) return answer;
  const list: { readonly id: string }[] = await (await fetch(new Request(origin + DEALS))).json();
  for (const { id } of list) await hold(`${origin}${DEALS}${id}/hold`);
  return new Response(null, { status: 204 });
};

test('where an operation on what is not there changes all records, the same is told of each', {
  tags: ['night'],
}, async () => {
  await using server = await serveCareless(holdingAll, { operationForms: ['A'] });
  const { summary } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['operation/unknown-deal'] });
  const harmed = server.harmed();
  expect(harmed.length).toBeGreaterThan(1);
  const all = `${harmed.length} of ${harmed.length} records of deals that others had before this run are shown otherwise now`;
  expect(summary.headline?.[0]).toContain(`${all}: `);
});

test('init tells what its requests did to records of others', async () => {
  // Whatever a command names, it reaches the first deal.
  await using server = await serveCareless(
    onOthers(({ method }, path) => method === 'POST' && path.startsWith('/command/')),
  );
  const { harm, open } = await initialise({ baseUrl: server.url, allowWrites: true });
  expect(server.harmed()).toHaveLength(1);
  expect(harm[0]).toMatch(/^1 of 13 records of deals that others had before this run are shown otherwise now: 1 /u);
  expect(open.map(({ question }) => question).join('\n')).not.toMatch(/was not answered/u);
});
