import { expect, test } from 'vitest';
import { decodeSegment } from '../../core/http/address.ts';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import type { ResourceFile } from '../../target-file/file.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';
import { before, isJson, judged } from './judged.ts';

// What services rightly do in their own way, and what a checker takes for a fault who knows one service alone.

interface Contact {
  readonly id: string;
  readonly [member: string]: unknown;
}

const PHONE = /^\+?[\d ]{5,20}$/u;

/** Contacts whose phone has to be one; others have ids that look like no id. */
function contacts(): (ask: Ask) => Told {
  const all = new Map<string, Contact>(
    ['null', '0', '-1', 'true', 'constructor'].map((id) => [id, { id, name: `Contact ${id}`, phone: '+44 20 7946' }]),
  );
  return ({ method, path, json }) => {
    const id = decodeSegment(/^\/contacts\/([^/?]+)$/u.exec(path)?.[1] ?? '');
    if (path === '/contacts' && method === 'GET') return { status: 200, body: [...all.values()] };
    if (path === '/contacts' && method === 'POST') {
      const sent = json as Contact | undefined; // checked below
      if (typeof sent?.['name'] !== 'string' || !PHONE.test(String(sent['phone']))) return { status: 400 };
      const made = { ...sent, id: `c${all.size + 1}x${Math.random().toString(36).slice(2)}` };
      all.set(made.id, made);
      return {
        status: 201,
        headers: { location: `/contacts/${made.id}` },
        body: { ...made, self: `/contacts/${made.id}` },
      };
    }
    const one = all.get(id);
    if (one === undefined) return { status: 404 };
    if (method === 'GET') return { status: 200, body: { ...one, self: `/contacts/${id}` } };
    if (method === 'DELETE') return { status: all.delete(id) ? 204 : 404 };
    return { status: 405, headers: { allow: 'GET, DELETE' } };
  };
}

const RESOURCE: ResourceFile = {
  name: 'contacts',
  collection: '/contacts',
  update: false,
  sample: { name: 'contact {unique}', phone: '+49 30 1234' },
  required: ['name'],
};

async function failures(rules: readonly string[]): Promise<readonly string[]> {
  await using server = await serve(contacts());
  const { results } = await judge({ target: { baseUrl: server.url, resources: [RESOURCE] }, seed: 1, runs: 3, rules });
  expect(results.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(0);
  return results.flatMap(({ outcome, rule, reason }) => (outcome === 'fail' ? [`${rule}: ${reason}`] : []));
}

test('a text of the sample that holds no fresh value is sent as the owner wrote it', { tags: ['night'] }, async () => {
  expect(await failures(['create/any-valid'])).toEqual([]);
});

test('an id that the list shows is no unknown one, whatever it looks like', { tags: ['night'] }, async () => {
  expect(await failures(['read/unknown-item', 'status/202-missing'])).toEqual([]);
});

/** Users that are made and deleted, with keys below them; what is deleted is 410, and stays in a list that follows late. */
function users(): (ask: Ask) => Told {
  const all = new Map(['1', '2', '3'].map((id) => [id, { id, name: `User ${id}` }]));
  const listed = [...all.values()];
  const gone = new Set<string>();
  return ({ method, path, json }) => {
    const [, , id = '', nested, index] = path.split('/');
    if (path === '/users' && method === 'GET') return { status: 200, body: listed };
    if (path === '/users' && method === 'POST') {
      const name = isObject(json) ? json['name'] : undefined;
      if (typeof name !== 'string') return { status: 400 };
      const made = { id: String(listed.length + 1), name };
      all.set(made.id, made);
      listed.push(made);
      return { status: 201, headers: { location: `/users/${made.id}` }, body: { ...made, self: `/users/${made.id}` } };
    }
    const user = all.get(id);
    if (user === undefined) return { status: gone.has(id) ? 410 : 404 };
    if (nested !== undefined) {
      const isThere = nested === 'ssh-keys' && index === '0' && method === 'GET';
      return isThere ? { status: 200, body: { type: 'ssh-ed25519', key: `AAAA${id}` } } : { status: 404 };
    }
    if (method === 'GET') return { status: 200, body: { ...user, self: `/users/${id}` } };
    if (method !== 'DELETE') return { status: 405, headers: { allow: 'GET, DELETE' } };
    all.delete(id);
    gone.add(id);
    return { status: 204 };
  };
}

test.each([1, 8])(
  'owners that the run made and deleted are no owners to read below: %i at a time',
  { tags: ['night'] },
  async (concurrency) => {
    await using server = await serve(users());
    const resource: ResourceFile = {
      name: 'users',
      collection: '/users',
      update: false,
      sample: { name: 'user {unique}' },
      nested: [{ address: '/users/{id}/ssh-keys/{index}', owner: '1', index: 0 }],
    };
    const { results } = await judge({
      target: { baseUrl: server.url, claims: { deleted: 410 }, resources: [resource] },
      seed: 1,
      runs: 1,
      concurrency,
      rules: ['create/*', 'delete/*', 'read/nested*'],
    });
    expect(results.filter(({ outcome, rule }) => outcome === 'fail' && rule.startsWith('read/nested'))).toEqual([]);
    expect(results.find(({ rule }) => rule === 'read/nested-out-of-range')?.outcome).toBe('pass');
  },
);

const FURTHER: readonly string[] = ['completionDate', 'currency', 'tags', 'remark'];

/** Keeps name and price of what is created, as others set the rest later. */
const plainly = (kept: readonly string[]): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, path, body }, next) => {
    if (method !== 'POST' || !path.endsWith('/deals/') || !isJson(body)) return next();
    const dropped = FURTHER.filter((member) => !kept.includes(member));
    const sent: object = JSON.parse(body);
    return next({
      body: JSON.stringify(Object.fromEntries(Object.entries(sent).filter(([name]) => !dropped.includes(name)))),
    });
  });

const LOST = /of the new record, as sent/u;

test('a service that takes none of the usual further parameters need not keep those that others show', {
  tags: ['night'],
}, async () => {
  const { results } = await judged(['create/any-valid'], { wrap: plainly([]), options: { representations: ['json'] } });
  expect(results.flatMap(({ reason = '' }) => (LOST.test(reason) ? [reason] : []))).toEqual([]);
});

test('one that loses a further parameter and takes the others is found', async () => {
  const wrap = plainly(['completionDate', 'currency', 'remark']);
  const { of } = await judged(['create/any-valid'], { wrap, options: { representations: ['json'] } });
  expect(of('create/any-valid', 'deals')).toMatchObject({ outcome: 'fail', reason: expect.stringMatching(LOST) });
});

test('an operation that shows late is given its time before others are looked at', { tags: ['night'] }, async () => {
  let holds = 0;
  const late: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
    const { pathname, origin } = new URL(request.url);
    if (request.method !== 'PUT' || !/\/deals\/\d+\/hold$/u.test(pathname)) return fetch(request);
    const copy = request.clone();
    setTimeout(() => void fetch(copy), 100);
    holds += 1;
    if (holds > 1) return new Response(null, { status: 204 });
    // Somebody else changes a deal of theirs at this moment.
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ newPrice: 101, reason: 'as agreed with them' });
    await fetch(new Request(`${origin}/rest/1/deals/1/change-price`, { method: 'PUT', headers, body }));
    return new Response(null, { status: 204 });
  };
  const { ended } = await judged(['operation/served'], {
    wrap: late,
    options: { operationForms: ['A'], representations: ['json'] },
    settleMs: 400,
  });
  expect(ended('inconclusive')).toEqual([]);
});
