import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadResults } from '../../judge/load-results.ts';
import { startMock } from '../../mock/node.ts';
import { REPORTERS } from '../../reports/registry.ts';
import { assayer, temporaryFolder } from './assayer.ts';

const SAVED = join(import.meta.dirname, '../reports/saved');

describe.each(readdirSync(SAVED).filter((name) => name.endsWith('.json')))('results as %s holds them', (name) => {
  const path = join(SAVED, name);

  test.each([...REPORTERS.keys()])('are rendered as %s', async (reporter) => {
    const { status, stdout, stderr } = await assayer(['report', path, '--reporter', reporter, '--no-color']);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout.length).toBeGreaterThan(50);
    if (reporter !== 'badge' && reporter !== 'badge-json') expect(stdout).toContain('delete/status');
  });

  test('are told whole, or by their verdict alone', async () => {
    const [plain, verbose, quiet] = await Promise.all(
      [[], ['--verbose'], ['--quiet']].map((flags) => assayer(['report', path, '--no-color', ...flags])),
    );
    expect(verbose?.stdout).toContain('assayer rules delete/status');
    expect(plain?.stdout).not.toContain('assayer rules delete/status');
    expect(plain?.stdout.endsWith(quiet?.stdout ?? 'nothing')).toBe(true);
    const both = await assayer(['report', path, '--quiet', '--verbose']);
    expect(both.stderr).toContain('--quiet and --verbose contradict each other');
    expect(both.status).toBe(2);
  });

  test('can be compared with those of today, and sent again', { tags: ['night'] }, async () => {
    await using folder = await temporaryFolder();
    await using mock = await startMock({ port: 0 });
    const few = ['--rule', 'create', '--rule', 'delete', '--quiet', '--reporter', 'json=now.json'];
    expect((await assayer(['check', mock.url, ...few], { cwd: folder.path })).status).toBe(0);
    const compared = await assayer(['compare', path, 'now.json'], { cwd: folder.path });
    expect(compared.stdout).toContain('delete/status on deals: failed: ');
    const failed = (await loadResults(path)).results.filter(({ outcome }) => outcome === 'fail').length;
    const again = await assayer(['check', mock.url, '--last-failed', path], { cwd: folder.path });
    expect(again.stdout).toContain(`${failed} fixed, 0 still failing, 0 could not be resent`);
    expect(again.status).toBe(0);
  });
});
