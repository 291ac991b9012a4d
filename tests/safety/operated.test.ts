import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import type { Results } from '../../core/results/results.ts';
import type { JsonObject } from '../../fixtures/json.ts';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';
import type { TargetFile } from '../../target-file/file.ts';
import type { ServeOptions } from '../hostile/hostile-server.ts';

// An operation on a deal of the run that does something to the user who owns it, or to what that user has.

const USERS = Array.from({ length: 30 }, (_, i) => ({
  id: String(i + 1),
  name: `User ${i + 1}`,
  email: `u${i + 1}@b.c`,
  sshKeys: ['first', 'second'].map((key) => ({ type: 'ssh-rsa', key: `AAAA${key}${i}`, comment: key })),
}));

/** What is done to users, and how they are shown. */
interface Doing {
  /** After a write that succeeded. */
  readonly wrote?: (what: { readonly method: string; readonly operation: string; readonly owner: string }) => void;
  readonly user?: (user: JsonObject) => JsonObject;
  /** Whether the keys of a user are gone. */
  readonly isBare?: (user: string) => boolean;
}

/** The mock, whose deals name an owner each. */
function owning({ wrote, user = (one) => one, isBare }: Doing): (fetch: Fetch) => Fetch {
  let made = 0;
  const owners = new Map<string, string>();
  const ownerOf = (id: string): string => {
    if (!owners.has(id)) {
      made += 1;
      owners.set(id, String(((made * 7) % USERS.length) + 1));
    }
    return owners.get(id) ?? '';
  };
  const shown = (one: unknown, isUser: boolean): unknown => {
    if (!isObject(one)) return one;
    if (isUser) return user(one as JsonObject); // it was read as JSON
    return { ...one, ownerId: ownerOf(String(one['id'])) };
  };
  return (fetch) => async (request) => {
    const [, ...parts] = new URL(request.url).pathname.split('/');
    const isUser = parts[0] === 'users';
    if (isUser && parts[2] === 'ssh-keys' && isBare?.(parts[1] ?? '') === true)
      return new Response(null, { status: 404 });
    const answer = await fetch(request);
    const [, , of, id = '', operation = ''] = parts;
    if (of === 'deals' && request.method !== 'GET' && answer.ok)
      wrote?.({ method: request.method, operation, owner: ownerOf(id) });
    const isShown = isUser ? parts.length <= 2 : of === 'deals' && operation === '';
    const isJson = (answer.headers.get('content-type') ?? '').includes('json');
    if (request.method !== 'GET' || !isShown || answer.status !== 200 || !isJson) return answer;
    const body: unknown = await answer.json();
    const now = Array.isArray(body) ? body.map((one) => shown(one, isUser)) : shown(body, isUser);
    return Response.json(now);
  };
}

/** A target file that says what is asked of it otherwise. */
const SAID: Omit<TargetFile, 'baseUrl'> = {
  version: '1',
  resources: [
    { name: 'deals', collection: '/rest/1/deals/', sample: { name: 'a deal {unique}', price: 12 } },
    { name: 'users', collection: '/users', create: false },
  ],
  operations: [
    {
      name: 'CancelDeal',
      parameters: { amercement: 25, reason: 'late' },
      effect: { canceled: true },
      forms: { A: '/rest/1/deals/{id}/cancel' },
    },
  ],
};

async function judgeOwning(
  doing: Doing,
  rules: readonly string[],
  said: Omit<TargetFile, 'baseUrl'> = {},
): Promise<Results> {
  const seed = { users: USERS, deals: [] } as unknown as ServeOptions['seed']; // a mock completes what a seed leaves out
  await using mock = await startMock({
    port: 0,
    ...(seed && { seed }),
    wrap: owning(doing),
    representations: ['json'],
    validators: false,
    operationForms: ['A'],
  });
  return await judge({ target: { ...said, baseUrl: mock.url }, seed: 1, runs: 1, rules });
}

const isCancel = (operation: string): boolean => operation === 'cancel';

const FEW = ['operation/status', 'operation/effect'];

const TOLD =
  /deals\/\{\}\/cancel was answered with success, and users \d+, users \d+, which it did not name, changed meanwhile in email/u;

/** Blocks the owner of each deal that is canceled. */
function blocking(blocked: Set<string>): Doing {
  return {
    wrote: ({ operation, owner }) => isCancel(operation) && blocked.add(owner),
    user: (one) => (blocked.has(String(one['id'])) ? { ...one, email: 'blocked' } : one),
  };
}

test('an operation that blocks the owner of each deal is seen and told', async () => {
  const { run } = await judgeOwning(blocking(new Set()), FEW, SAID);
  expect(run.harm?.join('\n')).toMatch(TOLD);
});

test('it is sent no more, by no rule', { tags: ['night'] }, async () => {
  const blocked = new Set<string>();
  const { run, results, summary } = await judgeOwning(blocking(blocked), ['operation/*']);
  expect(blocked.size).toBeLessThanOrEqual(3);
  expect(run.harm?.join('\n')).toMatch(TOLD);
  expect(summary.verdict).not.toBe('conformant');
  // Others are.
  expect(results.find(({ subject, rule }) => subject === 'HoldDeal/A' && rule === 'operation/status')?.outcome).toBe(
    'pass',
  );
});

test('so is one that deletes the keys of the owner', { tags: ['night'] }, async () => {
  const bare = new Set<string>();
  const { run } = await judgeOwning(
    { wrote: ({ operation, owner }) => isCancel(operation) && bare.add(owner), isBare: (user) => bare.has(user) },
    ['operation/*'],
  );
  expect(bare.size).toBeGreaterThan(0);
  expect(bare.size).toBeLessThanOrEqual(2);
  const told = run.harm?.join('\n') ?? '';
  expect([...bare].filter((user) => !told.includes(`/users/${user}/ssh-keys/0`))).toEqual([]);
  expect(told).toMatch(
    /cancel was answered with success, and \/users\/\d+\/ssh-keys\/0, .*, which it did not name, are gone since/u,
  );
});

test('so is one that sets what many users show alike, once it is seen to stay', { tags: ['night'] }, async () => {
  const blocked = new Set<string>();
  const { run } = await judgeOwning(
    {
      wrote: ({ operation, owner }) => isCancel(operation) && blocked.add(owner),
      user: (one) => ({ ...one, isActive: !blocked.has(String(one['id'])) }),
    },
    ['operation/*'],
  );
  expect(blocked.size).toBeLessThanOrEqual(8);
  expect(run.harm?.join('\n')).toMatch(
    /cancel was answered with success, and users .*, which it did not name, changed meanwhile in isActive/u,
  );
});

test('where others change users all the while, no operation is accused', { tags: ['night'] }, async () => {
  let edits = 0;
  const others = setInterval(() => {
    edits += 1;
  }, 20);
  const user = (one: JsonObject): JsonObject => {
    const nth = Number(one['id']);
    return { ...one, email: `u${nth}-${Math.floor((edits + nth) / USERS.length)}@b.c` };
  };
  const { run, results } = await judgeOwning({ user }, FEW).finally(() => clearInterval(others));
  expect(edits).toBeGreaterThan(0);
  expect(run.harm?.join('\n') ?? '').not.toMatch(/was answered with success/u);
  expect(results.filter(({ outcome }) => outcome === 'inconclusive')).toEqual([]);
});

test('what is computed of the deals of a user, and goes back with them, accuses none', {
  tags: ['night'],
}, async () => {
  const active = new Map<string, string>();
  const { run } = await judgeOwning(
    {
      wrote({ method, operation, owner }) {
        if (method === 'DELETE') active.delete(owner);
        else if (operation !== '') active.set(owner, operation);
      },
      user: (one) => ({ ...one, last: active.get(String(one['id'])) ?? 'none' }),
    },
    ['operation/*'],
  );
  expect(run.harm ?? []).toEqual([]);
});
