import { describe, expect, it } from 'vitest';
import { validateTarget } from '../../target-file/validate.ts';

function problems(value: unknown): Record<string, string> {
  const checked = validateTarget(value);
  if ('file' in checked) return {};
  return Object.fromEntries(checked.problems.map(({ path, reason }) => [path, reason]));
}

const posts = { name: 'posts', collection: '/posts', sample: { title: 'a' } };

describe('a target file that is accepted', () => {
  it.each([
    ['an empty one', {}],
    ['one with a collection', { baseUrl: 'http://localhost:3000', resources: [posts] }],
    ['one that adds to the deals of the document', { resources: [{ name: 'deals', required: ['name'] }] }],
    [
      'one with a pattern that a fresh value fits',
      {
        resources: [
          { ...posts, sample: { title: 'a {unique}' }, schema: { properties: { title: { pattern: '^[a-z0-9 ]+$' } } } },
        ],
      },
    ],
    ['one that reads only', { resources: [{ name: 'posts', list: '/posts', create: false }] }],
  ])('%s', (_, file) => {
    expect(problems(file)).toEqual({});
  });
});

describe('a target file that is refused says where and why', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['a misspelt member', { resources: [{ ...posts, querry: '/x' }] }, 'resources[0].querry', /did you mean "query"/u],
    ['a member that is like no other', { zzzzzz: 1 }, 'zzzzzz', /known here: .*resources/u],
    ['a misspelt claim', { claims: { emptyQuerry: 204 } }, 'claims.emptyQuerry', /"emptyQuery"/u],
    [
      'a value that is not valid of a few',
      { claims: { emptyQuery: 404 } },
      'claims.emptyQuery',
      /200 or 204, not 404/u,
    ],
    ['a missing name', { resources: [{ collection: '/posts' }] }, 'resources[0].name', /missing/u],
    ['a wrong type', { resources: {} }, 'resources', /a list, not \{\}/u],
    ['a file that is no object', [], '', /an object/u],
    ['a base address without a scheme', { baseUrl: 'localhost:3000' }, 'baseUrl', /scheme/u],
    ['a base address with a password', { baseUrl: 'http://a:b@localhost' }, 'baseUrl', /session\.headers/u],
    ['a base address with a query', { baseUrl: 'http://localhost?a=b' }, 'baseUrl', /query/u],
    ['an origin with a path', { origins: ['https://a.example/x'] }, 'origins[0]', /host only/u],
    [
      'an item without a place for the id',
      { resources: [{ ...posts, item: '/posts' }] },
      'resources[0].item',
      /\{id\}/u,
    ],
    [
      'true in place of an address',
      { resources: [{ ...posts, list: true }] },
      'resources[0].list',
      /false or left out/u,
    ],
    ['an address with a space', { resources: [{ ...posts, list: '/a b' }] }, 'resources[0].list', /without spaces/u],
    ['a query without its value', { resources: [{ ...posts, query: '/p?q=' }] }, 'resources[0].query', /\{value\}/u],
    [
      'nested without an owner',
      { resources: [{ ...posts, nested: ['/n/{index}'] }] },
      'resources[0].nested[0]',
      /\{id\}/u,
    ],
    ['two resources of one name', { resources: [posts, posts] }, 'resources[1].name', /earlier/u],
    ['a resource without an address', { resources: [{ name: 'x' }] }, 'resources[0]', /no address/u],
    ['creation without a sample', { resources: [{ name: 'x', create: '/x' }] }, 'resources[0].sample', /missing/u],
    [
      'PUT to one and the same address',
      { resources: [{ ...posts, create: { method: 'PUT', address: '/p' } }] },
      'resources[0].create.address',
      /\{unique\}/u,
    ],
    [
      'a required member that no sample has',
      { resources: [{ ...posts, required: ['x'] }] },
      'resources[0].required[0]',
      /"x"/u,
    ],
    [
      'a schema that is not valid',
      { resources: [{ ...posts, schema: { type: 'x' } }] },
      'resources[0].schema',
      /no JSON Schema/u,
    ],
    [
      'a schema that refuses the sample',
      { resources: [{ ...posts, schema: { required: ['price'] } }] },
      'resources[0].schema',
      /does not let the sample pass/u,
    ],
    [
      'a form F without a command id',
      { operations: [{ name: 'X', forms: { F: '/deals/{id}/commands' } }] },
      'operations[0].forms.F',
      /\{commandId\}/u,
    ],
    [
      'an operation on nothing',
      { operations: [{ name: 'X', resource: 'y', forms: { G: '/{commandId}' } }] },
      'operations[0].resource',
      /"y"/u,
    ],
    [
      'a login that sends two bodies',
      { session: { login: { path: '/l', json: 1, form: {} } } },
      'session.login',
      /both/u,
    ],
  ])('%s', (_, file, path, reason) => {
    expect(problems(file)).toEqual({ [path]: expect.stringMatching(reason) });
  });

  it('tells all of them at once', () => {
    expect(Object.keys(problems({ baseUrl: 3, resources: [{ name: '' }], extra: 1 })).sort()).toEqual([
      'baseUrl',
      'extra',
      'resources[0].name',
    ]);
  });

  it('does not show what may be a credential', () => {
    expect(
      JSON.stringify(problems({ session: { cookie: 'hunter2' }, headers: { 'x-key': 'hunter2\n' } })),
    ).not.toContain('hunter2');
  });
});
