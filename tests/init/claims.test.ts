import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Target } from '../../core/target.ts';
import { initialise } from '../../init/init.ts';
import { printJson, printTypeScript } from '../../init/print.ts';
import { fileOf } from '../../judge/embedded.ts';
import { judge } from '../../judge/judge.ts';
import type { MockOptions } from '../../mock/index.ts';
import { type StartedMock, startMock } from '../../mock/node.ts';
import { documentResource } from '../../target-file/document.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { loadTargetFile } from '../../target-file/load.ts';
import { resolved } from './resolved.ts';

/** Twelve sets of claims; each value of each claim is in some of them. */
const TWELVE: Readonly<Record<string, MockOptions>> = {
  'every default': {},
  'form A alone': { operationForms: ['A'] },
  'forms C and D, no command/query split': { operationForms: ['C', 'D'], commandQuery: false },
  'forms B and E, 204 for an empty query': { operationForms: ['B', 'E'], emptyQuery: 204 },
  'forms F and G, deleted 410': { operationForms: ['F', 'G'], deleted: 410 },
  'no operations, JSON alone': { operationForms: [], representations: ['json'], selectors: [] },
  'JSON and XML by suffix': { operationForms: ['A'], representations: ['json', 'xml'], selectors: ['suffix'] },
  'HTML by Accept and format': {
    operationForms: ['E'],
    representations: ['json', 'html'],
    selectors: ['accept', 'format'],
  },
  'full-result, UUIDs': { operationForms: ['B'], create: 'full-result', ids: 'uuid' },
  'validated sessions, no validators': { operationForms: ['D'], session: 'validated', validators: false },
  'no session check, indexes from 1': { operationForms: ['G'], session: 'none', indexBase: 1 },
  'version v2 below a prefix, relative Location': {
    operationForms: ['A'],
    version: 'v2',
    basePath: '/api/shop',
    location: 'relative',
  },
};

/** What a person writes who knows the service: its claims, and what is required. */
function handWritten({ mock, url }: StartedMock): TargetFile {
  const file = fileOf(mock.options, url);
  const [deals, ...others] = file.resources ?? [];
  const { invalid: _, ...own } = deals ?? { name: 'deals' };
  const { selectors = [], representations = [] } = file.claims ?? {};
  // A selector that has nothing to select is not to be seen.
  const claims = { ...file.claims, selectors: representations.length > 1 ? selectors : [] };
  const update = false as const;
  const { sample = {} } = documentResource('deals') ?? {};
  return { ...file, claims, resources: [{ ...own, sample, update }, ...others] };
}

/** All deals and users: what init made has to be gone, and nothing else changed. */
async function recordsOf({ mock, url }: StartedMock): Promise<unknown> {
  const paths = [`/rest/${mock.options.version}/deals/`, '/users'];
  return Promise.all(paths.map(async (path) => (await fetch(url + path)).json()));
}

async function written(mock: StartedMock, json: boolean): Promise<TargetFile> {
  const cookie = mock.mock.options.session === 'validated' ? { cookie: 'USER_TOKEN=let-me-in' } : {};
  const before = await recordsOf(mock);
  const found = await initialise({ baseUrl: mock.url, allowWrites: true, ...cookie });
  expect(found.leftBehind).toEqual([]);
  expect(await recordsOf(mock)).toEqual(before);
  const folder = await mkdtemp(join(tmpdir(), 'assayer-init-'));
  try {
    const path = join(folder, json ? 'assayer.config.json' : 'assayer.config.ts');
    const text = json ? printJson(found) : printTypeScript(found);
    await writeFile(path, text);
    expect(text).not.toContain('let-me-in');
    const loaded = await loadTargetFile(path, folder);
    if (loaded === undefined) throw new Error('the file was just written');
    return loaded.file;
  } finally {
    await rm(folder, { recursive: true });
  }
}

beforeAll(() => {
  vi.stubEnv('ASSAYER_COOKIE', 'USER_TOKEN=let-me-in');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const all = process.env['INIT'] === 'all';
/** Those that the gate tries: each set costs several seconds. `npm run init:all` tries all of them, and judges by both files. */
const GATE: readonly string[] = ['form A alone', 'validated sessions, no validators', 'full-result, UUIDs'];

const tried = Object.entries(TWELVE).filter(([name]) => all || GATE.includes(name));

describe.each(tried)('init on the mock with %s', (name, options) => {
  test('writes a file under which nothing is assumed, and which resolves to the target of a hand-written one', {
    tags: ['night'],
  }, async () => {
    await using mock = await startMock({ ...options, port: 0 });
    const file = await written(mock, name === 'form A alone');
    const own = await resolved(file);
    expect(own.target.claims).toMatchObject(
      options.operationForms === undefined ? {} : { operationForms: options.operationForms },
    );
    const hand = await resolved(handWritten(mock));
    expect(own.notes).toEqual([]);
    expect(comparable(own.target)).toEqual(comparable(hand.target));
    if (all) expect(await verdicts(file)).toEqual(await verdicts(handWritten(mock)));
  });
});

/** A target without what no verdict depends on: how it is called, and what was assumed. */
function comparable({ name: _, assumed: __, ...target }: Target): unknown {
  // Undefined members are absent ones. That a parameter has to be sent in each form only its owner can tell: init does not say so.
  return JSON.parse(JSON.stringify(target, (member, value) => (member === 'isRequiredTold' ? undefined : value)));
}

async function verdicts(file: TargetFile): Promise<string[]> {
  const { results } = await judge({ target: file, seed: 5, runs: 5 });
  return results.map(({ rule, subject, outcome }) => `${rule} on ${subject}: ${outcome}`);
}
