import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Results } from '../../core/results/results.ts';
import { startMock } from '../../mock/node.ts';
import { deletesWith } from '../deletes-with.ts';
import { inGate } from '../in-gate.ts';
import { assayer, temporaryFolder } from './assayer.ts';

/** What a run says: its last line, and its results. */
async function checked(
  args: readonly string[],
): Promise<{ status: number | null; stdout: string; line: string; results: Results }> {
  await using folder = await temporaryFolder();
  const { status, stdout } = await assayer(['check', ...args, '--seed', '1', '--reporter', 'json=r.json'], {
    cwd: folder.path,
  });
  const results: Results = JSON.parse(await readFile(join(folder.path, 'r.json'), 'utf8'));
  return { status, stdout, line: stdout.trimEnd().split('\n').at(-1) ?? '', results };
}

const READING = ['--rule', 'read/item', '--rule', 'create/links', '--rule', 'create/status', '--runs', '1'];

describe.concurrent('what was selected', () => {
  test('--skip is told by pattern and count, and the count is that of the results that are missing', {
    tags: ['night'],
  }, async () => {
    const args = ['--rule', 'create/status', '--rule', 'session', '--runs', '2'];
    const all = await checked(args);
    const { status, line, results } = await checked([...args, '--skip', 'session/*']);
    expect(status).toBe(0);
    expect(results.summary.verdict).toBe('conformant');
    const { leftOut } = results.run.selection;
    expect(results.run.selection).toEqual({
      rules: ['create/status', 'session'],
      skip: ['session/*'],
      level: 'must',
      readOnly: false,
      bail: false,
      leftOut,
    });
    const missing = all.results.results.length - results.results.length;
    expect(missing).toBeGreaterThan(0);
    expect((leftOut.results ?? 0) - (all.results.run.selection.leftOut.results ?? 0)).toBe(missing);
    expect(leftOut.rules).toBeGreaterThan(all.results.run.selection.leftOut.rules);
    const { must, should } = results.summary;
    expect(line).toBe(
      `conformant in what was selected: ${must.pass} must and ${should.pass} should checks hold; ${leftOut.results} results left out by --rule create/status, --rule session, --skip session/*`,
    );
  });

  test('--level, --read-only and --bail are told', async () => {
    const { line, results } = await checked(['--rule', 'read/item', '--level', 'should', '--read-only', '--bail']);
    expect(line).toMatch(/; judged with --level should, --read-only, --bail$/u);
    expect(results.run.selection).toMatchObject({ level: 'should', readOnly: true, bail: true });
  });

  test('a run that --bail ended says so, also where only a must failed with --level should', {
    tags: ['night'],
  }, async () => {
    await using broken = await deletesWith(202);
    const { status, line, results } = await checked([broken.url, '--rule', 'delete', '--bail', '--level', 'should']);
    expect(status).toBe(1);
    expect(line).toMatch(/^non-conformant: .*; the run was stopped at the first failure \(--bail\); /u);
    expect(results.run.interrupted).toMatch(/--bail/u);
  });

  test('--replay is told by its token', async () => {
    const token = 'read/unknown-item@deals@1@2@0';
    const { line, results } = await checked(['--replay', token]);
    expect(line).toContain(`left out by --replay ${token}`);
    expect(results.run.selection.replay).toBe(token);
  });

  test('a target that could not be asked leaves the number of results open', async () => {
    const { status, results } = await checked(['http://127.0.0.1:1', '--skip', 'create', '--timeout', '2s']);
    expect(status).toBe(2);
    expect(results.run.selection.leftOut).toEqual({ rules: expect.any(Number) });
  });

  test('every report tells it', { tags: ['night'] }, async () => {
    await using folder = await temporaryFolder();
    const reports = ['html', 'markdown', 'junit', 'text'];
    const reporters = reports.flatMap((name) => ['--reporter', `${name}=${name}`]);
    await assayer(['check', '--runs', '1', '--rule', 'session', '--skip', 'session/challenge', ...reporters], {
      cwd: folder.path,
    });
    for (const name of reports) {
      const text = await readFile(join(folder.path, name), 'utf8');
      expect(text, name).toContain('left out by --rule session, --skip session/challenge');
    }
  });
});

describe.concurrent('what was not exercised', () => {
  test('makes a run partly judged, with exit status 0; the line counts it, and how to limit it is said', {
    tags: ['night'],
  }, async () => {
    const { status, stdout, line, results } = await checked([...READING, '--read-only']);
    const { coverage, verdict, must } = results.summary;
    expect(status).toBe(0);
    expect(verdict).toBe('partly-judged');
    expect(coverage.exercised).toBe(must.pass + must.fail);
    expect(coverage.notExercised).toBe(must['not-exercised']);
    expect(coverage.applicable).toBe(coverage.exercised + coverage.notExercised);
    expect(line).toContain(
      `partly judged in what was selected: ${coverage.exercised} of ${coverage.applicable} applicable must checks hold, ${coverage.notExercised} were not exercised`,
    );
    expect(stdout).toContain('--max-not-exercised and --min-coverage set a limit');
  });

  test.each<[string, string[], RegExp]>(
    inGate(
      [
        [
          '--max-not-exercised',
          ['--max-not-exercised', '0'],
          /^not judged: (\d+) of \d+ applicable must checks were not exercised, 0 at most may be/u,
        ],
        [
          '--min-coverage',
          ['--min-coverage', '99.5%'],
          /^not judged: \d+ of \d+ applicable must checks were exercised, [\d.]+%; 99\.5% were asked for/u,
        ],
      ],
      2,
    ),
  )('%s makes it exit 2 with the reason, and lets a run pass that keeps to it', async (_, limit, reason) => {
    const over = await assayer(['check', ...READING, '--read-only', '--quiet', ...limit]);
    expect(over.stdout).toMatch(reason);
    expect(over.status).toBe(2);
    const kept = await assayer(['check', ...READING, '--quiet', ...limit]);
    expect(kept.stdout).toMatch(/^conformant in what was selected/u);
    expect(kept.status).toBe(0);
  });

  test('a limit never hides a failure', { tags: ['night'] }, async () => {
    await using broken = await deletesWith(202);
    const { status, line } = await checked([broken.url, '--rule', 'delete/status', '--max-not-exercised', '0']);
    expect(line).toMatch(/^non-conformant: /u);
    expect(status).toBe(1);
  });
});

describe.concurrent('what a target need not offer', () => {
  test('a run that only reads does not know whether operations are served: they count as not exercised', {
    tags: ['night'],
  }, async () => {
    await using mock = await startMock();
    const args = [mock.url, '--rule', 'operation/*', '--rule', 'read/item', '--read-only'];
    const { status, line, results } = await checked(args);
    const operations = results.results.filter(({ subject }) => subject === 'operations');
    expect(operations.length).toBeGreaterThan(0);
    expect(new Set(operations.map(({ outcome }) => outcome))).toEqual(new Set(['not-exercised']));
    expect(operations[0]?.reason).toBe('whether operations are served is not known (not asked: this run only reads)');
    expect([status, line]).toEqual([0, expect.stringMatching(/^partly judged in what was selected: /u)]);
    const said = await checked([...args, '--claim', 'operationForms=']);
    expect(said.results.results.find(({ subject }) => subject === 'operations')?.outcome).toBe('not-applicable');
  });

  test('validators: rules about a field that is never sent do not apply, unless it is claimed', {
    tags: ['night'],
  }, async () => {
    await using mock = await startMock({ validators: false });
    const args = [mock.url, '--rule', 'validator/*', '--rule', 'read/item', '--runs', '2'];
    const silent = await checked(args);
    expect([silent.status, silent.line]).toEqual([0, expect.stringMatching(/^conformant in what was selected/u)]);
    const claimed = await checked([...args, '--claim', 'validators=true']);
    expect(claimed.line).toMatch(/^partly judged in what was selected: /u);
  });
});
