import { describe, expect, it } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { ResourceFile } from '../../target-file/file.ts';
import { inGate } from '../in-gate.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

// Users whose own records show their keys, and the keys as they are read by index (document 2, 4.4).

type Key = Readonly<Record<string, unknown>>;

interface Users {
  readonly title: string;
  /** The array that the record of a user shows; undefined where it shows none. */
  readonly shown?: (owner: string) => unknown;
  /** The same in the list, where that is another one. */
  readonly listed?: (owner: string) => unknown;
  /** What is read by index; undefined is 404. */
  readonly read?: (owner: string, index: number, reading: number) => Key | undefined;
  readonly member?: string;
  readonly indexBase?: 0 | 1;
}

const IDS: readonly string[] = ['1', '2', '3', '4', '5'];

function keysOf(owner: string): readonly Key[] {
  const key = (place: string): Key => ({
    type: 'ssh-ed25519',
    key: `AAAAC3Nz${owner}${place}`,
    comment: `${owner}@${place}`,
  });
  return owner === '5' ? [key('only')] : [key('laptop'), key('desk')];
}

const SHARED: Key = { type: 'ssh-rsa', key: 'AAAAB3NzaC1yc2EAAAADAQABshared', comment: 'deploy@ci' };

function service({
  shown = keysOf,
  listed = shown,
  read,
  member = 'sshKeys',
  indexBase = 0,
}: Users): (ask: Ask) => Told {
  const readings = new Map<string, number>();
  const user = (id: string, keys: unknown): unknown => ({ id, name: `User ${id}`, [member]: keys });
  return ({ method, path }) => {
    const [, place, id = '', nested, index = ''] = path.split('/');
    if (method !== 'GET') return { status: 405, headers: { allow: 'GET' } };
    if (path === '/users') return { status: 200, body: IDS.map((one) => user(one, listed(one))) };
    if (place !== 'users' || !IDS.includes(id)) return { status: 404 };
    if (nested === undefined) return { status: 200, body: user(id, shown(id)) };
    if (nested !== 'ssh-keys' || !/^\d$/u.test(index)) return { status: 404 };
    const reading = (readings.get(path) ?? 0) + 1;
    readings.set(path, reading);
    const at = Number(index) - indexBase;
    const body = read === undefined ? keysOf(id)[at] : read(id, at, reading);
    return body === undefined ? { status: 404 } : { status: 200, body: { id: index, ...body } };
  };
}

const RESOURCE: ResourceFile = {
  name: 'users',
  collection: '/users',
  create: false,
  update: false,
  nested: [{ address: '/users/{id}/ssh-keys/{index}' }],
};

async function outcomeOf(users: Users): Promise<string> {
  await using server = await serve(service(users));
  const { results } = await judge({
    target: { baseUrl: server.url, claims: { indexBase: users.indexBase ?? 0 }, resources: [RESOURCE] },
    seed: 1,
    runs: 1,
    rules: ['read/nested'],
  });
  const { outcome = '', reason = '' } = results.find(({ rule }) => rule === 'read/nested') ?? {};
  return `${outcome} ${reason}`;
}

const next = (owner: string): string => IDS[(IDS.indexOf(owner) + 1) % IDS.length] ?? '';

const WRONG: readonly Users[] = [
  { title: 'gives the keys of the next user', read: (owner, index) => keysOf(next(owner))[index] },
  {
    title: 'gives one user a key of another',
    read: (owner, index) => keysOf(owner === '2' && index === 1 ? '1' : owner)[index],
  },
  {
    title: 'gives one user’s first key for each index',
    read: (owner, index) => keysOf(owner)[owner === '2' && index === 1 ? 0 : index],
  },
  {
    title: 'gives every user the one key of the fifth',
    shown: (owner) => keysOf(owner).slice(0, 1),
    read: (_, index) => keysOf('5')[index],
  },
  {
    title: 'gives every user a key that nobody shows',
    read: (_, index) => (index === 0 ? SHARED : undefined),
  },
  {
    title: 'shows the keys in its list alone, and gives those of the next user',
    shown: () => undefined,
    listed: keysOf,
    read: (owner, index) => keysOf(next(owner))[index],
  },
  {
    title: 'gives a key that is not among those of its user',
    member: 'ssh_keys',
    read: (owner, index) => {
      const key = keysOf(owner)[index];
      return key && owner === '1' ? { ...key, key: `AAAAC3Nzold${index}`, comment: `old${index}` } : key;
    },
  },
];

const LEGAL: readonly Users[] = [
  { title: 'shows the keys in another order', shown: (owner) => keysOf(owner).toReversed() },
  { title: 'counts from 1', indexBase: 1 },
  { title: 'shows a part of the keys', shown: (owner) => keysOf(owner).slice(-1) },
  {
    title: 'shows a part, and has users who share a key',
    shown: (owner) => [...(owner === '3' ? [SHARED] : []), ...keysOf(owner).slice(0, 1)],
    read: (owner, index) => [...keysOf(owner).slice(0, 1), SHARED][index],
  },
  { title: 'loads them when they are asked for', shown: () => [] },
  { title: 'shows none in the record', shown: () => undefined },
  { title: 'shows their ids', shown: (owner) => keysOf(owner).map((_, i) => `${owner}-${i}`) },
  {
    title: 'shows links to them',
    shown: (owner) => keysOf(owner).map((_, i) => ({ href: `/users/${owner}/ssh-keys/${i}` })),
  },
  {
    title: 'shows summaries of them',
    shown: (owner) => keysOf(owner).map(({ key }, i) => ({ id: 100 + i, key: `${String(key).slice(0, 10)}…` })),
  },
  {
    title: 'cuts long texts short',
    shown: (owner) => keysOf(owner).map(({ key, comment }) => ({ comment, key: String(key).slice(0, 4) })),
  },
  {
    title: 'shows something else under the name of the keys',
    shown: (owner) => keysOf(owner).map((_, i) => ({ type: `slot ${i}`, comment: `device ${owner}${i} of a user` })),
  },
  {
    title: 'hides the keys of all but the first',
    read: (owner, index) => {
      const key = keysOf(owner)[index];
      return key && owner !== '1' ? { type: '***', key: '***', comment: '***' } : key;
    },
  },
  {
    title: 'keeps the index of a key when another one is deleted, and shows the newest of three',
    shown: (owner) => keysOf(owner).slice(1),
    read: (owner, index) => (index === 2 ? keysOf(owner)[1] : index === 0 ? keysOf(owner)[0] : undefined),
  },
  {
    title: 'changed a key between two readings',
    read: (owner, index, reading) => {
      const key = keysOf(owner)[index];
      return key && owner === '1' && reading === 1 ? { ...key, key: 'AAAAC3Nzbefore', comment: 'before' } : key;
    },
  },
  {
    title: 'has users who share all keys',
    shown: () => [SHARED],
    read: (_, index) => (index === 0 ? SHARED : undefined),
  },
];

describe('a server that', () => {
  it.each(inGate(WRONG, 4))('$title fails', async (users) => {
    expect(await outcomeOf(users)).toMatch(/^fail .*record/u);
  });

  it.each(inGate(LEGAL, 5))('$title fails nothing', async (users) => {
    expect(await outcomeOf(users)).toMatch(/^pass/u);
  });
});
