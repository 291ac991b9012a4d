import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { temporaryFolder } from '../cli/assayer.ts';
import { MAIN } from '../cli/build.ts';
import { serveWarmly, WARM_CLIENT } from '../cli/warm-server.ts';
import { deletesWith } from '../deletes-with.ts';
import { TRIES_ALL } from '../in-gate.ts';

// What the engines would run, run by a shell: only npx is another one, which starts this checkout. It does so in processes of their
// own where all is tried, and for the action; otherwise in one that is warm, since the start of each takes longer than what it does.
const STARTED = TRIES_ALL ? MAIN : WARM_CLIENT;
let warm: Awaited<ReturnType<typeof serveWarmly>>;
beforeAll(async () => {
  warm = await serveWarmly();
});
afterAll(() => warm[Symbol.asyncDispose]());

const ROOT = join(import.meta.dirname, '../..');
const FEW = '--rule create/status --rule delete/status --runs 1';

interface Ran {
  readonly status: number | null;
  readonly told: string;
}

async function run(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  started: string = STARTED,
): Promise<Ran> {
  const bin = join(cwd, 'bin');
  await mkdir(bin, { recursive: true });
  // Its arguments are --yes, assayer@version, and those of assayer.
  const npx = `#!/bin/sh\n[ "$1" = --yes ] || exit 99\nshift 2\nexec "${process.execPath}" "${started}" "$@"\n`;
  await writeFile(join(bin, 'npx'), npx, { mode: 0o755 });
  const path = `${bin}:${process.env['PATH'] ?? ''}`;
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    env: { ...process.env, PATH: path, WARM_URL: warm.url, ...env },
  });
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      told += text;
    });
  await once(child, 'close');
  return { status: child.exitCode, told };
}

async function yaml<T>(path: string): Promise<T> {
  return parse(await readFile(join(ROOT, path), 'utf8')) as T; // our own file
}

const read = (folder: string, name: string): Promise<string> => readFile(join(folder, name), 'utf8');

test.concurrent('action.yml: the verdict, the reports and the summary of a job, and the status of the check', {
  tags: ['night'],
}, async () => {
  const action = await yaml<{ runs: { steps: [{ run: string }] } }>('action.yml');
  await using bad = await deletesWith(202);
  await using folder = await temporaryFolder();
  const outputs = { GITHUB_STEP_SUMMARY: join(folder.path, 'summary'), GITHUB_OUTPUT: join(folder.path, 'output') };
  const inputs = { TARGET: bad.url, TARGET_FILE: '', ARGS: FEW, VERSION: '0.1.0', OUT: 'report' };
  const { status, told } = await run(action.runs.steps[0].run, folder.path, { ...outputs, ...inputs }, MAIN);
  expect(status, told).toBe(1);
  expect(told).toContain('::error title=delete/status on deals::');
  expect(await read(folder.path, 'output')).toBe('verdict=non-conformant\n');
  expect(await read(folder.path, 'summary')).toContain('delete/status');
  for (const name of ['results.json', 'junit.xml', 'report.html', 'assayer.sarif'])
    expect((await read(folder.path, `report/${name}`)).length, name).toBeGreaterThan(100);
});

test.concurrent('action.yml: options on several lines, and no green for an address that is empty or a result of before', async () => {
  const { runs } = await yaml<{ runs: { steps: [{ run: string }] } }>('action.yml');
  const [{ run: script }] = runs.steps;
  await using server = await deletesWith(204);
  await using folder = await temporaryFolder();
  const outputs = { GITHUB_STEP_SUMMARY: join(folder.path, 'summary'), GITHUB_OUTPUT: join(folder.path, 'output') };
  const inputs = { ...outputs, TARGET_FILE: '', VERSION: '0.1.0', OUT: 'report' };
  const args = '--rule delete/status\n--read-only\n';
  const lines = await run(script, folder.path, { ...inputs, TARGET: server.url, ARGS: args });
  // With --read-only nothing is deleted.
  expect(lines.told).toContain('not judged');
  expect(lines.status).toBe(2);
  await writeFile(join(folder.path, 'report/results.json'), '{"summary":{"verdict":"conformant"}}');
  await writeFile(outputs.GITHUB_OUTPUT, '');
  expect((await run(script, folder.path, { ...inputs, TARGET: server.url, ARGS: '--typo' })).status).toBe(2);
  const empty = await run(script, folder.path, { ...inputs, TARGET: '', ARGS: FEW });
  expect(empty.told).toContain('the input target is empty');
  expect(empty.status).toBe(2);
  expect(await read(folder.path, 'output')).toBe('');
});

test.concurrent('action.yml: what an earlier step left is not told as the verdict of a job that could not begin', {
  tags: ['night'],
}, async () => {
  const action = await yaml<{ runs: { steps: [{ run: string }] } }>('action.yml');
  await using folder = await temporaryFolder();
  const [summary, output] = [join(folder.path, 'summary'), join(folder.path, 'output')];
  await mkdir(join(folder.path, 'report'));
  const names = ['results.json', 'junit.xml', 'report.html', 'assayer.sarif'];
  for (const name of names) await writeFile(join(folder.path, 'report', name), '{"summary":{"verdict":"conformant"}}');
  await writeFile(output, '');
  const inputs = { TARGET: 'http://127.0.0.1:9', TARGET_FILE: '', ARGS: '--typo', VERSION: '0.1.0', OUT: 'report' };
  const variables = { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output, ...inputs };
  const { status, told } = await run(action.runs.steps[0].run, folder.path, variables, MAIN);
  expect(status, told).toBe(2);
  expect(await read(folder.path, 'output')).toBe('');
  for (const name of names) await expect(read(folder.path, `report/${name}`)).rejects.toThrow(/ENOENT/u);
});

interface Job {
  readonly steps: readonly { readonly run?: string }[];
}

test.concurrent('GitHub: each shard passes, and the job that joins them tells the fault', {
  tags: ['night'],
}, async () => {
  const { jobs } = await yaml<{ jobs: { shard: Job; verdict: Job } }>('examples/github/shards.yml');
  const [shard = '', join_ = ''] = [jobs.shard, jobs.verdict].map(({ steps }) => steps.find((step) => step.run)?.run);
  await using bad = await deletesWith(202);
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'shards'));
  for (const index of ['1', '2', '3', '4']) {
    const few = shard.replace('--quiet', `--quiet ${FEW}`);
    const { status, told } = await run(few, folder.path, { TARGET: bad.url, SHARD: index });
    expect(status, told).toBe(0);
    await writeFile(join(folder.path, `shards/shard-${index}.json`), await read(folder.path, `shard-${index}.json`));
  }
  const away = await run(shard, folder.path, { TARGET: 'http://127.0.0.1:9', SHARD: '1' });
  expect(away.status, away.told).not.toBe(0);
  const { status, told } = await run(join_, folder.path, { GITHUB_STEP_SUMMARY: join(folder.path, 'summary') });
  expect(status, told).toBe(1);
  expect(await read(folder.path, 'summary')).toContain('delete/status');
});

interface Script {
  readonly script: readonly string[];
}

test.concurrent('GitLab: the same', { tags: ['night'] }, async () => {
  const file = await yaml<Readonly<Record<'assayer-shard' | 'assayer-verdict', Script>>>(
    'examples/gitlab/assayer.gitlab-ci.yml',
  );
  await using bad = await deletesWith(202);
  await using folder = await temporaryFolder();
  const variables = { ASSAYER_VERSION: '0.1.0', ASSAYER_TARGET: bad.url, CI_NODE_TOTAL: '2' };
  for (const index of ['1', '2']) {
    const few = file['assayer-shard'].script.join('\n').replace('--quiet', `--quiet ${FEW}`);
    const { status, told } = await run(few, folder.path, { ...variables, CI_NODE_INDEX: index });
    expect(status, told).toBe(0);
  }
  const { status, told } = await run(file['assayer-verdict'].script.join('\n'), folder.path, variables);
  expect(status, told).toBe(1);
  expect(await read(folder.path, 'report/junit.xml')).toContain('delete/status');
});

interface Manifest {
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly [{ readonly command: readonly string[] }] } };
  };
}

test.concurrent('Kubernetes: the same, by the completion index', { tags: ['night'] }, async () => {
  const commandOf = async (path: string): Promise<string> => {
    const [first] = parseAllDocuments(await readFile(join(ROOT, path), 'utf8'));
    const manifest = first?.toJS() as Manifest | undefined; // it validates, see examples.test.ts
    return manifest?.spec.template.spec.containers[0].command.at(-1) ?? '';
  };
  await using bad = await deletesWith(202);
  await using folder = await temporaryFolder();
  const here = (script: string): string =>
    script.replaceAll('/app/bin/assayer.js', STARTED).replaceAll('/results', `${folder.path}/results`);
  await mkdir(join(folder.path, 'results'));
  const shard = here(await commandOf('examples/kubernetes/shards.yaml')).replace('--quiet', `--quiet ${FEW}`);
  for (const index of ['0', '1']) {
    const env = { TARGET: bad.url, SHARDS: '2', JOB_COMPLETION_INDEX: index, HOSTNAME: 'pod' };
    const { status, told } = await run(shard, folder.path, env);
    expect(status, told).toBe(0);
  }
  const { status, told } = await run(here(await commandOf('examples/kubernetes/merge.yaml')), folder.path, {});
  expect(status, told).toBe(1);
  expect(await read(folder.path, 'results/all/results.json')).toContain('delete/status');
});
