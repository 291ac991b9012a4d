import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { type Running, start, temporaryFolder } from '../cli/assayer.ts';
import { interrupt } from './endings.ts';

type Case = [what: string, args: readonly string[], strike: (running: Running) => unknown, due: number];

const ENDLESS = ['--max-time', '20m', '--cleanup-time', '9m', '--timeout', '9m'];
const RULES = ['--rule', 'create/status', '--rule', 'create/location'];

test.each([
  ['is asked to fail on what stays', ['--fail-on', 'left-behind'], () => {}, 2],
  ['is sent SIGHUP', ['--rule', 'create/*'], ({ child }) => child.kill('SIGHUP'), 130],
  // Within the time of this test it ends only by giving up.
  ['is sent SIGINT three times', ['--rule', 'create/*', ...ENDLESS], (running) => interrupt(running, 3), 130],
] satisfies Case[])(
  'where DELETE is never answered, a run that %s ends in time, reports, and names each record that is left',
  { tags: ['night'] },
  async (_, args, strike, due) => {
    let asked = 0;
    await using mock = await startMock({
      wrap: (fetch) => (request) => {
        if (request.method === 'POST') asked += 1;
        return request.method === 'DELETE' ? new Promise(() => {}) : fetch(request);
      },
    });
    const list = async (): Promise<string[]> => {
      // The mock's own answer, an array of records.
      const records = (await (await fetch(`${mock.url}/rest/1/deals/`)).json()) as readonly { readonly id: string }[];
      return records.map(({ id }) => id);
    };
    const before = await list();
    await using folder = await temporaryFolder();
    const limits = ['--max-time', '60s', '--cleanup-time', '6s', '--timeout', '3s'];
    const all = ['check', mock.url, ...RULES, ...limits, '--out', folder.path, '--quiet', ...args];
    const running = start(all, { cwd: folder.path });
    const { child, ended } = running;
    onTestFinished(() => void child.kill('SIGKILL'));
    while (asked < 3 && child.exitCode === null) await new Promise((r) => setTimeout(r, 5));
    await strike(running);
    const { status, stderr } = await ended;
    expect(stderr).toContain('left behind: ');
    expect(stderr).toMatch(/^ledger: \.assayer\/ledger-/mu);
    if (due === 2) expect(stderr).toMatch(/^exit status 2: \d+ of what the run created could not be deleted/mu);
    expect(status).toBe(due);
    const results: { run: { leftBehind: { address: string }[] } } = JSON.parse(
      await readFile(join(folder.path, 'results.json'), 'utf8'),
    );
    const told = results.run.leftBehind.map(({ address }) => address);
    const made = (await list()).filter((id) => !before.includes(id));
    expect(made.length).toBeGreaterThan(0);
    for (const id of made) expect(told).toContain(`${mock.url}/rest/1/deals/${id}`);
  },
);

test('the fourth Ctrl-C ends the process at once, and the ledger is named', { tags: ['night'] }, async () => {
  let asked = 0;
  await using mock = await startMock({
    wrap: (fetch) => (request) => {
      if (request.method === 'POST') asked += 1;
      return request.method === 'DELETE' ? new Promise(() => {}) : fetch(request);
    },
  });
  await using folder = await temporaryFolder();
  const args = ['check', mock.url, '--rule', 'create/*', ...ENDLESS, '--quiet'];
  const running = start(args, { cwd: folder.path });
  const { child, ended } = running;
  onTestFinished(() => void child.kill('SIGKILL'));
  while (asked < 3 && child.exitCode === null) await new Promise((r) => setTimeout(r, 5));
  await interrupt(running, 4);
  const { status, stderr } = await ended;
  expect(stderr).toMatch(/^ledger: \.assayer\/ledger-/mu);
  expect(status).toBe(130);
});

test('in --watch Ctrl-C does what it does in a plain run: stop, wait, and give up the third time', {
  tags: ['night'],
}, async () => {
  let asked = 0;
  await using mock = await startMock({
    wrap: (fetch) => (request) => {
      if (request.method === 'POST') asked += 1;
      return request.method === 'DELETE' ? new Promise(() => {}) : fetch(request);
    },
  });
  await using folder = await temporaryFolder();
  const args = ['check', mock.url, '--watch', '--watch-path', folder.path, '--rule', 'create/*', ...ENDLESS];
  const running = start(args, { cwd: folder.path });
  const { child, ended } = running;
  onTestFinished(() => void child.kill('SIGKILL'));
  while (asked < 3 && child.exitCode === null) await new Promise((r) => setTimeout(r, 5));
  await interrupt(running, 3);
  const { status, stderr } = await ended;
  const said = ['stopping: ', 'still deleting ', 'giving up: ', 'left behind: ', 'ledger: '];
  expect(
    said.map((text) => stderr.indexOf(text)).every((at, i, all) => at > (all[i - 1] ?? -1)),
    stderr,
  ).toBe(true);
  expect(status).toBe(130);
});

test('a run that is interrupted while the target is asked says so, and not that the target is not reachable', async () => {
  let asked = 0;
  await using mock = await startMock({
    wrap: () => () => {
      asked += 1;
      return new Promise(() => {});
    },
  });
  await using folder = await temporaryFolder();
  const { child, ended } = start(['check', mock.url, ...ENDLESS], { cwd: folder.path });
  onTestFinished(() => void child.kill('SIGKILL'));
  while (asked < 1 && child.exitCode === null) await new Promise((r) => setTimeout(r, 5));
  child.kill('SIGINT');
  const { status, stdout } = await ended;
  expect(stdout).toContain('not judged: the run was interrupted (SIGINT)');
  expect(stdout).not.toContain('not reachable');
  expect(status).toBe(130);
});
