import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';
import type { ServeOptions } from '../hostile/hostile-server.ts';
import { inGate } from '../in-gate.ts';

// A foreign key to the wrong table: each DELETE of a deal takes the keys of a user with it, whom no list of deals shows.

/** `next`: the user whose keys go with a deletion; nobody's where it is undefined. */
function losingKeys(lost: Set<string>, next: (read: ReadonlySet<string>) => string | undefined) {
  const read = new Set<string>();
  return (fetch: Fetch): Fetch =>
    async (request) => {
      const { pathname } = new URL(request.url);
      const [, user = ''] = /^\/users\/([^/]+)\/ssh-keys\//u.exec(pathname) ?? [];
      if (lost.has(user)) return new Response(null, { status: 404 });
      read.add(user);
      const answer = await fetch(request);
      const taken = request.method === 'DELETE' && answer.status === 204 ? next(read) : undefined;
      if (taken !== undefined) lost.add(taken);
      return answer;
    };
}

const RULES = ['create/*', 'delete/*'];

// The mock has five users.
test.each(
  inGate(
    [
      ['of each but the first', 2],
      ['of each user', 1],
    ],
    2,
  ),
)(
  'a run that sees the keys %s go with its deletions sends few more, and tells which',
  { tags: ['night'] },
  async (_, first) => {
    const lost = new Set<string>();
    const wrap = losingKeys(lost, () => String(lost.size + first));
    await using mock = await startMock({ port: 0, wrap });
    const { summary } = await judge({ baseUrl: mock.url, seed: 1, runs: 1, rules: RULES });
    expect(lost.size).toBeLessThanOrEqual(4);
    const all = [...lost].map((user) => `/users/${user}/ssh-keys/0`);
    const told = /^(.*), which others had before this run, (?:is|are) gone \(/mu.exec(
      summary.headline?.join('\n') ?? '',
    );
    expect(told?.[1]?.split(', ').every((one) => all.includes(one))).toBe(true);
    expect(summary.verdict).not.toBe('conformant');
  },
);

// Such a user is none of the three that are looked at, and read once the run has gone on for a while.
test.each(['once it was read', 'from the third deletion on'])(
  'what goes %s from a user whom a run reads twice alone is told on top',
  { tags: ['night'] },
  async (since) => {
    const lost = new Set<string>();
    let deletions = 0;
    const wrap = losingKeys(lost, (read) => {
      deletions += 1;
      return (since === 'once it was read' ? read.has('4') : deletions >= 3) ? '4' : undefined;
    });
    await using mock = await startMock({ port: 0, wrap });
    const { summary } = await judge({ baseUrl: mock.url, seed: 1, runs: 1, rules: RULES });
    expect([...lost]).toEqual(['4']);
    expect(summary.headline).toContain(
      '/users/4/ssh-keys/0, which others had before this run, is gone (this run or somebody else took it away)',
    );
  },
);

/** Users with two keys each, of whom a run reads some. */
const MANY = Array.from({ length: 30 }, (_, i) => ({
  id: String(i + 1),
  name: `User ${i + 1}`,
  sshKeys: ['first', 'second'].map((key) => ({ type: 'ssh-rsa', key: `AAAA${key}${i}`, comment: key })),
}));

/** Gives each new deal an owner, whose keys from an index on go with a deletion. */
function cascading(owner: string, from: number, lost: Set<string>) {
  return (fetch: Fetch): Fetch =>
    async (request) => {
      const { pathname } = new URL(request.url);
      const [, user, index] = /^\/users\/([^/]+)\/ssh-keys\/(\d+)/u.exec(pathname) ?? [];
      if (user === owner && Number(index) >= from && lost.size > 0) {
        return new Response(null, { status: 404 });
      }
      const answer = await fetch(request);
      if (request.method === 'DELETE' && answer.status === 204) lost.add(pathname);
      if (!/\/deals\/[^/]+$/u.test(pathname) || request.method !== 'GET' || answer.status !== 200) return answer;
      if (!(answer.headers.get('content-type') ?? '').includes('json')) return answer;
      const deal: unknown = await answer.json();
      const headers = new Headers(answer.headers);
      headers.delete('content-length');
      return Response.json({ ...Object(deal), ownerId: Number(owner) }, { status: 200, headers });
    };
}

test.each([
  ['all keys', 0],
  ['all but the first key', 1],
])('%s of the owner whom its deals name are seen to go with its deletions', async (_, from) => {
  const lost = new Set<string>();
  const seed = { users: MANY, deals: [] } as unknown as ServeOptions['seed']; // a mock completes what a seed leaves out
  await using mock = await startMock({ port: 0, ...(seed && { seed }), wrap: cascading('17', from, lost) });
  const { run } = await judge({ baseUrl: mock.url, seed: 1, runs: 1, rules: ['delete/status'] });
  expect(lost.size).toBeGreaterThan(0);
  expect(run.harm?.join('\n')).toContain(`/users/17/ssh-keys/${from}`);
});
