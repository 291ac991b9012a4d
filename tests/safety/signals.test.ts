import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { start, temporaryFolder } from '../cli/assayer.ts';

const RULES = ['--rule', 'create/status', '--rule', 'create/location'];

test.each([
  ['ends by itself', [], undefined, 0],
  ['is asked to fail on what stays', ['--fail-on', 'left-behind'], undefined, 2],
  ['is sent SIGTERM', ['--rule', 'create/*'], 'SIGTERM', 130],
  ['is sent SIGHUP', ['--rule', 'create/*'], 'SIGHUP', 130],
] as const)(
  'where DELETE is never answered, a run that %s ends in time, reports, and names each record that is left',
  async (_, args, signal, due) => {
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
    const limits = ['--max-time', '60s', '--cleanup-time', '3s', '--timeout', '2s'];
    const { child, ended } = start(['check', mock.url, ...RULES, ...limits, '--out', folder.path, '--quiet', ...args], {
      cwd: folder.path,
    });
    while (signal !== undefined && asked < 3 && child.exitCode === null) await new Promise((r) => setTimeout(r, 5));
    if (signal !== undefined) child.kill(signal);
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
  120_000,
);
