import { expect, test } from 'vitest';
import type { Result } from '../../core/results/results.ts';
import { judge } from '../../judge/judge.ts';
import type { QueryFile, ResourceFile } from '../../target-file/file.ts';
import { validateTarget } from '../../target-file/validate.ts';
import { inGate } from '../in-gate.ts';
import { type Ask, serve, type Told } from './service.ts';

const ISBN = '^97[89][0-9]{10}$';

/** Books among folders, which have no address of their own, and a search that takes nothing but an ISBN. */
function library({ method, path }: Ask): Told {
  const books = [
    { kind: 'book', id: 'b1', isbn: '9781111111111', title: 'Emma' },
    { kind: 'book', id: 'b2', isbn: '9782222222222', title: 'Persuasion' },
  ];
  const folders = [{ kind: 'folder', id: 'f1', isbn: '9781111111111' }];
  const { pathname, searchParams } = new URL(path, 'http://library.example.com');
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET' } };
  if (pathname === '/nodes') return { status: 200, body: { data: [...folders, ...books] } };
  if (pathname === '/search') {
    const isbn = searchParams.get('isbn') ?? '';
    if (!new RegExp(ISBN, 'u').test(isbn)) return { status: 400, body: { title: 'no ISBN' } };
    return { status: 200, body: { hits: [...folders, ...books].filter((node) => node.isbn === isbn) } };
  }
  const book = books.find(({ id }) => pathname === `/nodes/${id}`);
  return book === undefined ? { status: 404 } : { status: 200, body: book };
}

const query: QueryFile = {
  address: '/search?isbn={value}',
  field: '/isbn',
  empty: '9780000000000',
  values: { type: 'string', pattern: ISBN },
  envelope: '/hits',
};
const nodes: ResourceFile = {
  name: 'nodes',
  list: { address: '/nodes', records: { field: '/kind', values: ['book'] } },
  item: '/nodes/{id}',
  envelope: { list: '/data' },
  query,
};

async function judged(resource: ResourceFile): Promise<{ results: readonly Result[]; asked: readonly Ask[] }> {
  await using service = await serve(library);
  const target = { baseUrl: service.url, resources: [resource] };
  const { results } = await judge({ target, rules: ['read/*'], runs: 4, seed: 1 });
  return { results, asked: service.asked };
}

function ended(results: readonly Result[], outcome: string): string[] {
  return results.filter((result) => result.outcome === outcome).map(({ rule }) => rule);
}

test('records are told from other entries, and queries ask for values of their schema', {
  tags: ['night'],
}, async () => {
  const { results, asked } = await judged(nodes);
  expect(results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([]);
  const queries = [
    'read/query-match',
    'read/query-empty',
    'read/query-shape',
    'read/query-any-text',
    'read/query-filters',
  ];
  expect(ended(results, 'pass')).toEqual(expect.arrayContaining([...queries, 'read/item-of-collection']));
  const values = asked.flatMap(({ path }) => new URL(path, 'http://library.example.com').searchParams.getAll('isbn'));
  expect(values.length).toBeGreaterThan(4);
  expect(values.filter((value) => !new RegExp(ISBN, 'u').test(value))).toEqual([]);
});

test.each<readonly [string, ResourceFile, string]>(
  inGate(
    [
      ['records', { ...nodes, list: '/nodes' }, 'read/item-of-collection'],
      ['values', { ...nodes, query: { ...query, values: {} } }, 'read/query-any-text'],
      ['envelope', { ...nodes, query: { ...query, envelope: '/data', matches: '9781111111111' } }, 'read/query-match'],
    ],
    3,
  ),
)('without %s the same service fails', { tags: ['night'] }, async (_, resource, rule) => {
  expect(ended((await judged(resource)).results, 'fail')).toContain(rule);
});

test('a value made up for nothing that the schema does not allow is not sent', async () => {
  const { empty: _, ...rest } = query;
  const { results } = await judged({ ...nodes, query: rest });
  const found = results.find(({ rule }) => rule === 'read/query-empty');
  expect(found?.outcome).toBe('not-exercised');
  expect(found?.reason).toContain('query.empty');
});

test.each<readonly [string, Partial<QueryFile>, string]>([
  ['no schema', { values: { type: 'thing' } }, 'is no JSON Schema'],
  ['a schema that the empty value does not fit', { empty: 'x' }, 'does not let "x" pass, which query.empty gives'],
])('query.values may not be %s', (_, change, reason) => {
  const told = validateTarget({ resources: [{ ...nodes, query: { ...query, ...change } }] });
  expect(told).toEqual({
    problems: [{ path: 'resources[0].query.values', reason: expect.stringContaining(reason) }],
  });
});
