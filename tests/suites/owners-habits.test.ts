import { expect, test } from 'vitest';
import { decodeSegment } from '../../core/address.ts';
import { judge } from '../../judge/judge.ts';
import type { ResourceFile } from '../../target-file/file.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

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

test('a text of the sample that holds no fresh value is sent as the owner wrote it', async () => {
  expect(await failures(['create/any-valid'])).toEqual([]);
});

test('an id that the list shows is no unknown one, whatever it looks like', async () => {
  expect(await failures(['read/unknown-item', 'status/202-missing'])).toEqual([]);
});
