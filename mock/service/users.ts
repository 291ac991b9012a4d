import type { MockResponse } from '../message.ts';
import type { Entry } from '../state/collection.ts';
import type { User } from '../state/store.ts';
import { listReply } from './lookup.ts';
import { problem, Refusal, refuse } from './problems.ts';
import type { Call, Route } from './router.ts';
import type { Kind } from './show.ts';
import type { Site } from './site.ts';

/** What users are called. */
export const USERS: Kind = { one: 'user', many: 'users' };

/** Users: the collection, the query by name, one user, and its nested records by index (document 4.4). */
export function userRoutes(site: Site): readonly Route[] {
  const { store, show, options } = site;
  const user = (call: Call): User =>
    store.users.entries.get(call.params['id'] ?? '') ?? refuse(404, 'no user has this identifier');
  const owner = (call: Call): User => {
    const known = store.users.entries.get(call.params['id'] ?? '');
    if (known !== undefined) return known;
    throw new Refusal({ ...problem(404, 'no user has this identifier'), keeps: 'read/nested-unknown-owner' });
  };
  const nested = (call: Call, name: 'ssh-keys' | 'address'): Entry => {
    const records = owner(call).nested[name];
    const found = records.find((record) => record.id === call.params['index']);
    return found ?? refuse(404, wordIndex(call.params['index'] ?? '', options.indexBase, records.length));
  };
  const get = (path: string, handle: (call: Call) => MockResponse): Route => ({
    method: 'GET',
    path,
    component: 'users',
    handle,
  });
  return [
    get('/users', (call) => listReply(site, call, USERS, store.users)),
    get('/users/:id', (call) => show.read(call, 'user', user(call))),
    get('/users/:id/ssh-keys/:index', (call) => show.read(call, 'ssh-key', nested(call, 'ssh-keys'))),
    get('/users/:id/address/:index', (call) => show.read(call, 'address', nested(call, 'address'))),
  ];
}

function wordIndex(asked: string, base: 0 | 1, count: number): string {
  const other = 1 - base;
  const isOther = count > 0 && asked === String(base === 0 ? count : 0);
  return isOther
    ? `nothing has this index; ${asked} is one where indexBase=${other} is claimed`
    : 'nothing has this index';
}
