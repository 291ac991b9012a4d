import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Proof } from '../../core/results/proof.ts';
import type { Results } from '../../core/results/results.ts';
import { DEVIATIONS } from '../../proof/deviations/index.ts';
import { inGate, TRIES_ALL } from '../in-gate.ts';
import { assayer, start, temporaryFolder } from './assayer.ts';

describe('assayer prove', () => {
  test('tells the figures of what it judged, as JSON; --keep goes on from them, and not from what other code did', {
    tags: ['night'],
  }, async () => {
    await using folder = await temporaryFolder();
    // A variation takes four whole runs; tests/proof/variations.test.ts judges them.
    const some = ['delete-answers-202', '404'].flatMap((id) => ['--only', id]);
    const args = ['prove', ...some, '--jobs', '1', '--reporter', 'json', '--keep', 'kept.jsonl'];
    const { status, stdout } = await assayer(args, { cwd: folder.path });
    const proof = JSON.parse(stdout) as Proof; // what the reporter is given
    expect(proof).toMatchObject({ killed: 1, deviations: 1, misattributed: 0, falseAlarms: 0, nullPasses: 0 });
    expect(proof.nothings).toHaveLength(1);
    expect(proof.rules).toBeGreaterThan(80);
    expect(proof.requestsPerVerdict).toBeGreaterThan(0);
    const { costs, requests } = proof.conformant;
    expect(costs['delete/unknown']).toBeGreaterThan(0);
    // What is deleted at the end counts for no rule.
    expect(Object.values(costs).reduce((sum, one) => sum + one, 0)).toBeLessThan(requests);
    expect(proof.kills[0]?.struck).toContain('delete/status');
    expect(status).toBe(0);

    const file = join(folder.path, 'kept.jsonl');
    const [head = '', ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    const [killed = '', nothing = '', plain = ''] = lines;
    // What is in the file is taken as it is; a line that was cut is not, and its fault is judged again, which takes least.
    const changed = [killed.slice(0, 20), nothing.replace('"passes":[]', '"passes":["kept"]')];
    await writeFile(file, [head, ...changed, plain.replace('"requests":', '"requests":9')].join('\n'));
    const after = JSON.parse((await assayer(args, { cwd: folder.path })).stdout) as Proof; // what the reporter is given
    expect(after).toMatchObject({ killed: 1, nullPasses: 1, nothings: [{ passes: ['kept'] }] });
    expect(after.conformant).toEqual({ ...proof.conformant, requests: Number(`9${proof.conformant.requests}`) });

    await writeFile(file, head.replace(/"code":"./u, '"code":"-'));
    const other = await assayer(args, { cwd: folder.path });
    expect(other.stderr).toMatch(/--keep: kept\.jsonl was begun by another build of assayer.*delete it/u);
    expect(other.status).toBe(2);
  });

  // The gate judges mutants in this process (tests/proof/mutants.test.ts).
  test.each(inGate(TRIES_ALL ? ['judges a sample of the mutants alone, and tells what survived'] : [], 2))(
    '%s',
    { tags: ['night'] },
    async () => {
      const only = ['--only', 'root.get:401*:status-swap(*)', '--sample', '1'];
      const { status, stdout } = await assayer(['prove', '--mutants', ...only, '--jobs', '1', '--reporter', 'json']);
      const proof = JSON.parse(stdout) as Proof; // what the reporter is given
      expect(proof.mutants).toEqual({ total: 1, killed: 1, survived: 0, equivalent: 0, inert: 0 });
      expect(proof.generated).toBe(5);
      expect(proof.survivors).toEqual([]);
      expect(proof.kills).toEqual([]);
      expect(status).toBe(0);
    },
  );

  test('refuses a name that nothing has, and a report that there is not', async () => {
    const nothing = await assayer(['prove', '--only', 'no-such-fault']);
    expect(nothing.stderr).toMatch(/--only: no deviation/u);
    expect(nothing.status).toBe(2);
    const sample = await assayer(['prove', '--sample', '3']);
    expect(sample.stderr).toMatch(/--sample: only mutants are drawn/u);
    expect(sample.status).toBe(2);
    const report = await assayer(['prove', '--reporter', 'junit']);
    expect(report.stderr).toMatch(/there is no report “junit”/u);
    expect(report.status).toBe(2);
  });
});

describe('assayer mock --deviate', () => {
  test('lists the faults with what they break', async () => {
    const { status, stdout } = await assayer(['mock', '--deviations']);
    for (const { id, title } of DEVIATIONS) expect(stdout).toContain(`${id}\n  ${title}\n  breaks `);
    expect(status).toBe(0);
  });

  test('refuses a fault that there is not', async () => {
    const { status, stderr } = await assayer(['mock', '--deviate', 'delete-answers-202,nope']);
    expect(stderr).toMatch(/no deviation is called “nope”; assayer mock --deviations lists them/u);
    const near = await assayer(['mock', '--deviate', 'delete-answers-22']);
    expect(near.stderr).toMatch(/no deviation is called “delete-answers-22”; did you mean delete-answers-20[02]\?/u);
    expect(near.status).toBe(2);
    expect(status).toBe(2);
  });

  test('serves several; a property that fails is tried again by its replay token, and by nothing else', async () => {
    const mock = start(['mock', '--port', '0', '--deviate', 'read-non-numeric-id-400,delete-answers-202']);
    const url = (await mock.firstLine).replace('listening on ', '');
    const rules = ['--rule', 'read/unknown-item', '--rule', 'delete/status'];
    const first = await assayer(['check', url, ...rules, '--reporter', 'json', '--seed', '3']);
    expect(first.status).toBe(1);
    const { results } = JSON.parse(first.stdout) as Results; // what the reporter is given
    const failed = results.filter(({ outcome }) => outcome === 'fail');
    expect([...new Set(failed.map(({ rule }) => rule))]).toEqual(['delete/status', 'read/unknown-item']);

    const found = failed.find(({ rule, subject }) => rule === 'read/unknown-item' && subject === 'users');
    const again = await assayer(['check', url, '--replay', found?.replay ?? '', '--reporter', 'json']);
    const replayed = (JSON.parse(again.stdout) as Results).results.find(({ subject }) => subject === 'users');
    mock.child.kill();
    await mock.ended;
    expect(replayed).toMatchObject({
      rule: 'read/unknown-item',
      outcome: 'fail',
      counterexample: found?.counterexample,
    });
    expect(replayed?.cases).toBe(1);
    expect(again.status).toBe(1);
  });
});
