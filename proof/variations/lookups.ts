import type { SeedUser } from '../../fixtures/seed.ts';
import { SEED_DEALS, SEED_USERS } from '../../fixtures/seed.ts';
import type { Fetch } from '../../mock/interface.ts';
import type { MockOptions } from '../../mock/options.ts';
import {
  answers,
  asItIs,
  bodies,
  instead,
  isIn,
  records,
  rewritten,
  type Shown,
  type Variation,
  type Wrap,
} from './variation.ts';

const QUERY = 'document 4.4: how a query matches and in which order it answers is not shown';
const USERS = 'document 2: fields of the user record are not shown beyond the identifier in the path';

/** Changes the array that a success in JSON holds. */
function lists(change: (entries: readonly unknown[], path: string) => readonly unknown[]): Wrap {
  return bodies('json', (text, { path }) => {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? JSON.stringify(change(value, path)) : text;
  });
}

/** Answers a query for a name by a comparison of its own. */
const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'range'] as const;

export function matching(fits: (name: string, wanted: string) => boolean): Wrap {
  return instead(async ({ request, path, search }, next) => {
    const wanted = new URLSearchParams(search).get('name');
    if (request.method !== 'GET' || !path.endsWith('/users') || wanted === null) return undefined;
    const plain = await next(request);
    if (plain.status !== 200 || !(plain.headers.get('content-type') ?? '').includes('json')) return plain;
    const { origin } = new URL(request.url);
    // As whoever asked: all users may be there only for a session.
    const headers = new Headers(request.headers);
    headers.set('accept', 'application/json');
    for (const name of CONDITIONS) headers.delete(name);
    const all: unknown = await (await next(new Request(`${origin}${path}`, { headers }))).json();
    const found = (Array.isArray(all) ? all : []).filter((user: Shown) => fits(String(user['name']), wanted));
    return new Response(JSON.stringify(found), {
      status: 200,
      headers: { 'content-type': 'application/json', vary: 'Accept' },
    });
  });
}

// By a suffix as well, which chooses the same representation (document 4.5-3).
const isUsers = (path: string): boolean => /\/users(?:[./]|$)/u.test(path);

function without(member: string): Wrap {
  return records((record, { path }) => {
    if (!isUsers(path)) return record;
    const { [member]: _left, ...rest } = record;
    return rest;
  });
}

const seeded = (change: (user: SeedUser, i: number) => SeedUser): MockOptions => ({
  seed: { users: SEED_USERS.map(change), deals: SEED_DEALS },
});

const sorted = (a: unknown, b: unknown): number => JSON.stringify(b).localeCompare(JSON.stringify(a));

// What is found out about users starts from the first that is listed.
const SHARED_NAME = { 'read/query-shape': 'the user that is listed first shares a name' };

/** Other clients of the same service: in one request of four somebody files a deal, or deletes the oldest of theirs. */
function othersAtWork(): Wrap {
  return (fetch, { options }) => {
    const place = `${options.basePath}/rest/${options.version}/deals/`;
    const theirs: string[] = [];
    let asked = 0;
    return async (request) => {
      asked += 1;
      // Spread as if by chance, and the same each time.
      if (Math.imul(asked, 0x9e3779b1) >>> 30 === 0) await work(fetch, new URL(request.url).origin, place, theirs);
      return fetch(request);
    };
  };
}

async function work(fetch: Fetch, origin: string, place: string, theirs: string[]): Promise<void> {
  const oldest = theirs.length > 3 ? theirs.shift() : undefined;
  if (oldest !== undefined) {
    await fetch(new Request(oldest, { method: 'DELETE' }));
    return;
  }
  const body = JSON.stringify({ name: 'somebody else’s', price: 5 });
  const headers = { 'content-type': 'application/json' };
  const made = await fetch(new Request(origin + place, { method: 'POST', headers, body }));
  const location = made.headers.get('location');
  if (location !== null) theirs.push(new URL(location, origin + place).href);
}

/** Collections, queries and users: document 4.4. */
export const lookups: readonly Variation[] = [
  {
    id: 'others-at-work',
    title: 'Others file and delete deals of their own all the while.',
    source: 'document 1, 4.1: deals can be created and deleted, and nothing says by one client only',
    othersWork: true,
    wrap: othersAtWork(),
  },
  {
    id: 'query-without-case',
    title: 'Names are compared without case.',
    source: QUERY,
    group: 'query',
    wrap: matching((name, wanted) => name.toLowerCase() === wanted.toLowerCase()),
  },
  {
    id: 'query-by-prefix',
    title: 'Names are found by how they begin.',
    source: QUERY,
    group: 'query',
    wrap: matching((name, wanted) => wanted !== '' && name.toLowerCase().startsWith(wanted.toLowerCase())),
  },
  {
    id: 'query-by-part',
    title: 'Names are found by any part of them.',
    source: QUERY,
    group: 'query',
    wrap: matching((name, wanted) => wanted !== '' && name.toLowerCase().includes(wanted.toLowerCase())),
  },
  {
    id: 'query-without-marks',
    title: 'Names are compared without marks on letters.',
    source: QUERY,
    group: 'query',
    wrap: matching((name, wanted) => plain(name) === plain(wanted)),
  },
  {
    id: 'query-by-words',
    title: 'Names are found by any of their words.',
    source: QUERY,
    group: 'query',
    wrap: matching((name, wanted) =>
      wanted
        .toLowerCase()
        .split(/\s+/u)
        .some((word) => name.toLowerCase().split(/\s+/u).includes(word)),
    ),
  },
  {
    id: 'lists-backwards',
    title: 'Collections begin with the newest.',
    source: QUERY,
    group: 'order',
    hides: SHARED_NAME,
    wrap: lists((entries) => [...entries].reverse()),
  },
  {
    id: 'lists-sorted',
    title: 'Collections are sorted from Z to A.',
    source: QUERY,
    group: 'order',
    hides: SHARED_NAME,
    wrap: lists((entries) => [...entries].sort(sorted)),
  },
  {
    id: 'lists-shuffled',
    title: 'Collections have another order each time.',
    source: QUERY,
    group: 'order',
    hides: SHARED_NAME,
    wrap: lists((entries) => [...entries].sort(() => Math.random() - 0.5)),
  },
  {
    id: 'lists-first-page',
    title: 'Collections show three records and a link to the next page.',
    source: 'document 8: page sizes are not shown',
    group: 'order',
    wrap: lists((entries) => entries.slice(0, 3)),
  },
  {
    id: 'lists-last-page',
    title: 'Collections show the three newest records.',
    source: 'document 8: page sizes are not shown',
    group: 'order',
    wrap: lists((entries) => entries.slice(-3)),
  },
  {
    id: 'lists-in-envelope',
    title: 'Collections and queries stand in an envelope.',
    source: 'the target file claims it',
    needsFile: 'an envelope is legal where the file claims it: the document shows an array (4.4)',
    group: 'order',
    file: {
      resources: [
        { name: 'deals', envelope: { list: '/items' } },
        { name: 'users', envelope: { list: '/items' } },
      ],
    },
    wrap: bodies('json', (text, { path }) => {
      const value: unknown = JSON.parse(text);
      return Array.isArray(value) && !path.includes('/query/')
        ? JSON.stringify({ total: value.length, items: value, next: null })
        : text;
    }),
  },
  {
    id: 'items-in-envelope',
    group: 'envelope',
    title: 'Single records stand in an envelope.',
    source: 'the target file claims it',
    needsFile: 'an envelope is legal where the file claims it',
    file: {
      resources: [
        { name: 'deals', envelope: { item: '/data', created: '/data' } },
        { name: 'users', envelope: { item: '/data' } },
      ],
    },
    wrap: records((record, _seen, listed) => (listed ? record : { data: record, meta: { took: 1 } })),
  },
  {
    id: 'users-without-id',
    title: 'Users do not show their id.',
    source: USERS,
    group: 'users',
    wrap: without('id'),
    hides: lostWith('id'),
  },
  {
    id: 'users-without-name',
    title: 'Users do not show their name.',
    source: USERS,
    group: 'users',
    wrap: without('name'),
    hides: lostWith('name'),
  },
  {
    id: 'users-with-uuid',
    title: 'Users have UUIDs.',
    source: USERS,
    group: 'users',
    options: seeded((user, i) => ({ ...user, id: `6f1e2d3c-4b5a-4978-8675-00000000000${i}` })),
    wrap: asItIs,
  },
  {
    id: 'users-with-names-as-ids',
    title: 'Users have their mail address as id.',
    source: USERS,
    group: 'users',
    options: seeded((user) => ({ ...user, id: String(user['email']) })),
    wrap: asItIs,
  },
  {
    id: 'users-from-zero',
    title: 'Users are numbered from 0.',
    source: USERS,
    group: 'users',
    options: seeded((user, i) => ({ ...user, id: String(1000 + i) })),
    wrap: asItIs,
  },
  {
    id: 'users-with-small-names',
    title: 'Users are called by one letter.',
    source: USERS,
    group: 'users',
    options: seeded((user, i) => ({ ...user, name: String.fromCharCode(97 + i) })),
    wrap: asItIs,
  },
  {
    id: 'users-alike',
    title: 'All users have one name.',
    source: USERS,
    group: 'users',
    options: seeded((user) => ({ ...user, name: 'Smith' })),
    wrap: asItIs,
    hides: { 'read/query-shape': 'every query finds several' },
  },
  {
    id: 'users-few',
    title: 'There is one user.',
    source: USERS,
    group: 'users',
    options: { seed: { users: SEED_USERS.slice(0, 1), deals: SEED_DEALS } },
    wrap: asItIs,
    hides: { 'read/query-filters': 'one user' },
  },
  {
    id: 'keys-as-texts',
    title: 'A key is a JSON string.',
    source: 'document 4.4: one key record, whose shape is not shown',
    wrap: answers(keyAsText),
  },
  {
    id: 'indexes-from-1',
    title: 'Nested records are counted from 1.',
    source: 'document 4.4: the base of the index is not shown',
    options: { indexBase: 1 },
    wrap: asItIs,
  },
];

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function lostWith(member: 'id' | 'name'): Record<string, string> {
  const reason = `users do not show their ${member}, and no file names one`;
  const queries = ['read/query-*', 'query/*'];
  const rules = member === 'name' ? queries : [...queries, 'address/*', 'read/*', 'negotiate/*', 'validator/*'];
  return Object.fromEntries(
    rules.map((rule) => [`${rule} on ${rule === 'query/*' ? 'query:users' : 'users*'}`, reason]),
  );
}

function keyAsText(response: Response, { path }: { readonly path: string }): Response | Promise<Response> {
  if (response.status !== 200 || !/\/ssh-keys\/\d+$/u.test(path) || !isIn(response, 'json')) return response;
  return rewritten(response, (text) => JSON.stringify((JSON.parse(text) as { key: string }).key)); // as the seed has it
}
