import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestOf } from '../../judge/attestation/attest.ts';
import { sealed } from '../../judge/attestation/dsse.ts';
import { PAYLOAD_TYPE, statementOf } from '../../judge/attestation/statement.ts';
import { judge } from '../../judge/judge.ts';
import { loadResults } from '../../judge/load-results.ts';
import { mergeShards } from '../../judge/merge.ts';
import { startMock } from '../../mock/node.ts';
import { reportJson } from '../../reports/index.ts';
import { inGate } from '../in-gate.ts';
import { failure, result, resultsOf, WAIVER } from '../reports/sample.ts';
import { assayer, temporaryFolder } from './assayer.ts';

const keys = generateKeyPairSync('ed25519');
const SUBJECT = `sha256:${'ab'.repeat(32)}`;

const failing = resultsOf([failure(), result({ rule: 'delete/status' })]);
const { summary } = failing;
const waived = resultsOf([failure({ waiver: WAIVER }), result({ rule: 'delete/status' })]);

const EDITED = [
  [
    'the verdict',
    { ...summary, verdict: 'conformant' },
    'summary.verdict is conformant, and by the results it is non-conformant',
  ],
  ['a failure that is hidden', { ...summary, verdict: 'not-judged' }, 'summary.verdict is not-judged'],
  ['a count', { ...summary, must: { ...summary.must, fail: 0 } }, 'summary.must.fail is 0, and by the results it is 1'],
  [
    'another count',
    { ...summary, may: { ...summary.may, pass: 9 } },
    'summary.may.pass is 9, and by the results it is 0',
  ],
  [
    'the coverage',
    { ...summary, coverage: { ...summary.coverage, exercised: 71 } },
    'summary.coverage.exercised is 71',
  ],
  ['the waivers', { ...summary, waivers: { waived: 1, problems: [], notes: [] } }, 'summary.waivers.waived is 1'],
] as const;

test.concurrent.each(inGate(EDITED))('results with %s edited are refused', async (_, edited, told) => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'r.json'), JSON.stringify({ ...failing, summary: edited }));
  const { status, stdout, stderr } = await assayer(['report', 'r.json', '--quiet'], { cwd: folder.path });
  expect(stderr).toMatch(/^error: r\.json is spoilt:\n {2}summary\./u);
  expect(stderr).toContain(told);
  expect(stdout).toBe('');
  expect(status).toBe(2);
});

test.concurrent('every command that reads results refuses them', { tags: ['night'] }, async () => {
  await using folder = await temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  const bad = { ...failing, summary: { ...summary, verdict: 'conformant' as const } };
  await writeFile(at('bad.json'), JSON.stringify(bad));
  await writeFile(at('good.json'), JSON.stringify(failing));
  await writeFile(at('key.pem'), String(keys.privateKey.export({ type: 'pkcs8', format: 'pem' })));
  await writeFile(at('pub.pem'), String(keys.publicKey.export({ type: 'spki', format: 'pem' })));
  // As an earlier version signed them.
  const statement = statementOf(bad, { subject: 'ab'.repeat(32), results: await digestOf(at('bad.json')) });
  const envelope = sealed(PAYLOAD_TYPE, Buffer.from(JSON.stringify(statement)), keys.privateKey);
  await writeFile(at('bad.att.json'), JSON.stringify(envelope));
  const lines = [
    'report bad.json',
    'compare bad.json good.json',
    'compare good.json bad.json',
    'merge bad.json',
    `attest bad.json --subject ${SUBJECT} --key key.pem -o x.json`,
    'verify bad.att.json --key pub.pem --results bad.json',
    'check --baseline bad.json',
    'check --last-failed bad.json',
    'mock --like bad.json --port 0',
  ];
  for (const line of lines) {
    const { status, stderr } = await assayer(line.split(' '), { cwd: folder.path });
    expect(stderr, line).toContain('bad.json is spoilt:\n  summary.verdict is conformant');
    expect(status, line).toBe(2);
  }
});

test.concurrent('what runs, shards and merged runs say of themselves is taken, whatever limits were not met', {
  tags: ['night'],
}, async () => {
  await using folder = await temporaryFolder();
  await using mock = await startMock({ port: 0 });
  const path = join(folder.path, 'r.json');
  const rules = ['delete/status', 'session/challenge'];
  const target = { baseUrl: 'http://127.0.0.1:1' };
  const shard = (index: number) => ({ rules, seed: 1, shard: { index, count: 2 } });
  const runs = [
    ...[{}, { minExercised: 99 }, { maxNotExercised: 0 }, { readOnly: true }, { minCoverage: 1, readOnly: true }].map(
      (options) => judge({ rules, ...options }),
    ),
    judge({ rules: ['create/status'], claims: { session: 'none' } }),
    judge({ rules, target }),
    judge({ ...shard(1), target }),
    judge({ ...shard(1), maxTimeMs: 1 }),
    judge(shard(1)),
    judge(shard(2)),
  ];
  for (const run of [failing, waived, ...(await Promise.all(runs))]) {
    await writeFile(path, reportJson(run));
    await expect(loadResults(path)).resolves.toMatchObject({ summary: { verdict: run.summary.verdict } });
  }
  const parts = await Promise.all([1, 2].map((index) => judge({ ...shard(index), target: { baseUrl: mock.url } })));
  const merged = mergeShards(
    parts.map((results, i) => ({ path: `${i}.json`, results })),
    { minExercised: 99 },
  );
  await writeFile(path, reportJson(merged));
  await expect(loadResults(path)).resolves.toMatchObject({ summary: { verdict: 'not-judged' } });
});
