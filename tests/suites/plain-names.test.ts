import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged } from './judged.ts';

const RULE = 'create/any-valid';

type Members = Readonly<Record<string, unknown>>;

/** Changes a deal before it is stored. */
const storing = (change: (deal: Members) => Members): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, path, body }, next) => {
    if (method !== 'POST' || !path.endsWith('/deals/') || !isJson(body)) return next();
    const sent: unknown = JSON.parse(body);
    const isDeal = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
    return next({ body: JSON.stringify(isDeal ? change(Object.fromEntries(Object.entries(sent))) : sent) });
  });

const naming = (change: (name: string) => unknown): ((fetch: Fetch) => Fetch) =>
  storing((deal) => (typeof deal['name'] === 'string' ? { ...deal, name: change(deal['name']) } : deal));

const further = (change: (text: string) => unknown): ((fetch: Fetch) => Fetch) =>
  storing((deal) => {
    const members = Object.entries(deal).map(([member, value]): [string, unknown] => [
      member,
      member.startsWith('assayer') && typeof value === 'string' ? change(value) : value,
    ]);
    return Object.fromEntries(members);
  });

/** Changes what is shown as JSON. */
const showing =
  (text: RegExp, other: string): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    if (!response.headers.get('content-type')?.includes('json')) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response((await response.text()).replace(text, other), { status: response.status, headers });
  };

/** Makes objects of names that look like ways. */
const opening = (way: RegExp): ((fetch: Fetch) => Fetch) =>
  storing((deal) => {
    const opened: Record<string, unknown> = {};
    for (const [member, value] of Object.entries(deal)) {
      const [, outer, inner] = way.exec(member) ?? [];
      if (outer === undefined || inner === undefined) opened[member] = value;
      else opened[outer] = { [inner]: value };
    }
    return opened;
  });

/** Without the members of such names. */
const without = (name: RegExp): ((fetch: Fetch) => Fetch) =>
  storing((deal) => Object.fromEntries(Object.entries(deal).filter(([member]) => !name.test(member))));

/** Refuses creations with such a body. */
const refusing = (isRefused: RegExp): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, path, body }, next) =>
    method === 'POST' && path.endsWith('/deals/') && isRefused.test(body) ? json(422, {}) : next(),
  );

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['shows a name of digits as a number', showing(/"name":"0*(\d+)"/gu, '"name":$1')],
  ['takes zeros from a name of digits', naming((name) => (/^\d+$/u.test(name) ? String(Number(name)) : name))],
  ['takes the name null for none', naming((name) => (name === 'null' ? 'unnamed' : name))],
  ['shows the name true as a flag', showing(/"name":"true"/gu, '"name":true')],
  ['takes NaN for nothing', further((text) => (text === 'NaN' ? null : text))],
  ['takes yes for true', further((text) => (text === 'yes' ? true : text))],
  ['takes a hexadecimal number for a number', further((text) => (/^0x/u.test(text) ? Number(text) : text))],
  ['reads texts as JSON once more', further((text) => text.replace(/^"(.*)"$/u, '$1'))],
  ['makes objects of names with dots', opening(/^(\w+)\.(\w+)$/u)],
  ['makes objects of names with brackets', opening(/^(\w+)\[([a-z]+)\]$/u)],
];

test.each(inGate(WRONG))('found: a service that %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['refuses names without letters', refusing(/"name":"\d+"/u)],
  ['refuses names that are reserved words', refusing(/"name":"(?:null|true)"/u)],
  ['refuses names of members with dots', refusing(/"assayer\.dotted"/u)],
  ['reads over names of members with dots', without(/[.[]/u)],
  ['keeps no further members', without(/^assayer/u)],
];

test.each(inGate(LEGAL))('legal: a service that %s', async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
});
