import { describe, expect, it } from 'vitest';
import type { ResourceFile, TargetFile } from '../../target-file/file.ts';
import { resolveTarget } from '../../target-file/resolve.ts';

const baseUrl = 'http://localhost:3000';

function resource(file: Omit<ResourceFile, 'name'>, rest: TargetFile = {}) {
  return resolveTarget({ baseUrl, ...rest, resources: [{ name: 'posts', ...file }] }).resources[0];
}

describe('a collection in short', () => {
  it('stands for creation, list, item, update and deletion', () => {
    expect(resource({ collection: '/posts/', sample: { title: '{unique}' } })).toMatchObject({
      create: { method: 'POST', address: '/posts/', answer: 'created', location: 'promised', required: [] },
      list: { address: '/posts/', entries: 'records', id: '/id', envelope: '' },
      item: { address: '/posts/{id}', id: '/id' },
      delete: { address: '/posts/{id}' },
      update: { method: 'PUT', address: '/posts/{id}', payload: { title: '{unique}' } },
      idFrom: 'location',
    });
  });

  it.each<[string, Partial<ResourceFile>, object]>([
    ['an address of its own', { item: '/post/{id}' }, { item: { address: '/post/{id}' } }],
    ['false', { list: false, create: false }, { list: undefined, create: undefined }],
    [
      'the id elsewhere in the list',
      { list: { address: '/l', id: '/key' } },
      { list: { id: '/key' }, item: { id: '/id' } },
    ],
    ['the id elsewhere altogether', { id: '/key' }, { list: { id: '/key' }, item: { id: '/key' }, idFrom: '/key' }],
    ['the id in an envelope', { id: '/key', envelope: { created: '/data' } }, { idFrom: '/data/key' }],
    ['no promise of a Location', { location: 'optional' }, { idFrom: '/id', create: { location: 'optional' } }],
    ['an answer in full', { answer: 'full-result' }, { idFrom: '/id', create: { answer: 'full-result' } }],
    [
      'PUT to an address of the client',
      { create: { method: 'PUT', address: '/posts/{unique}' } },
      { idFrom: 'request', create: { method: 'PUT', location: 'optional' } },
    ],
    ['fixed parameters of DELETE', { deleteQuery: { why: 'a b' } }, { delete: { address: '/posts/{id}?why=a%20b' } }],
    [
      'found parameters of DELETE',
      { deleteQuery: { rev: '/rev' } },
      { delete: { address: '/posts/{id}', query: { rev: '/rev' } } },
    ],
    ['a sample that never changes', { sample: { title: 'a' } }, { update: undefined }],
    ['methods in lower case', { never: ['head'] }, { never: ['HEAD'] }],
    ['a number for an id', { known: 17 }, { known: '17' }],
    ['a list of ids', { entries: 'ids' }, { list: { entries: 'ids', id: '' } }],
    [
      'nested by address',
      { nested: ['/posts/{id}/tags/{index}'] },
      { nested: [{ name: 'tags', address: '/posts/{id}/tags/{index}' }] },
    ],
  ])('gives way to %s', (_, file, due) => {
    const resolved = resource({ collection: '/posts', sample: { title: '{unique}' }, ...file });
    expect({ create: undefined, list: undefined, update: undefined, ...resolved }).toMatchObject(due);
  });

  it('without a sample is not created, and that is said', () => {
    const draft = resolveTarget({ baseUrl, resources: [{ name: 'posts', collection: '/posts' }] });
    expect(draft.resources[0]?.create).toBeUndefined();
    expect(draft.assumed).toContain('posts: creation is not judged (the target file gives no sample)');
  });

  it('follows the claims', () => {
    const claims = { create: 'full-result', representations: ['json', 'xml'] } as const;
    expect(resource({ collection: '/posts', sample: {} }, { claims })).toMatchObject({
      create: { answer: 'full-result', location: 'optional' },
      representations: ['json', 'xml'],
    });
  });
});

describe('the document', () => {
  it('is what there is without resources', () => {
    const draft = resolveTarget({}, { baseUrl });
    expect(draft.resources.map(({ name }) => name)).toEqual(['deals', 'users']);
    expect(draft.operations.map(({ name }) => name)).toHaveLength(6);
    expect(draft.session).toMatchObject({ address: '/', cookieName: 'USER_TOKEN' });
    expect(draft.claims).toEqual({});
  });

  it('is added to by a resource of its name', () => {
    const draft = resolveTarget({ baseUrl, resources: [{ name: 'deals', required: ['name'], sample: { name: 'x' } }] });
    expect(draft.resources).toMatchObject([
      {
        create: { address: '/rest/{version}/deals/', required: ['name'], sample: { name: 'x' } },
        sampleIsGuess: false,
      },
    ]);
    expect(draft.open.operations).toBe(true);
  });

  it.each<[string, ResourceFile, object]>([
    ['a query', { name: 'users', query: '/users?name={value}' }, { list: { address: '/users' } }],
    ['an item', { name: 'users', item: '/users/{id}' }, { query: { address: '/users?name={value}' } }],
    ['that there is no list', { name: 'users', list: false }, { item: { address: '/users/{id}' } }],
    [
      'an address with the version written out',
      { name: 'deals', create: '/rest/3/deals' },
      { create: { address: '/rest/3/deals' }, delete: { address: '/rest/{version}/deals/{id}' } },
    ],
  ])('stays under a resource that gives only %s', (_, file, due) => {
    const draft = resolveTarget({ baseUrl, resources: [file] });
    expect(draft.resources).toMatchObject([due]);
    expect(draft.resources[0]?.nested).toHaveLength(file.name === 'users' ? 2 : 0);
    const other = file.name === 'users' ? 'deals' : 'users';
    expect(draft.assumed).toEqual([expect.stringMatching(new RegExp(`^${other}: nothing of it is judged`, 'u'))]);
    if (file.list === false) expect(draft.resources[0]).not.toHaveProperty('list');
  });

  it('leaves to be seen only what the file does not say of deals', () => {
    const draft = resolveTarget({ baseUrl, resources: [{ name: 'deals', item: '/rest/{version}/deals/{id}' }] });
    expect(draft.resources).toMatchObject([{ ifSeen: ['list'], sampleIsGuess: true }]);
  });

  it('is not mixed with a resource of its name that gives some addresses elsewhere, and that is said', () => {
    const draft = resolveTarget({ baseUrl, resources: [{ name: 'users', list: '/people', nested: [] }] });
    expect(draft.resources[0]).not.toHaveProperty('item');
    expect(draft.assumed).toContainEqual(expect.stringMatching(/^users: no item, query is judged .*or false\)$/u));
  });

  it('is not mixed with a resource of its name and other addresses', () => {
    const draft = resolveTarget({ baseUrl, resources: [{ name: 'users', collection: '/people' }] });
    expect(draft.resources).toMatchObject([{ list: { address: '/people' }, nested: [] }]);
    expect(draft.claims).toMatchObject({ session: 'none', operationForms: [], commandQuery: false });
  });

  it('says of what is not listed that it is not judged, and nothing where all is listed or the API is another one', () => {
    const assumedOf = (...names: string[]): readonly string[] =>
      resolveTarget({ baseUrl, resources: names.map((name) => ({ name })) }).assumed;
    expect(assumedOf('deals')).toEqual([
      "users: nothing of it is judged (the target file lists resources without it: add { name: 'users' })",
    ]);
    expect(assumedOf('users', 'deals')).toEqual([]);
    const own = resolveTarget({ baseUrl, resources: [{ name: 'posts', collection: '/posts' }] });
    expect(own.assumed.filter((line) => line.includes('nothing of it'))).toEqual([]);
  });

  it('has its operations in the claimed forms only', () => {
    const draft = resolveTarget({ baseUrl, claims: { operationForms: ['G'] } });
    expect(draft.operations.map(({ forms }) => Object.keys(forms))).toEqual(Array(6).fill(['G']));
  });
});

describe('base address and overrides', () => {
  it.each([
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['HTTP://LocalHost:80/Api/', 'http://localhost/Api'],
    ['https://example.com/a%2Fb/', 'https://example.com/a%2Fb'],
  ])('%s becomes %s', (given, due) => {
    expect(resolveTarget({ baseUrl: given }).baseUrl).toBe(due);
  });

  it('the command line wins over the file', () => {
    const file: TargetFile = { baseUrl, version: '1', claims: { emptyQuery: 200, indexBase: 1 } };
    expect(resolveTarget(file, { baseUrl: 'http://other', version: '2', claims: { emptyQuery: 204 } })).toMatchObject({
      baseUrl: 'http://other',
      version: '2',
      claims: { emptyQuery: 204, indexBase: 1 },
    });
  });

  it('without any there is nothing to judge', () => {
    expect(() => resolveTarget({})).toThrow(/No base address.*command line/u);
    expect(() => resolveTarget({}, { baseUrl: 'localhost:3000' })).toThrow(/http:\/\/localhost:3000/u);
  });

  it('commands, queries and operations of the file imply their claims', () => {
    const draft = resolveTarget({
      baseUrl,
      operations: [{ name: 'X', parameters: { when: '2030-01-01', n: 1 }, forms: { E: '/x/{id}/y' } }],
      queries: [{ name: 'people' }],
    });
    expect(draft.claims).toMatchObject({ operationForms: ['E'], commandQuery: true });
    expect(draft.queries).toEqual([{ name: 'people', resource: 'people', address: '/query/people/{parameter}' }]);
    expect(draft.operations[0]).toMatchObject({
      parameters: [
        { name: 'when', type: 'date', required: true },
        { name: 'n', type: 'number', required: true },
      ],
      forms: { E: { method: 'POST', payload: 'parameters' } },
    });
  });
});
