import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged, type Server } from './judged.ts';

type Wrap = NonNullable<Server['wrap']>;

const IDS = ['anna-berg-1', 'bo-lind-22', 'carl-ek-333'];
const users = IDS.map((id) => ({
  id,
  name: `Name of ${id}`,
  sshKeys: [
    { type: 'ssh-rsa', key: `AAAA${id}1` },
    { type: 'ssh-rsa', key: `AAAA${id}2` },
  ],
}));
const RULES = ['read/unknown-item', 'read/nested-unknown-owner'];
const SERVED: Server['options'] = {
  ids: 'uuid',
  representations: ['json'],
  operationForms: ['A'],
  seed: { users, deals: [] },
};

/** Reads an id that names nothing as one of these, which a test chooses; of addresses that are read alone. */
function taking(place: RegExp, choose: (text: string, id: string) => boolean): Wrap {
  return (fetch) => {
    const known = new Set(IDS);
    return async (request) => {
      const response = await fetch(request.clone());
      const made = response.headers.get('location')?.split('/').at(-1);
      if (made !== undefined) known.add(made);
      const { origin, pathname } = new URL(request.url);
      const [, ahead = '', text = '', behind = ''] = place.exec(pathname) ?? [];
      if (request.method !== 'GET' || text === '' || response.status !== 404) return response;
      const meant = [...known].find((id) => choose(text, id));
      return meant === undefined ? response : fetch(new Request(`${origin}${ahead}${meant}${behind}`, request));
    };
  };
}

const USER = /^(\/users\/)([^/]+)()$/u;
const DEAL = /^(\/rest\/1\/deals\/)([^/]+)()$/u;
const OWNER = /^(\/users\/)([^/]+)(\/ssh-keys\/[^/]+)$/u;
const begins = (text: string, id: string): boolean => text.length > 3 && id.startsWith(text);
const holds = (text: string, id: string): boolean => /^[\w-]+$/u.test(text) && text.startsWith(id);

/** Answers 200 with an empty list where a record is missing. */
const emptyFor = (place: RegExp): Wrap => {
  const wrap: Wrap = (fetch: Fetch) => async (request) => {
    const response = await fetch(request);
    const [, , text = ''] = place.exec(new URL(request.url).pathname) ?? [];
    return response.status === 404 && IDS.some((id) => begins(text, id)) ? json(200, []) : response;
  };
  return wrap;
};

test.each<[string, Wrap, string]>(
  inGate(
    [
      ['users by the beginning of their ids', taking(USER, begins), 'read/unknown-item users'],
      ['deals by the beginning of their ids', taking(DEAL, begins), 'read/unknown-item deals'],
      ['keys by the beginning of the owner’s id', taking(OWNER, begins), 'read/nested-unknown-owner users/ssh-keys'],
      ['users by what begins with their ids', taking(USER, holds), 'read/unknown-item users'],
      ['keys by what begins with the owner’s id', taking(OWNER, holds), 'read/nested-unknown-owner users/ssh-keys'],
      ['nobody, as an empty list', emptyFor(USER), 'read/unknown-item users'],
    ],
    3,
  ),
)('found: %s', async (_, wrap, rule) => {
  const { ended } = await judged(RULES, { wrap, options: SERVED });
  expect(ended('fail')).toContain(rule);
});

/** A list of one record alone, as of pages, with ids each of which begins as another one does. */
const onlyFirst: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
  const response = await fetch(request);
  if (request.method !== 'GET' || !/\/users$/u.test(new URL(request.url).pathname)) return response;
  const all: unknown = await response.json();
  return json(200, Array.isArray(all) ? all.slice(0, 1) : all);
};
const numbered = ['1773', '177', '17737', '17'].map((id) => ({ id, name: `Name ${id}`, sshKeys: [{ key: id }] }));
const withoutId: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
  const response = await fetch(request);
  if (!/\/users\/[^/]+$/u.test(new URL(request.url).pathname) || !response.ok) return response;
  const record: object = await response.json();
  return json(200, Object.fromEntries(Object.entries(record).filter(([name]) => !['id', '_links'].includes(name))));
};

test.each<[string, (fetch: Fetch) => Fetch, Server['options']]>(
  inGate([
    ['has records of such ids beyond its page', onlyFirst, { ...SERVED, seed: { users: numbered, deals: [] } }],
    [
      'has them, and shows no ids',
      (fetch) => withoutId(onlyFirst(fetch)),
      { ...SERVED, seed: { users: numbered, deals: [] } },
    ],
    ['is the plain mock', (fetch) => fetch, SERVED],
    ['counts its ids', (fetch) => fetch, { ...SERVED, ids: 'number' }],
  ]),
)('legal: a server that %s', async (_, wrap, options) => {
  const { ended } = await judged(RULES, { wrap, ...(options === undefined ? {} : { options }) });
  expect([...ended('fail'), ...ended('error')]).toEqual([]);
  expect(ended('pass')).toContain('read/unknown-item deals');
});
