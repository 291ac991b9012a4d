import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = new URL('../', import.meta.url).pathname;

const FORBIDDEN = [
  ['core', '../fixtures/seed.ts'],
  ['core', 'node:fs'],
  ['core/run', '../../fixtures/seed.ts'],
  ['core/run', 'node:fs'],
  ['client', '../suites/index.ts'],
  ['target-file', '../client/client.ts'],
  ['suites', '../mock/index.ts'],
  ['suites', '../client/client.ts'],
  ['suites', 'node:fs'],
  ['suites/support/view', '../../../mock/index.ts'],
  ['mock', '../core/run/run.ts'],
  ['mock', '../suites/index.ts'],
  ['mock', '../proof/deviations/index.ts'],
  ['proof/deviations', '../../suites/index.ts'],
  ['proof/mutants', '../../suites/index.ts'],
  ['proof/variations', '../../client/client.ts'],
  ['fixtures', '../core/target.ts'],
  ['fixtures', '../mock/index.ts'],
  ['init', '../suites/index.ts'],
  ['init', '../mock/index.ts'],
  ['doctor', '../reports/index.ts'],
  ['reports', '../suites/index.ts'],
  ['reports', 'node:fs'],
] as const;

const ALLOWED = [
  ['core', './answer.ts'],
  ['core/run', '../answer.ts'],
  ['client', '../core/http/exchange.ts'],
  ['target-file', '../fixtures/operations.ts'],
  ['suites', '../core/run/run.ts'],
  ['suites', '../fixtures/operations.ts'],
  ['mock', '../fixtures/seed.ts'],
  ['mock', '../core/claims.ts'],
  ['mock', '../core/http/curl.ts'],
  ['mock', '../core/http/http-date.ts'],
  ['mock', '../core/redaction/redact.ts'],
  ['mock', '../core/representation/json-value.ts'],
  ['mock', '../core/http/loopback.ts'],
  ['mock', '../core/nearest.ts'],
  ['mock', '../core/http/har.ts'],
  ['mock', '../core/results/save.ts'],
  ['proof/deviations', '../../mock/interface.ts'],
  ['fixtures', '../core/claims.ts'],
  ['fixtures', './seed.ts'],
  ['reports', '../core/results/results.ts'],
  ['judge', '../mock/index.ts'],
  ['init', '../judge/visit.ts'],
  ['doctor', '../client/client.ts'],
] as const;

let folder: string;
let objections: string;

// The project's own lint rules over one small file for each line of the table.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assayer-imports-'));
  await copyFile(join(ROOT, 'biome.json'), join(folder, 'biome.json'));
  for (const [place, from] of [...FORBIDDEN, ...ALLOWED]) {
    await mkdir(join(folder, place), { recursive: true });
    await writeFile(
      join(folder, fileFor(place, from)),
      `import { x } from '${from}';\n\nexport const y: unknown = x;\n`,
    );
  }
  objections = await lint();
});

afterAll(() => rm(folder, { recursive: true }));

function fileFor(place: string, from: string): string {
  return `${place}/${from.replaceAll(/\W+/gu, '-')}.ts`;
}

function lint(): Promise<string> {
  const args = ['lint', '--reporter=github', '--max-diagnostics=none', '.'];
  return new Promise((resolve) => {
    execFile(join(ROOT, 'node_modules/.bin/biome'), args, { cwd: folder }, (_failure, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

function objectsTo(place: string, from: string): boolean {
  const file = fileFor(place, from);
  return objections.split('\n').some((line) => line.includes('noRestrictedImports') && line.includes(`${file},`));
}

describe('the import table of docs/architecture.md, as lint rules', () => {
  test.each(FORBIDDEN)('%s may not import %s', (place, from) => {
    expect(objectsTo(place, from)).toBe(true);
  });

  test.each(ALLOWED)('%s may import %s', (place, from) => {
    expect(objectsTo(place, from)).toBe(false);
  });
});
