import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { assayer, start } from './assayer.ts';

async function listening(args: readonly string[]): Promise<{ url: string; running: ReturnType<typeof start> }> {
  const running = start(['mock', ...args]);
  const url = /^listening on (http:\S+)$/u.exec(await running.firstLine)?.[1] ?? '';
  return { url, running };
}

test('the first line tells a machine where it listens; SIGTERM and SIGINT end it with 0', {
  tags: ['night'],
}, async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const { url, running } = await listening(['--port', '0']);
    expect((await fetch(`${url}/users/1`)).status).toBe(200);
    running.child.kill(signal);
    expect((await running.ended).status).toBe(0);
  }
});

test('check in one process judges the mock of another', { tags: ['night'] }, async () => {
  const { url, running } = await listening(['--port', '0', '--claim', 'deleted=410', '--base-path', '/api']);
  const { status, stdout } = await assayer(['check', url, '--rule', 'delete', '--claim', 'deleted=410']);
  running.child.kill('SIGTERM');
  expect(stdout).toMatch(/conformant in what was selected: \d+ must/u);
  expect(status).toBe(0);
  await running.ended;
});

test('options reach the mock', async () => {
  const flags = ['--base-path', '/shop', '--version-segment', 'v2', '--location', 'relative', '--ids', 'uuid'];
  const { url, running } = await listening(['--port', '0', ...flags, '--unavailable', 'users']);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'a', price: 1 });
  const created = await fetch(`${url}/rest/v2/deals/`, { method: 'POST', headers, body });
  expect(created.headers.get('location')).toMatch(/^\/shop\/rest\/v2\/deals\/[0-9a-f]{8}-/u);
  expect((await fetch(`${url}/users`)).status).toBe(503);
  running.child.kill('SIGTERM');
  const { stdout } = await running.ended;
  expect(stdout).toContain(`assayer check ${url}`);
});

test.each([
  ['a port in use', async (port: number) => ['--port', String(port)], /port \d+ on 127\.0\.0\.1 is in use/u],
  ['a port that is not valid', async () => ['--port', 'http'], /Write a port from 0/u],
  ['an unknown claim', async () => ['--claim', 'create=maybe'], /Allowed: created, full-result/u],
  ['a base path that is not valid', async () => ['--base-path', 'a b'], /is not a path/u],
  [
    'an unknown component',
    async () => ['--unavailable', 'deal'],
    /Allowed choices are deals, users, commands, session/u,
  ],
] as const)('%s: exit 2 and what to do', async (_, args, told) => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const { port } = busy.address() as AddressInfo; // a listening TCP server has such an address
  const { status, stdout, stderr } = await assayer(['mock', ...(await args(port))]);
  busy.close();
  expect(stderr).toMatch(told);
  expect(stderr).not.toMatch(/^\s+at /mu);
  expect(stdout).toBe('');
  expect(status).toBe(2);
});

test('--log prints a line for each exchange: the rule that is kept, what was near, whose, and no secret', async () => {
  const { url, running } = await listening(['--port', '0', '--log']);
  await fetch(`${url}/users/1?token=hush-hush`, { headers: { 'x-mock-tenant': 'acme' } });
  await fetch(`${url}/user/1`);
  running.child.kill('SIGTERM');
  const { stdout } = await running.ended;
  const lines = stdout.split('\n').filter((line) => line.includes('→'));
  expect(lines).toEqual([
    '[acme] GET /users/1?token=[redacted] → 200 read/item (hint: "token" is no known parameter and selects nothing)',
    'GET /user/1 → 404 (GET /users/:id is near; "user" where it has "users")',
  ]);
});
