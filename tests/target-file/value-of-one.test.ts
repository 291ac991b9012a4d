import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { ResourceFile } from '../../target-file/file.ts';
import { serve, type Told } from './service.ts';

type Person = Readonly<Record<string, string>>;

const NAMESAKES: readonly Person[] = [
  { id: '1', name: 'Ann' },
  { id: '2', name: 'Ann' },
  { id: '3', name: 'Bo' },
  { id: '4', name: 'Bobby' },
];

/** Users that are looked up by a member: as it is, or by a part of it; `told` is how what was found goes out. */
async function shapeOf(
  resource: Partial<ResourceFile>,
  { people = NAMESAKES, member = 'name', told = (found: readonly Person[]): unknown => found },
): Promise<readonly [outcome: string | undefined, reason: string, assumed: readonly string[]]> {
  await using service = await serve(({ method, path }): Told => {
    if (method !== 'GET') return { status: 405, headers: { allow: 'GET' } };
    const { pathname, searchParams } = new URL(path, 'http://users.example.com');
    const name = searchParams.get('name');
    const isAsked = (person: Person): boolean => name === null || person[member]?.includes(name) === true;
    if (pathname === '/users') return { status: 200, body: told(people.filter(isAsked)) };
    const one = people.find(({ id }) => pathname === `/users/${id}`);
    return one === undefined ? { status: 404 } : { status: 200, body: one };
  });
  const users = { name: 'users', list: '/users', item: '/users/{id}', query: '/users?name={value}', ...resource };
  const rules = ['read/query-shape', 'read/query-match'];
  const { results, target } = await judge({ target: { baseUrl: service.url, resources: [users] }, rules, seed: 1 });
  const shape = results.find(({ rule }) => rule === 'read/query-shape');
  expect(results.filter(({ rule, outcome }) => rule === 'read/query-match' && outcome === 'fail')).toEqual([]);
  return [shape?.outcome, shape?.reason ?? '', target.assumed];
}

test.each<readonly [string, Partial<ResourceFile>, Parameters<typeof shapeOf>[1]]>([
  ['the known record has a namesake', { known: '1' }, {}],
  ['one name is a part of another one', {}, { people: NAMESAKES.slice(2) }],
  [
    'what is compared has to be tried',
    {},
    { people: NAMESAKES.map(({ id = '', name = '' }) => ({ id, called: name })), member: 'called' },
  ],
  ['the first record has an empty name', {}, { people: [{ id: '0', name: '' }, ...NAMESAKES.slice(2)] }],
  ['the known record has an empty name', { known: '0' }, { people: [{ id: '0', name: '' }, ...NAMESAKES.slice(2)] }],
])('one record alone is asked for where %s', async (_, resource, service) => {
  const [outcome, , assumed] = await shapeOf(resource, service);
  expect(outcome).toBe('pass');
  expect(assumed.join()).toContain('query value "Bobby"');
});

test('a service that gives one match as no array is seen where the known record has a namesake', async () => {
  const told = (found: readonly Person[]): unknown => (found.length === 1 ? found[0] : found);
  await using service = await serve(({ path }) => {
    const name = new URL(path, 'http://users.example.com').searchParams.get('name');
    return { status: 200, body: told(NAMESAKES.filter((one) => name === null || one['name'] === name)) };
  });
  const users = { name: 'users', list: '/users', known: '1', query: '/users?name={value}' };
  const target = { baseUrl: service.url, resources: [users] };
  const { results } = await judge({ target, rules: ['read/query-match', 'read/query-shape'], seed: 1 });
  expect(results.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule)).toContain('read/query-shape');
});

test('where nobody is without a namesake the rule says why it has nothing to judge', async () => {
  const people = NAMESAKES.slice(0, 2);
  expect(await shapeOf({ known: '1' }, { people })).toEqual([
    'not-exercised',
    'the query matches 2 records, and one was needed',
    expect.anything(),
  ]);
});
