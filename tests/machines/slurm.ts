// Judges a mock in four shards on a cluster of Slurm on this machine, kills a worker in the middle, and compares the result with
// that of one run: npm run fleet:slurm
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareResults } from '../../core/results/compare.ts';
import { judge } from '../../judge/judge.ts';
import { loadResults } from '../../judge/load-results.ts';
import { mergeShards } from '../../judge/merge.ts';
import { startMock } from '../../mock/node.ts';
import { startCluster } from './slurm-cluster.ts';

const SHARDS = 4;
const RUNS = 10;
const ROOT = join(import.meta.dirname, '../..');
const LONGEST_MS = 15 * 60_000;

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

await using cluster = await startCluster(['node1', 'node2']);
await using mock = await startMock({ port: 0 });
const results = join(cluster.folder, 'results');
mkdirSync(results);
process.env['ASSAYER'] = `${process.execPath} ${join(ROOT, 'dist/cli/main.js')}`;

await until('both workers are up', () => cluster.ask('sinfo', '-h', '-N', '-o', '%T').match(/idle/gu)?.length === 2);
const script = join(ROOT, 'examples/slurm/shards.sbatch');
const submit = ['--parsable', `--array=1-${SHARDS}`, `--export=ALL,ASSAYER=${process.env['ASSAYER']}`];
const job = cluster.ask('sbatch', ...submit, script, mock.url, results, '--runs', String(RUNS)).trim();
tell(`job ${job}: ${SHARDS} shards of ${mock.url} on two workers`);

const isOn = (worker: string): string | undefined =>
  tasks().find(({ state, node }) => state === 'RUNNING' && node === worker)?.task;
const hasCreated = (task: string): boolean => readdirSync(results).some((file) => file.startsWith(`shard-${task}-`));
await until('a shard is at work on node1', () => hasCreated(isOn('node1') ?? 'none'));
const killed = isOn('node1') ?? '';
cluster.kill('node1');
tell(`killed node1 with shard ${killed}/${SHARDS} on it`);
await sleep(2000);
cluster.start('node1');

let told = '';
await until('every shard has ended', () => {
  const now = tasks()
    .map(({ task, state, node }) => `${task} ${state} ${node}`)
    .join(', ');
  if (now !== told) tell(now === '' ? 'no task is left' : now);
  told = now;
  return now === '';
});

const files = await Promise.all(
  Array.from({ length: SHARDS }, async (_, i) => {
    const path = join(results, `shard-${i + 1}.json`);
    return { path, results: await loadResults(path) };
  }),
);
const merged = mergeShards(files);
const local = await judge({ baseUrl: mock.url, seed: 1, runs: RUNS });
const { differences } = compareResults(local, merged);
tell(
  `merged: ${merged.summary.verdict}, ${merged.summary.must.pass} must checks hold, ${merged.run.requests} requests`,
);
tell(`one run: ${local.summary.verdict}, ${local.summary.must.pass} must checks hold, ${local.run.requests} requests`);
for (const { change, rule, subject, before, after } of differences)
  tell(`${change}: ${rule} on ${subject}: ${before} → ${after}`);
const isSame = differences.length === 0 && JSON.stringify(merged.summary) === JSON.stringify(local.summary);
tell(isSame ? `the result equals that of one run; shard ${killed} was judged again` : 'the results differ');
process.exitCode = isSame ? 0 : 1;

/** The tasks that are not done. */
function tasks(): { readonly task: string; readonly state: string; readonly node: string }[] {
  const lines = cluster.ask('squeue', '-h', '-r', '-j', job, '-t', 'all', '-o', '%K %T %N').trim().split('\n');
  return lines
    .map((line) => line.split(' '))
    .map(([task = '', state = '', node = '']) => ({ task, state, node }))
    .filter(({ task, state }) => task !== '' && !['COMPLETED', 'FAILED', 'CANCELLED', 'NODE_FAIL'].includes(state));
}

async function until(what: string, isTrue: () => boolean): Promise<void> {
  const end = Date.now() + LONGEST_MS;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error(`it took too long until ${what}`);
    await sleep(300);
  }
}
