import { expect, test } from 'vitest';
import type { JsonObject } from '../../fixtures/json.ts';
import { initialise } from '../../init/init.ts';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { type ServeOptions, serve } from '../hostile/hostile-server.ts';

// A write to a deal may reach a user, as by a cascade of the database or a statement about the wrong table.

const USERS = Array.from({ length: 60 }, (_, i): JsonObject => ({ id: i + 1, name: `user ${i + 1}`, email: 'a@b.c' }));

/** The mock, whose users are shown as `shownAs` has it after writes to deals; undefined for one that is gone. */
async function serveBeside(
  writes: (request: Request, reached: Set<string>) => void,
  shownAs: (user: JsonObject) => JsonObject | undefined,
) {
  const reached = new Set<string>();
  const shown = (user: JsonObject): JsonObject | undefined => (reached.has(String(user['id'])) ? shownAs(user) : user);
  const wrap = (fetch: Fetch): Fetch => {
    return async (request) => {
      const { pathname } = new URL(request.url);
      const answer = await fetch(request.clone());
      if (pathname.startsWith('/rest/1/deals/') && answer.ok) writes(request, reached);
      if (!pathname.startsWith('/users') || answer.status !== 200) return answer;
      const body: JsonObject | readonly JsonObject[] = await answer.json();
      const now = Array.isArray(body) ? body.flatMap((one) => shown(one) ?? []) : shown(body as JsonObject); // one record
      return now === undefined ? new Response(null, { status: 404 }) : Response.json(now);
    };
  };
  const seed = { users: USERS, deals: [] } as unknown as ServeOptions['seed']; // a mock completes what a seed leaves out
  const server = await serve(wrap, { representations: ['json'], validators: false, ...(seed && { seed }) });
  return { ...server, harmed: () => USERS.map(({ id }) => String(id)).filter((id) => reached.has(id)) };
}

const RULES = ['create/status', 'delete/*', 'operation/status', 'operation/effect'];

/** A service whose deletion of a deal takes the user of the same number with it. */
const cascading = () =>
  serveBeside(
    ({ method, url }, reached) => method === 'DELETE' && reached.add(new URL(url).pathname.split('/')[4] ?? ''),
    () => undefined,
  );

test('where a DELETE of a deal takes a user with it, two are lost and told', { tags: ['night'] }, async () => {
  await using server = await cascading();
  const { summary, run } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: RULES });
  const lost = server.harmed();
  expect(lost).toHaveLength(2);
  const told = summary.headline?.join('\n');
  expect(told).toContain(`2 of 60 records of users that others had before this run are gone: ${lost.join(', ')} (`);
  expect(told).toMatch(
    /a DELETE of a record of this run was answered with success, and users \d+, which it did not name, is gone since/u,
  );
  // What is deleted no more is told.
  expect(run.leftBehind?.length).toBeGreaterThan(0);
});

test('where an operation writes to a user as well, each is told', { tags: ['night'] }, async () => {
  await using server = await serveBeside(
    ({ method, url }, reached) => method === 'PUT' && reached.add(new URL(url).pathname.split('/')[4] ?? ''),
    (user) => ({ ...user, email: 'held@b.c' }),
  );
  const { summary } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['operation/status'] });
  const harmed = server.harmed();
  expect(harmed.length).toBeGreaterThan(0);
  expect(summary.headline?.join('\n')).toContain(
    `${harmed.length} of 60 records of users that others had before this run are shown otherwise now: ${harmed.slice(0, 25).join(', ')}`,
  );
});

test('a user who counts the deals is not told as harmed', async () => {
  let count = 0;
  await using server = await serveBeside(
    ({ method }, reached) => {
      if (method === 'POST') count += 1;
      reached.add('1');
    },
    (user) => ({ ...user, deals: count }),
  );
  const { summary } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['create/status', 'delete/status'] });
  expect(summary.headline?.join('\n') ?? '').not.toMatch(/records of users/u);
});

test('init stops at such a cascade as well', async () => {
  await using server = await cascading();
  const { harm } = await initialise({ baseUrl: server.url, allowWrites: true });
  // It asks twice, with nothing kept between.
  expect(server.harmed().length).toBeLessThanOrEqual(4);
  expect(harm.join('\n')).toMatch(/\d of \d+ records of users that others had before this run are gone: /u);
});

test('where others delete users all the while, a DELETE that takes deals along is found out', {
  tags: ['night'],
}, async () => {
  const deals = Array.from({ length: 40 }, (_, i): JsonObject => ({ id: i + 1, name: `of before ${i + 1}`, price: 1 }));
  const taken = new Set<string>();
  let asked = 0;
  const wrap = (fetch: Fetch): Fetch => {
    return async (request) => {
      const { pathname, origin } = new URL(request.url);
      const answer = await fetch(request);
      if (request.method === 'DELETE' && answer.status === 204)
        for (const id of [1, 2].map((nth) => String(taken.size + nth))) {
          taken.add(id);
          await fetch(new Request(`${origin}/rest/1/deals/${id}`, { method: 'DELETE' }));
        }
      if (!pathname.startsWith('/users') || answer.status !== 200) return answer;
      asked += 1;
      const left = USERS.slice(Math.floor(asked / 3));
      const [, , id] = pathname.split('/');
      if (id === undefined) return Response.json(left);
      return left.some((user) => String(user['id']) === id) ? answer : new Response(null, { status: 404 });
    };
  };
  const seed = { users: USERS, deals } as unknown as ServeOptions['seed']; // a mock completes what a seed leaves out
  await using server = await serve(wrap, { representations: ['json'], validators: false, ...(seed && { seed }) });
  const { summary } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['create/status', 'delete/*'] });
  expect([...taken]).toEqual(['1', '2']);
  expect(summary.headline?.join('\n')).toMatch(
    /a DELETE of a record of this run was answered with success, and 1, 2, which/u,
  );
});
