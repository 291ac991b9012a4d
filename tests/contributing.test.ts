import { readdirSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLAIM_NAMES } from '../core/claims.ts';
import { startMock } from '../mock/node.ts';

const ROOT = new URL('../', import.meta.url).pathname;
/** What the walk needs of the project. */
const COPIED = ['core', 'suites', 'fixtures', 'mock', 'reports', 'proof', 'judge', 'cli', 'client', 'target-file'];

let folder: string;

// CONTRIBUTING.md, followed in a copy: each addition edits the files that it names and no other.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assayer-walk-'));
  await Promise.all(COPIED.map((name) => cp(join(ROOT, name), join(folder, name), { recursive: true })));
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await addBefore('suites/versions.ts', "  'version/segment': {", RULE);
  await addAfter('proof/mutants/status.ts', 'export const status: readonly Operator[] = [', OPERATOR);
  await addAfter('proof/deviations/versions.ts', 'export const versions: readonly Deviation[] = [', DEVIATION);
  await addAfter('proof/variations/ids.ts', 'export const ids: readonly Variation[] = [', VARIATION);
  await writeFile(join(folder, 'reports/word.ts'), REPORT);
  await addBefore('reports/registry.ts', "  ['text', ", REPORT_LINE);
  await addAfter('core/claims.ts', '  readonly indexBase: 0 | 1;', "\n  readonly colour: 'red' | 'blue';");
  await addAfter(
    'core/claims.ts',
    '[Name in keyof Claims]-?: Claim<Required<Claims>[Name], Claims[Name]> } = {',
    CLAIM,
  );
  await addAfter('fixtures/check-options.ts', 'export const CHECK_OPTIONS = {', OPTION);
  await bundle();
});
afterAll(() => rm(folder, { recursive: true }));

describe('CONTRIBUTING.md, followed', () => {
  test('a rule: one file', async () => {
    const { RULES } = await load<{ RULES: readonly { readonly id: string }[] }>('suites/index.ts');
    expect(RULES.map(({ id }) => id)).toContain('version/walked');
  });

  test('a rule that is newer than a catalogue is tried and told, and counts nowhere', { tags: ['night'] }, async () => {
    const { judge } = await load<typeof import('../judge/judge.ts')>('judge/judge.ts');
    const { renderText } = await load<typeof import('../reports/index.ts')>('reports/index.ts');
    await using mock = await startMock({ port: 0 });
    const how = { baseUrl: mock.url, rules: ['version/walked', 'version/unversioned'], seed: 1 };
    const then = await judge({ ...how, catalogue: '2026-11' });
    expect(then.results.map(({ rule }) => rule)).not.toContain('version/walked');
    expect(then.unscored).toMatchObject([{ rule: 'version/walked', outcome: 'fail' }]);
    expect(then.summary.verdict).toBe('conformant');
    expect(renderText(then)).toMatch(
      /Newer than catalogue 2026-11, tried and not counted: 1 rule\n.*version\/walked: 1 failed/u,
    );
    expect((await judge(how)).summary.verdict).toBe('non-conformant');
  });

  test('a mutant operator, a deviation, a variation: one file each', async () => {
    const { OPERATORS } = await load<{ OPERATORS: readonly { readonly name: string }[] }>('proof/mutants/index.ts');
    expect(OPERATORS.map(({ name }) => name)).toContain('walked');
    const { DEVIATIONS } = await load<Listed<'DEVIATIONS'>>('proof/deviations/index.ts');
    expect(DEVIATIONS.map(({ id }) => id)).toContain('walked');
    const { VARIATIONS } = await load<Listed<'VARIATIONS'>>('proof/variations/index.ts');
    expect(VARIATIONS.map(({ id }) => id)).toContain('walked');
  });

  test('a report: its file, and a line', async () => {
    const { REPORTERS } = await load<{ REPORTERS: ReadonlyMap<string, () => Promise<() => string>> }>(
      'reports/registry.ts',
    );
    expect((await REPORTERS.get('word')?.())?.()).toBe('a word\n');
  });

  test('a claim: one file, besides what serves and judges it', async () => {
    const { createMock } = await load<typeof import('../mock/index.ts')>('mock/index.ts');
    expect(createMock().options).toHaveProperty('colour', 'red');
    expect(() => createMock({ colour: 'green' } as object)).toThrow(
      'mock option colour: "green" is not allowed there. Allowed: red, blue.',
    );
    const { parseClaims } = await load<typeof import('../target-file/claim-option.ts')>('target-file/claim-option.ts');
    expect(parseClaims(['colour=blue'])).toEqual({ colour: 'blue' });
    const schemas = await load<typeof import('../fixtures/schemas/claims.ts')>('fixtures/schemas/claims.ts');
    expect(schemas.claimSchemas()).toHaveProperty('colour', { enum: ['red', 'blue'] });
  });

  test('an option: one file, besides its member of JudgeOptions', async () => {
    const options = await load<typeof import('../cli/check-options.ts')>('cli/check-options.ts');
    const { Command } = await import('commander');
    const command = options.declareAll(new Command());
    expect(command.helpInformation()).toMatch(/--hue <n> +how much colour \(7\)/u);
    command.parse(['--hue', '9'], { from: 'user' });
    expect(options.setOptions(command.opts())).toEqual({ hue: 9 });
    const { configOf } = await load<typeof import('../judge/config.ts')>('judge/config.ts');
    expect(configOf({})).toHaveProperty('hue', 7);
  });
});

describe('what a newcomer finds', () => {
  test('each file beside index.ts in suites/ holds rules, and none in suites/support/', async () => {
    const isRules = async (file: string): Promise<boolean> => /: Suite<[^>]+> = \{/u.test(await textOf(file));
    const rules = filesIn('suites').filter((file) => /^suites\/[\w-]+(?<!index|\.test)\.ts$/u.test(file));
    expect(rules.length).toBeGreaterThan(20);
    for (const file of rules) expect([file, await isRules(file)]).toEqual([file, true]);
    for (const file of filesIn('suites/support')) expect([file, await isRules(file)]).toEqual([file, false]);
  });

  test('a claim is named where it is served, asked for or judged, and told in one file', {
    tags: ['night'],
  }, async () => {
    const places = ['core', 'fixtures', 'judge', 'mock', 'reports', 'cli', 'client', 'target-file', 'init', 'doctor'];
    const telling = new Set<string>();
    for (const file of places.flatMap(filesIn)) {
      const text = await textOf(file);
      // More than half of the claims in one file: it tells what claims there are.
      if (
        CLAIM_NAMES.filter((name) => new RegExp(`^\\s*${name}\\??:`, 'mu').test(text)).length >
        CLAIM_NAMES.length / 2
      )
        telling.add(file);
    }
    // A sample of a whole target file, which a test holds against the table.
    expect([...telling]).toEqual(['core/claims.ts', 'fixtures/targets/every-member.ts']);
  });
});

type Listed<Name extends string> = Readonly<Record<Name, readonly { readonly id: string }[]>>;

function addBefore(file: string, place: string, added: string): Promise<void> {
  return edit(file, place, `${added}${place}`);
}

function addAfter(file: string, place: string, added: string): Promise<void> {
  return edit(file, place, `${place}${added}`);
}

async function edit(file: string, place: string, instead: string): Promise<void> {
  const text = await readFile(join(folder, file), 'utf8');
  expect(text.split(place).length, `how often ${file} has “${place}”`).toBe(2);
  await writeFile(
    join(folder, file),
    text.replace(place, () => instead),
  );
}

/** What is loaded of the copy. */
const LOADED = [
  'suites/index',
  'judge/judge',
  'reports/index',
  'proof/mutants/index',
  'proof/deviations/index',
  'proof/variations/index',
  'reports/registry',
  'mock/index',
  'target-file/claim-option',
  'fixtures/schemas/claims',
  'cli/check-options',
  'judge/config',
];

/** Makes few files of the copy: to bundle it takes a tenth of what vitest takes to load it module by module. */
async function bundle(): Promise<void> {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      // Node 20 knows no `using`.
      target: 'node20',
      minify: false,
      // Below a folder of this name vitest leaves files to Node. The dependencies are found further up.
      outDir: join(folder, 'built/node_modules'),
      rolldownOptions: {
        input: Object.fromEntries(LOADED.map((name) => [name, join(folder, `${name}.ts`)])),
        // What `using` becomes is taken along: it is no dependency.
        external: /^(?!@oxc-project)[\w@]/u,
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'shared/[name]-[hash].mjs' },
      },
    },
  });
}

function load<Module>(file: string): Promise<Module> {
  return import(join(folder, 'built/node_modules', file.replace(/\.ts$/u, '.mjs')));
}

// From the project's folder.
function filesIn(name: string): readonly string[] {
  return readdirSync(join(ROOT, name), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(name, file));
}

function textOf(file: string): Promise<string> {
  return readFile(join(ROOT, file), 'utf8');
}

const RULE = `  'version/walked': {
    level: 'must',
    clause: '9.1',
    title: 'walks',
    why: 'Somebody follows CONTRIBUTING.md.',
    sends: 'GET of the session check.',
    due: 'A status that nobody gives.',
    on: () => [{ id: 'target' }],
    check: async (trial) => (await trial.send({ method: 'GET', address: '/' })).hasStatus(299),
  },
`;

const OPERATOR = `
  { name: 'walked', per: 'status', at: () => [] },`;

const DEVIATION = `
  { id: 'walked', title: 'Walks.', breaks: ['version/segment'], wrap: (fetch) => fetch },`;

const VARIATION = `
  { id: 'walked', title: 'Walks.', source: 'none', wrap: (fetch) => fetch },`;

const REPORT = `export const reportWord = (): string => 'a word\\n';
`;

const REPORT_LINE = `  ['word', async () => (await import('./word.ts')).reportWord],
`;

const CLAIM = `
  colour: { title: 'Colour', what: 'The colour.', values: ['red', 'blue'], served: 'red', assumed: 'red', leftOut: 'red' },`;

const OPTION = `
  hue: { group: 'judged', value: '<n>', kind: 'countFrom1', sets: 'hue', default: 7, about: 'how much colour' },`;
