import { describe, expect, it } from 'vitest';
import { createClient } from '../../client/client.ts';
import { type Claims, FORMS } from '../../core/claims.ts';
import type { Target } from '../../core/target.ts';
import { type StartOptions, startMock } from '../../mock/node.ts';
import { assume } from '../../target-file/assume.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { resolveTarget } from '../../target-file/resolve.ts';
import { openBook } from '../book.ts';
import { inGate } from '../in-gate.ts';

interface Asked {
  readonly target: Target;
  readonly methods: readonly string[];
  /** Whether the mock's deals are the same before the detection and after the clean-up. */
  readonly tidy: boolean;
}

async function ask(options: StartOptions, file: TargetFile = {}, readOnly = false): Promise<Asked> {
  await using mock = await startMock(options);
  const client = createClient({ baseUrl: mock.url });
  try {
    const deals = `${mock.url}/rest/${options.version ?? '1'}/deals/`;
    const before = await (await fetch(deals)).text();
    const book = openBook(mock.url, client);
    const target = await assume(resolveTarget(file, { baseUrl: mock.url }), client, { readOnly, ...book });
    await book.cleanUp.finish(10_000);
    const after = await (await fetch(deals)).text();
    return { target, methods: client.exchanges.map(({ request }) => request.method), tidy: before === after };
  } finally {
    await client.close();
  }
}

const OTHER: Partial<Claims> = {
  emptyQuery: 204,
  commandQuery: false,
  representations: ['json'],
  selectors: [],
  indexBase: 1,
};

describe('the claims of a target that nobody made', () => {
  it('are found where everything is served', { tags: ['night'] }, async () => {
    const { target, tidy } = await ask({});
    expect(target.claims).toEqual({
      operationForms: FORMS,
      emptyQuery: 200,
      commandQuery: true,
      representations: ['json', 'xml', 'html'],
      selectors: ['accept', 'suffix', 'format'],
      create: 'created',
      session: 'presence',
      indexBase: 0,
    });
    expect(tidy).toBe(true);
  });

  it('are found where little is served', async () => {
    const { target, tidy } = await ask({ ...OTHER, operationForms: [] });
    expect(target.claims).toMatchObject({ ...OTHER, operationForms: [] });
    expect(target.operations).toEqual([]);
    expect(target.commands).toEqual([]);
    expect(tidy).toBe(true);
  });

  it.each(inGate(FORMS, 7))('are found where form %s alone is served', async (form) => {
    const { target, tidy } = await ask({ ...OTHER, operationForms: [form] });
    expect(target.claims.operationForms).toEqual([form]);
    expect(target.operations.map(({ name }) => name)).toContain('ChangeCompletionDate');
    expect(target.operations.every(({ forms }) => Object.keys(forms).join() === form)).toBe(true);
    expect(tidy).toBe(true);
  });

  it.each(
    inGate(
      [
        [['suffix'] as const, ['json', 'xml'] as const],
        [['format'] as const, ['json', 'html'] as const],
        [['accept'] as const, ['json', 'xml', 'html'] as const],
      ],
      3,
    ),
  )('are found where %j selects among %j', { tags: ['night'] }, async (selectors, representations) => {
    const { target } = await ask({ selectors, representations });
    expect(target.claims).toMatchObject({ selectors, representations });
  });

  it('never hide that the document is broken: a creation is due 201', { tags: ['night'] }, async () => {
    expect((await ask({ create: 'full-result' })).target.claims.create).toBe('created');
    expect((await ask({ session: 'none' })).target.claims.session).toBe('presence');
  });

  it('are told in words, each once', { tags: ['night'] }, async () => {
    const { target } = await ask({});
    expect(target.assumed).toEqual(
      expect.arrayContaining([
        'emptyQuery = 200 (an empty query was answered 200)',
        'create = created (assumed)',
        'users: known id 1 (first of GET /users)',
        'version = 1 (POST /rest/1/deals/ was answered 201)',
      ]),
    );
    expect(new Set(target.assumed).size).toBe(target.assumed.length);
  });
});

describe('what was said', () => {
  it('is never overridden', async () => {
    const claims: Claims = {
      operationForms: ['A'],
      emptyQuery: 204,
      deleted: 410,
      commandQuery: false,
      representations: ['json', 'xml'],
      selectors: ['suffix'],
      create: 'full-result',
      session: 'none',
      validators: false,
      indexBase: 1,
    };
    const { target } = await ask({}, { claims, version: '1' });
    expect(target.claims).toEqual(claims);
    expect(target.assumed.filter((note) => / = /u.test(note))).toEqual([]);
  });

  it('is asked no further: a resource with all its values draws no question', async () => {
    const file: TargetFile = {
      claims: { representations: ['json'], selectors: [], emptyQuery: 200 },
      resources: [{ name: 'people', list: '/users', item: '/users/{id}', known: '2' }],
    };
    const { methods, target } = await ask({}, file);
    // The greeting, and one look whether anything of the target is served at all.
    expect(methods).toEqual(['GET', 'GET']);
    expect(target.resources[0]?.known).toBe('2');
  });
});

describe('values that the rules need', () => {
  it('are found for users', { tags: ['night'] }, async () => {
    const { target } = await ask({ indexBase: 1 });
    const users = target.resources.find(({ name }) => name === 'users');
    expect(users).toMatchObject({
      known: '1',
      query: { address: '/users?name={value}', field: '/name', matches: 'Ada Lovelace' },
      nested: [
        { name: 'ssh-keys', owner: '1', index: 1 },
        { name: 'address', owner: '1', index: 1 },
      ],
    });
    // A deal is found by a text that the run gives it.
    expect(target.queries).toMatchObject([
      { name: 'users', found: 'Ada Lovelace' },
      { name: 'deals', found: 'assayer {unique}' },
    ]);
  });

  it.each(inGate(['1', 'v1', '1.0', 'v2', '2'], 5))(
    'are found under version %s',
    { tags: ['night'] },
    async (version) => {
      const { target } = await ask({ version });
      expect(target.version).toBe(version);
      expect(target.resources[0]?.create?.address).toBe(`/rest/${version}/deals/`);
    },
  );

  it('are found behind a path prefix', { tags: ['night'] }, async () => {
    await using mock = await startMock({ basePath: '/api/x' });
    const client = createClient({ baseUrl: mock.url });
    const target = await assume(resolveTarget({}, { baseUrl: mock.url }), client, {
      readOnly: false,
      ...openBook(mock.url, client),
    });
    await client.close();
    expect(target.resources[0]?.item?.address).toBe('/rest/1/deals/{id}');
  });

  it('are found by reading alone', async () => {
    const { target, methods, tidy } = await ask({ version: 'v2' }, {}, true);
    expect(new Set(methods)).toEqual(new Set(['GET']));
    expect(target).toMatchObject({ version: 'v2', claims: { operationForms: [], commandQuery: true } });
    expect(target.resources[0]).toMatchObject({ known: '1', list: {}, item: {} });
    expect(tidy).toBe(true);
  });
});
