import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { start } from '../cli/assayer.ts';

interface Ran {
  /** The status of the list of sessions, asked in so many ways. */
  readonly statuses: readonly number[];
  readonly stdout: string;
}

async function ran(flags: readonly string[], ...ways: Readonly<Record<string, string>>[]): Promise<Ran> {
  const running = start(['mock', '--port', '0', ...flags]);
  try {
    const url = /^listening on (http:\S+)$/u.exec(await running.firstLine)?.[1] ?? '';
    const answers = await Promise.all(ways.map((headers) => fetch(`${url}/_mock/sessions`, { headers })));
    running.child.kill('SIGTERM');
    return { statuses: answers.map(({ status }) => status), stdout: (await running.ended).stdout };
  } finally {
    running.child.kill('SIGTERM');
  }
}

const origin = 'http://localhost:5173';

test('on every address a token is made up, and told once', async () => {
  const { statuses, stdout } = await ran(['--host', '0.0.0.0'], {});
  expect(statuses).toEqual([401]);
  expect(stdout.match(/token/gu)).toHaveLength(1);
  expect(stdout).toMatch(/\/_mock\/\?token=[\w-]{24}$/mu);
});

test('on every address those of this machine are told, for a phone; on loopback none is', {
  tags: ['night'],
}, async () => {
  const { stdout } = await ran(['--host', '0.0.0.0'], {});
  const port = /^listening on http:\/\/127\.0\.0\.1:(\d+)/u.exec(stdout)?.[1];
  const others = Object.values(networkInterfaces()).flatMap((some) => some?.filter(({ internal }) => !internal) ?? []);
  for (const { address } of others.filter(({ family }) => family === 'IPv4'))
    expect(stdout).toContain(`From other machines: http://${address}:${port}\n`);
  expect((await ran([], {})).stdout).not.toContain('From other machines');
});

test('a token that was given is asked for, and not told', async () => {
  const flags = ['--host', '0.0.0.0', '--control-token', 'open-sesame'];
  const { statuses, stdout } = await ran(flags, {}, { 'x-mock-token': 'open-sesame' });
  expect(statuses).toEqual([401, 200]);
  expect(stdout).not.toContain('open-sesame');
});

test('origins are allowed one by one, and the control API can be turned off', { tags: ['night'] }, async () => {
  const flags = ['--control-origin', origin, '--control-origin', 'http://a.example'];
  expect(
    (await ran(flags, { origin }, { origin: 'http://a.example' }, { origin: 'http://b.example' })).statuses,
  ).toEqual([200, 200, 403]);
  const off = await ran(['--no-control'], {});
  expect(off.statuses).toEqual([404]);
  expect(off.stdout).not.toContain('_mock');
});
