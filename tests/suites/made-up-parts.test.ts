import { describe, expect, it, test } from 'vitest';
import { decodeSegment } from '../../core/http/address.ts';
import type { Fetch, SeedUser } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Server } from './judged.ts';

// An id that differs from a known one in one part only names nothing (document 4.4-m1).

interface Case {
  readonly title: string;
  readonly ids: readonly string[];
  /** The id of the user that is looked for under this one; an answer in its place; undefined where it is looked for as it is. */
  readonly found: (id: string) => string | Response | undefined;
  readonly rule?: string;
}

const UUIDS: readonly string[] = ['a', 'b', 'c'].map((one) => `9c5b94b1-35ad-49bb-b118-8e8fc24abf8${one}`);
const COUNTED: readonly string[] = ['u-17', 'u-18', 'u-19'];
const SLUGS: readonly string[] = ['17-blue-car', '18-red-bike', '19-old-boat'];
const NAMES: readonly string[] = ['ada.lovelace', 'grace.hopper', 'alan.turing'];

const users = (ids: readonly string[]): readonly SeedUser[] =>
  ids.map((id) => ({
    id,
    name: `User ${id}`,
    sshKeys: [{ key: `key of ${id}` }],
    addresses: [{ city: `city of ${id}` }],
  }));

/** Finds users in a way of its own, by their own address or by that of their nested records. */
function finds(below: boolean, found: Case['found']): (fetch: Fetch) => Fetch {
  return before(async ({ path }, next) => {
    const [, id, rest = ''] = /^\/users\/([^/]+)(\/.*)?$/u.exec(path) ?? [];
    if (id === undefined || (rest !== '') !== below) return next();
    const other = found(decodeSegment(id));
    if (other instanceof Response) return other;
    return next(other === undefined ? undefined : { path: `/users/${encodeURIComponent(other)}${rest}` });
  });
}

function server({ ids, found, rule = '' }: Case): Server {
  return {
    options: { operationForms: ['A'], representations: ['json'], seed: { users: users(ids) } },
    wrap: finds(rule.includes('nested'), found),
  };
}

const like =
  (ids: readonly string[], part: (id: string) => string | undefined) =>
  (id: string): string | undefined =>
    part(id) === undefined ? undefined : ids.find((one) => part(one) === part(id));

const WRONG: readonly Case[] = [
  {
    title: 'looks at the number behind the kind alone',
    ids: COUNTED,
    found: like(COUNTED, (id) => /^[a-z]-(\d+)$/u.exec(id)?.[1]),
  },
  { title: 'looks at the kind alone', ids: COUNTED, found: like(COUNTED, (id) => /^(u)-\d+$/u.exec(id)?.[1]) },
  {
    title: 'looks at the first name alone',
    ids: NAMES,
    found: like(NAMES, (id) => /^([a-z]+)\.[a-z]+$/u.exec(id)?.[1]),
  },
  {
    title: 'looks at the end of a UUID alone',
    ids: UUIDS,
    found: like(UUIDS, (id) => /^[\da-f]{8}-[-\da-f]{14}-([\da-f]{12})$/u.exec(id)?.[1]),
  },
  {
    title: 'forgets the year of a number',
    ids: ['2024:00017', '2024:00018', '2024:00019'],
    found: (id) => /^\d{4}(:000\d\d)$/u.exec(id)?.[1] && `2024${id.slice(-6)}`,
  },
  {
    title: 'answers 204 for what looks like an id',
    ids: COUNTED,
    found: (id) => (/^u-\d\d$/u.test(id) && !COUNTED.includes(id) ? new Response(null, { status: 204 }) : undefined),
  },
  {
    title: 'answers null for what looks like an id',
    ids: NAMES,
    found: (id) => (/^[a-z]+\.[a-z]+$/u.test(id) && !NAMES.includes(id) ? json(200, null) : undefined),
  },
  {
    title: 'looks at the number of an owner alone',
    rule: 'read/nested-unknown-owner',
    ids: COUNTED,
    found: like(COUNTED, (id) => /^[a-z]-(\d+)$/u.exec(id)?.[1]),
  },
];

const LEGAL: readonly Case[] = [
  { title: 'compares the whole', ids: COUNTED, found: () => undefined },
  {
    title: 'looks at the number before a title alone',
    ids: SLUGS,
    found: like(SLUGS, (id) => /^(\d+)-/u.exec(id)?.[1]),
  },
  {
    title: 'leads to the right title',
    ids: SLUGS,
    found: (id) => {
      const one = SLUGS.find((slug) => slug.slice(0, 3) === id.slice(0, 3));
      if (one === undefined || one === id) return undefined;
      return new Response(null, { status: 301, headers: { location: `/users/${one}` } });
    },
  },
  {
    title: 'looks at the number before a title with a number in it',
    ids: ['17-top10', '18-area51', '19-ca8le'],
    found: like(['17-top10', '18-area51', '19-ca8le'], (id) => /^(\d+)-/u.exec(id)?.[1]),
  },
  {
    title: 'looks at the number behind a title alone',
    ids: ['car-17', 'bike-18', 'boat-19'],
    found: like(['car-17', 'bike-18', 'boat-19'], (id) => /^[a-z]+-(\d+)$/u.exec(id)?.[1]),
  },
  {
    title: 'looks at the last of two numbers in a title',
    ids: ['top-10-cars-17', 'top-10-bikes-18', 'top-10-boats-19'],
    found: (id) => /^top-\d\d-cars-17$/u.exec(id)?.[0] && 'top-10-cars-17',
  },
  {
    title: 'refuses what holds a wrong check digit, and the records of other tenants',
    ids: ['acme:0174', 'acme:0182', 'acme:0190'],
    found: (id) => {
      const [, tenant, number] = /^([a-z]{4}):(\d{4})$/u.exec(id) ?? [];
      if (tenant !== undefined && tenant !== 'acme') return json(403, {});
      return tenant === undefined || /^01/u.test(number ?? '') ? undefined : json(400, {});
    },
  },
  {
    title: 'has many records that it does not list',
    ids: COUNTED,
    found: (id) => (/^u-\d\d$/u.test(id) && !COUNTED.includes(id) ? json(200, { id, name: 'User u-17' }) : undefined),
  },
  {
    title: 'looks at the number of an owner before a title alone',
    rule: 'read/nested-unknown-owner',
    ids: SLUGS,
    found: like(SLUGS, (id) => /^(\d+)-/u.exec(id)?.[1]),
  },
];

describe('a server that', () => {
  it.each(inGate(WRONG, 4))('$title fails', async (one) => {
    const { rule = 'read/unknown-item' } = one;
    const result = (await judged([rule], server(one))).results.find(({ subject }) =>
      /^users(?:\/ssh-keys)?$/u.test(subject),
    );
    expect(result).toMatchObject({ outcome: 'fail', reason: expect.stringMatching(/one part of the id was made up/u) });
  });

  it.each(inGate(LEGAL, 4))('$title fails nothing', async (one) => {
    const { ended } = await judged([one.rule ?? 'read/unknown-item'], server(one));
    expect(ended('fail')).toEqual([]);
  });
});

test('nothing is written to an id of which a part was made up', async () => {
  const written: string[] = [];
  const [first] = WRONG;
  const wrap: (fetch: Fetch) => Fetch = (fetch) =>
    before(async ({ method, path }, next) => {
      if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') written.push(path);
      return next();
    })(fetch);
  await judged(['read/unknown-item', 'read/nested-unknown-owner'], {
    ...(first === undefined ? {} : server(first)),
    wrap,
  });
  expect(written.filter((path) => /\/users\/[a-z]-\d+$/u.test(path))).toEqual([]);
});
