import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { type Ask, serve, store, type Told } from '../target-file/service.ts';
import { json, judged } from './judged.ts';

const RULE = 'query/records';

type Deal = Readonly<Record<string, unknown>>;

/** Answers the query for deals by what `find` makes of those that were made, and of the name that each had first. */
function finding(
  find: (name: string, deals: readonly Deal[], firstNames: ReadonlyMap<unknown, unknown>) => readonly Deal[],
) {
  return (fetch: Fetch): Fetch => {
    const made = new Map<string, string>();
    const firstNames = new Map<unknown, unknown>();
    const read = async (place: string): Promise<readonly Deal[]> => {
      const response = await fetch(new Request(place, { headers: { accept: 'application/json' } }));
      return response.ok ? [Object(await response.json())] : [];
    };
    return async (request) => {
      const { pathname } = new URL(request.url);
      const [, name] = /\/query\/deals\/([^/]+)$/u.exec(pathname) ?? [];
      const response = await fetch(request);
      if (request.method === 'GET' && name !== undefined) {
        const all: readonly Deal[] = response.ok ? await response.json() : [];
        const seeded = all.filter(({ id }) => !made.has(String(id)));
        const deals = (await Promise.all([...made.values()].map(read))).flat();
        const found = [...seeded, ...find(decodeURIComponent(name), deals, firstNames)];
        return found.length === 0 ? json(404, {}) : json(200, found);
      }
      const place = new URL(response.headers.get('location') ?? pathname, request.url).href;
      const [, id] = /\/deals\/([^/]+)$/u.exec(place) ?? [];
      if (request.method !== 'POST' || response.status !== 201 || id === undefined) return response;
      made.set(id, place);
      for (const deal of await read(place)) firstNames.set(id, deal['name']);
      return response;
    };
  };
}

const options = { representations: ['json' as const], operationForms: ['D' as const] };

test.each<readonly [string, ReturnType<typeof finding>, RegExp | undefined]>([
  ['finds what is there', finding((name, deals) => deals.filter((deal) => deal['name'] === name)), undefined],
  [
    'finds by the first name alone',
    finding((name, deals, first) => deals.filter(({ id }) => first.get(String(id)) === name)),
    /expected the record by the name “assayer \w+”, which it shows/u,
  ],
  [
    'finds by each name that there was',
    finding((name, deals, first) =>
      deals.filter((deal) => [deal['name'], first.get(String(deal['id']))].includes(name)),
    ),
    /expected no record by the name “assayer \w+”, which it shows no more/u,
  ],
])('a query of 4.3 that %s', { tags: ['night'] }, async (_, wrap, told) => {
  const { of } = await judged([RULE], { wrap, runs: 1, options });
  const { outcome, reason } = of(RULE, 'query:deals');
  expect(outcome, reason).toBe(told === undefined ? 'pass' : 'fail');
  if (told !== undefined) expect(reason).toMatch(told);
});

/** Notes that are found by their title: by `find` of all that are there, each with the title that it was made with as `first`. */
function notes(
  find: (title: string, all: readonly Deal[]) => readonly Deal[],
  isSlugShown = false,
): (ask: Ask) => Told {
  const records: Record<string, unknown>[] = [{ id: '1', title: 'first' }];
  const first = new Map<unknown, unknown>([['1', 'first']]);
  const rest = store('/notes', {
    records,
    served: (_, { method, path, json: sent }) => {
      const record = records.find(({ id }) => path === `/notes/${String(id)}`);
      if (method !== 'PUT' || record === undefined) return { status: 405 };
      Object.assign(record, sent);
      return { status: 204 };
    },
  });
  return (ask) => {
    const title = new URLSearchParams(ask.path.split('?')[1] ?? '').get('title');
    if (title === null) {
      const answer = rest(ask);
      const made = ask.method === 'POST' && answer.status === 201 ? records.at(-1) : undefined;
      if (made !== undefined) first.set(made['id'], made['title']);
      if (made !== undefined && isSlugShown) made['slug'] = made['title'];
      return answer;
    }
    const all = records.map((one) => ({ ...one, first: first.get(one['id']) }));
    return { status: 200, body: find(title, all).map(({ first: _, ...one }: Record<string, unknown>) => one) };
  };
}

const byFirst = (title: string, all: readonly Deal[]): readonly Deal[] => all.filter((one) => one['first'] === title);

test.each<readonly [string, (ask: Ask) => Told, string]>([
  ['finds what is there', notes((title, all) => all.filter((one) => one['title'] === title)), 'pass'],
  ['finds by the title that was first', notes(byFirst), 'fail'],
  [
    'finds by each title that there was',
    notes((title, all) => all.filter((one) => [one['title'], one['first']].includes(title))),
    'fail',
  ],
  ['finds by a slug that stays and is shown', notes(byFirst, true), 'pass'],
])('a query of 4.4 that %s', async (_, answer, outcome) => {
  await using service = await serve(answer);
  const notesOf = {
    name: 'notes',
    collection: '/notes',
    known: '1',
    sample: { title: 'note {unique}' },
    query: { address: '/notes?title={value}', field: '/title', matches: 'first' },
    update: { method: 'PUT', address: '/notes/{id}', payload: { title: 'other {unique}' } },
  } as const;
  const target = { baseUrl: service.url, resources: [notesOf] };
  const { results } = await judge({ target, rules: ['read/query-filters#notes'], runs: 1, seed: 1 });
  const found = results.find(({ rule, subject }) => rule === 'read/query-filters' && subject === 'notes');
  expect(found?.outcome, found?.reason).toBe(outcome);
});
