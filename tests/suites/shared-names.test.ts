import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { answered, before, json, judged, type Server } from './judged.ts';

const READ = 'read/unknown-item';
const NESTED = 'read/nested-unknown-owner';
const DELETED = 'delete/only-it';

/** A record as its list shows it. */
interface Entry {
  readonly id: string;
  readonly name: string;
}

/** The records of a collection by their names. */
async function named(fetch: Fetch, request: Request, collection: string, name: string): Promise<readonly Entry[]> {
  const headers = new Headers({ accept: 'application/json' });
  const cookie = request.headers.get('cookie');
  if (cookie !== null) headers.set('cookie', cookie);
  const list = await fetch(new Request(new URL(collection, request.url), { headers }));
  const all: readonly Entry[] = await list.json();
  return all.filter((one) => one.name === name);
}

/** Takes a name in place of an id, where this is wanted: the first record that has it. */
const byName =
  (collection: string, isIt: (look: { method: string; below: string }) => boolean) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const url = new URL(request.url);
    const [, name = '', below = ''] = new RegExp(`^${collection}/?([^/]+)(.*)$`, 'u').exec(url.pathname) ?? [];
    if (!name.includes('%20') || !isIt({ method: request.method, below })) return fetch(request);
    const [first] = await named(fetch, request, collection, decodeURIComponent(name));
    if (first === undefined) return fetch(request);
    url.pathname = `${collection.replace(/\/?$/u, '/')}${first.id}${below}`;
    return fetch(new Request(url, request));
  };

const USERS = '/users';
const DEALS = '/rest/1/deals/';
const options: NonNullable<Server['options']> = { representations: ['json'] };

test('a user that is read by a name of two is found, with what is below it', async () => {
  const { ended } = await judged([READ, NESTED], { wrap: byName(USERS, () => true), options });
  expect(ended('fail')).toEqual([`${READ} users`, `${NESTED} users/ssh-keys`, `${NESTED} users/address`]);
});

test('what is nested is found below a name of two users', { tags: ['night'] }, async () => {
  const wrap = byName(USERS, ({ below }) => below.startsWith('/ssh-keys'));
  expect((await judged([READ, NESTED], { wrap, options })).ended('fail')).toEqual([`${NESTED} users/ssh-keys`]);
});

test('a deal that is deleted by a name of two is found, and nothing of others goes', async () => {
  const sent: string[] = [];
  const wrap = (fetch: Fetch): Fetch => {
    const wrong = byName(DEALS, ({ method }) => method === 'DELETE')(fetch);
    return async (request) => {
      if (request.method === 'DELETE' && request.url.includes('%20')) sent.push(request.url);
      return wrong(request);
    };
  };
  const { of } = await judged([DELETED], { wrap, options });
  expect(of(DELETED, 'deals')).toMatchObject({ outcome: 'fail' });
  expect(sent).toHaveLength(1);
});

test('a deal that is read by a name of two is found, and none deleted by it', { tags: ['night'] }, async () => {
  let deletions = 0;
  const wrong = byName(DEALS, ({ method }) => method === 'GET');
  const wrap = (fetch: Fetch): Fetch => {
    const serve = wrong(fetch);
    return async (request) => {
      if (request.method === 'DELETE' && request.url.includes('%20')) deletions += 1;
      return serve(request);
    };
  };
  expect((await judged([DELETED], { wrap, options })).ended('fail')).toEqual([`${DELETED} deals`]);
  expect(deletions).toBe(0);
});

/** Each name once: the second deal is refused. */
const unique = (fetch: Fetch): Fetch => {
  const known = new Set<string>();
  return before(async ({ method, path, body }, next) => {
    const name = method === 'POST' && path === DEALS ? /"name":"([^"]*)"/u.exec(body)?.[1] : undefined;
    if (name !== undefined && known.has(name)) return json(409, {});
    if (name !== undefined) known.add(name);
    return next();
  })(fetch);
};

const twoUsers = (id: string, name: string): NonNullable<Server['options']> => ({
  ...options,
  seed: {
    users: [
      { id: '1', name: 'Ada Lovelace', sshKeys: [{ type: 'ssh-rsa', key: 'AAAAB3NzaC1yc2EA' }] },
      { id, name },
      { id: `${id} 2`, name },
    ],
  },
});

test.each<[string, Server]>([
  ['has each name once, and reads by it', { wrap: (fetch) => unique(byName(DEALS, () => true)(fetch)), options }],
  ['makes ids of names', { options: twoUsers('Grace Hopper', 'Grace Hopper') }],
  [
    'makes ids of names, with dashes',
    { wrap: byName(USERS, () => true), options: twoUsers('grace-hopper', 'Grace Hopper') },
  ],
  [
    'sends to a choice of several',
    {
      wrap: (fetch) => async (request) => {
        const response = await byName(DEALS, () => true)(fetch)(request.clone());
        return request.url.includes('%20') && response.ok ? answered(response, 300) : response;
      },
      options,
    },
  ],
])('a server that %s is not failed', { tags: ['night'] }, async (_, server) => {
  const { ended } = await judged([READ, NESTED, DELETED], server);
  expect(ended('fail')).toEqual([]);
});

test('a server that looks up ids alone is not failed', async () => {
  const { ended } = await judged([READ, NESTED, DELETED], { options });
  expect([...ended('fail'), ...ended('error')]).toEqual([]);
});
