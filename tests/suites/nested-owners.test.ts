import { describe, expect, it } from 'vitest';
import type { Fetch, SeedUser } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Look, type Server } from './judged.ts';

/** Whose nested records are served: those of the owner in the address. */
interface Case extends Server {
  readonly title: string;
  readonly subject: string;
  readonly rule?: string;
}

const PLACE = /^\/users\/([^/]+)\/(ssh-keys|address)(?:\/(-?\w+))?$/u;

interface Asked {
  readonly owner: string;
  readonly kind: string;
  readonly index: string | undefined;
}

function asked({ method, path }: Look): Asked | undefined {
  const [, owner, kind, index] = method === 'GET' ? (PLACE.exec(path) ?? []) : [];
  return owner === undefined || kind === undefined ? undefined : { owner, kind, index };
}

/** Answers where nested records are asked for. */
function nested(
  take: (
    place: Asked,
    at: (owner: string, index: number) => Promise<Response>,
    next: () => Promise<Response>,
  ) => Promise<Response>,
): (fetch: Fetch) => Fetch {
  return before(async (look, next) => {
    const place = asked(look);
    if (place === undefined) return next();
    const at = (owner: string, index: number): Promise<Response> =>
      next({ path: `/users/${owner}/${place.kind}/${index}` });
    return take(place, at, () => next());
  });
}

/** Takes one address for another where HTML is asked for. */
function inHtml(missing: string | RegExp, found: string): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const { pathname, origin } = new URL(request.url);
    const isIt = typeof missing === 'string' ? pathname === missing : missing.test(pathname);
    if (!isIt || request.headers.get('accept') !== 'text/html') return fetch(request);
    return fetch(new Request(origin + found, { headers: request.headers }));
  };
}

const USERS = ['1', '2', '3', '4', '5'];

/** The records of these owners as one list, and where one of them begins in it. */
const from = (owner: string): readonly [string, number][] =>
  USERS.slice(USERS.indexOf(owner)).flatMap((id): [string, number][] => [
    [id, 0],
    [id, 1],
  ]);

const last = new Map<string, Response>();

const WRONG: readonly Case[] = [
  {
    title: 'gives the keys of its first user to all',
    subject: 'users/ssh-keys',
    wrap: nested(async ({ index }, at) => at('1', Number(index))),
  },
  {
    title: 'goes on with the keys of the next user',
    subject: 'users/ssh-keys',
    wrap: nested(async ({ owner, index }, at, next) => {
      const place = USERS.includes(owner) ? from(owner)[Number(index)] : undefined;
      return place === undefined ? next() : at(...place);
    }),
  },
  {
    title: 'goes on with the addresses of the next user',
    subject: 'users/address',
    wrap: nested(async ({ owner, index }, at, next) => {
      const place = USERS.includes(owner) ? from(owner)[Number(index)] : undefined;
      return place === undefined ? next() : at(...place);
    }),
  },
  {
    title: 'keeps what was read last by its index alone',
    subject: 'users/address',
    wrap: nested(async ({ index }, _at, next) => {
      const known = last.get(index ?? '');
      const response = await next();
      if (!response.ok) return response;
      last.set(index ?? '', response.clone());
      return known?.clone() ?? response;
    }),
  },
  {
    title: 'names another user as the owner',
    subject: 'users/ssh-keys',
    wrap: nested(async ({ owner }, _at, next) => {
      const response = await next();
      return response.ok ? json(200, { ...(await response.json()), user: owner === '2' ? '1' : owner }) : response;
    }),
  },
  {
    title: 'answers 204 past the end of its second user',
    subject: 'users/address',
    rule: 'read/nested-out-of-range',
    wrap: nested(async ({ owner, index }, _at, next) =>
      owner === '2' && index === '2' ? new Response(null, { status: 204 }) : next(),
    ),
  },
  {
    title: 'lists the keys of all users below each',
    subject: 'users/ssh-keys',
    wrap: nested(async ({ owner, index }, at, next) => {
      if (index !== undefined) return next();
      const all = await Promise.all(USERS.map(async (id) => (await at(id, 0)).json()));
      return json(200, owner === '1' ? all : []);
    }),
  },
  {
    title: 'gives the first key for an index that is not there, in HTML',
    subject: 'users/ssh-keys',
    rule: 'read/nested-out-of-range',
    wrap: inHtml('/users/1/ssh-keys/999999', '/users/1/ssh-keys/0'),
  },
  {
    title: 'gives a key of nobody in HTML',
    subject: 'users/ssh-keys',
    rule: 'read/nested-unknown-owner',
    wrap: inHtml(/^\/users\/[^/]{2,}\/ssh-keys\/0$/u, '/users/1/ssh-keys/0'),
  },
  {
    title: 'gives a key for any sub-collection of a user',
    subject: 'users/ssh-keys',
    rule: 'read/nested-out-of-range',
    wrap: before(async (look, next) =>
      /^\/users\/1\/(?!ssh-keys|address)[^/]+\/0$/u.test(look.path) ? next({ path: '/users/1/ssh-keys/0' }) : next(),
    ),
  },
];

const shared = { street: '12 St James’s Square', city: 'London' };
const key = (text: string): { key: string } => ({ key: text });
const users = (of: (id: string) => Partial<SeedUser>): readonly SeedUser[] =>
  USERS.map((id) => ({ id, name: `User ${id}${id}${id}`, ...of(id) }));

const LEGAL: readonly Case[] = [
  {
    title: 'has users who share all their addresses',
    subject: 'users/address',
    options: { seed: { users: users(() => ({ addresses: [shared, { ...shared, street: '3 Mill Lane' }] })) } },
  },
  {
    title: 'has users who share a key',
    subject: 'users/ssh-keys',
    options: { seed: { users: users(() => ({ sshKeys: [key('ssh-rsa AAAAB3NzaC1yc2EAAAADAQABdeploy deploy@ci')] })) } },
  },
  {
    title: 'has users who share all their keys',
    subject: 'users/ssh-keys',
    options: {
      seed: {
        users: users(() => ({
          sshKeys: [key('ssh-rsa AAAAB3NzaC1yc2EAAAADAQABdeploy'), key('ssh-rsa AAAAB3NzaC1yc2EAAAADAQABbackup')],
        })),
      },
    },
  },
  {
    title: 'has users of whom each has the keys of some others as well',
    subject: 'users/ssh-keys',
    options: {
      seed: {
        users: users((id) => ({ sshKeys: [key(`ssh-ed25519 AAAAC3Nza${id}own`), key('ssh-ed25519 AAAAC3Nza1own')] })),
      },
    },
  },
  {
    title: 'has users without any keys',
    subject: 'users/ssh-keys',
    options: { seed: { users: users((id) => (id === '5' ? {} : { sshKeys: [key(`key ${id}`)] })) } },
  },
  {
    title: 'shows other users’ addresses to nobody',
    subject: 'users/address',
    wrap: nested(async ({ owner }, _at, next) => (owner === '1' ? next() : json(403, {}))),
  },
  {
    title: 'shows what is missing as JSON only',
    subject: 'users/ssh-keys',
    rule: 'read/nested-out-of-range',
    wrap: (fetch) => async (request) => {
      const response = await fetch(request);
      return response.status === 404 && request.headers.get('accept') === 'text/html' ? json(406, {}) : response;
    },
  },
  {
    title: 'lists the keys of a user in reverse',
    subject: 'users/ssh-keys',
    wrap: nested(async ({ owner, index }, at, next) =>
      index === undefined ? json(200, [await (await at(owner, 1)).json(), await (await at(owner, 0)).json()]) : next(),
    ),
  },
];

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ subject, rule = 'read/nested', ...server }) => {
    const result = (await judged([rule], server)).of(rule, subject);
    expect(result).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', async ({ subject, rule = 'read/nested', ...server }) => {
    const result = (await judged([rule], server)).of(rule, subject);
    expect(result).toMatchObject({ outcome: 'pass' });
  });
});
