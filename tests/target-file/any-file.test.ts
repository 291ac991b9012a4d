import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { NothingServed } from '../../target-file/assume.ts';
import type { OperationFile, ResourceFile, SessionFile, TargetFile } from '../../target-file/file.ts';
import { validateTarget } from '../../target-file/validate.ts';
import { TRIES_ALL } from '../in-gate.ts';
import { type Ask, serve, store, type Told } from './service.ts';

// Each case is a whole run; in the gate it tries each rule on one subject.
const CASES = TRIES_ALL ? 30 : 8;
const SEED = Number(process.env['SEED'] ?? 20261122);

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined, freq: 2 });

/** A record of members each of which may be left out. */
function some<T extends object>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> {
  // fast-check's own type of this says the same by way of its key names.
  return fc.record(members, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<Partial<T>>;
}

const collection = fc.constantFrom(
  '/posts',
  '/deals',
  '/rest/1/deals/',
  '/rest/{version}/deals/',
  '/users',
  '/nothing',
);
const member = collection.map((address) => `${address.replace(/\/$/u, '')}/{id}`);
const pointer = fc.constantFrom('', '/id', '/data', '/title', '/a/b', '/0');
const payload = fc.constantFrom(
  { title: 'assayer {unique}' },
  { id: 'i{unique}', title: '{ id } {{id}}', price: 1 },
  { name: 'assayer {unique}', price: 100, tags: ['a'], more: { deep: null } },
  {},
);
const valuesSchema = fc.constantFrom(
  {},
  { type: 'integer' },
  { enum: ['Emma'] },
  { type: 'string', pattern: '^[A-Z]+$' },
  { not: {} },
);

const resource: fc.Arbitrary<ResourceFile> = fc
  .tuple(
    fc.constantFrom('posts', 'deals', 'users', 'a/b ü %'),
    some<Required<ResourceFile>>({
      name: fc.constant(''),
      collection,
      create: fc.oneof(
        collection,
        fc.constant<false>(false),
        collection.map((address) => ({ method: 'PUT' as const, address: `${address.replace(/\/$/u, '')}/p{unique}` })),
      ),
      list: fc.oneof(
        collection,
        fc.constant<false>(false),
        fc.record({
          address: collection,
          id: pointer,
          records: fc.record({ field: pointer, values: fc.constantFrom(['x'], [null, 1], [true]) }),
        }),
      ),
      item: fc.oneof(member, fc.constant<false>(false), fc.record({ address: member, id: pointer })),
      delete: fc.oneof(member, fc.constant<false>(false)),
      update: fc.oneof(
        member,
        fc.constant<false>(false),
        fc.record({
          method: fc.constantFrom('PUT', 'PATCH', 'POST'),
          payload,
          from: fc.constant({ rev: '/rev', t: '/title' }),
        }),
      ),
      sample: payload,
      schema: fc.constantFrom({ type: 'object' }, { type: 'object', properties: { title: { type: 'string' } } }),
      required: fc.constantFrom([], ['title'], ['name']),
      invalid: fc.constantFrom({}, { 'that is null': null, '': { title: 1 } }),
      writeOnly: fc.constantFrom([], ['title']),
      computed: fc.constantFrom([], ['title']),
      answer: fc.constantFrom('created', 'full-result', 'no-address'),
      location: fc.constantFrom('promised', 'optional'),
      id: fc.constantFrom('location', 'request', '/id', '/title', '/a/b'),
      envelope: some({ list: pointer, item: pointer, created: pointer }) as fc.Arbitrary<object>,
      entries: fc.constantFrom('records', 'summaries', 'ids'),
      known: fc.constantFrom('1', 7, 'ü /%', ''),
      unknownIds: fc.constantFrom('any', 'uuid', 'number', 'name'),
      query: fc.oneof(
        fc.constantFrom('/posts?title={value}', '/users?name={value}', '/nothing/{value}'),
        fc.constant<false>(false),
        fc
          .tuple(maybe(valuesSchema), maybe(pointer), maybe(fc.constantFrom('Emma', '7')), maybe(pointer))
          .map(([values, field, matches, envelope]) =>
            defined({ address: '/posts?title={value}', values, field, matches, envelope }),
          ),
      ) as fc.Arbitrary<NonNullable<ResourceFile['query']>>,
      nested: fc.constantFrom(
        [],
        ['/posts/{id}/notes/{index}'],
        [{ address: '/users/{id}/keys/{index}', owner: 1, past: 9 }],
      ),
      representations: fc.subarray<'json' | 'xml' | 'html'>(['json', 'xml', 'html']),
      selectors: fc.subarray<'accept' | 'suffix' | 'format'>(['accept', 'suffix', 'format']),
      mediaTypes: fc.constantFrom({}, { json: 'application/hal+json', request: 'text/plain' }),
      headers: fc.constantFrom({}, { 'x-tenant': 'blue' }),
      never: fc.subarray(['HEAD', 'GET', 'post', 'DELETE']),
      deleteQuery: fc.constantFrom({}, { rev: '/rev', force: 'yes' }),
    }),
  )
  .map(([name, members]) => ({ ...members, name }));

const operation: fc.Arbitrary<OperationFile> = fc
  .tuple(
    fc.constantFrom('HoldDeal', 'Other'),
    fc.constantFrom('deals', 'posts', 'users'),
    fc.constantFrom({}, { reason: 'a good read' }, { day: { sample: '2030-01-01', type: 'date', required: false } }),
    fc.subarray(['A', 'B', 'C', 'D', 'E', 'F', 'G']),
  )
  .map(([name, on, parameters, forms]) => ({
    name,
    resource: on,
    parameters,
    effect: { held: true, ...('reason' in parameters ? { why: '{reason}' } : {}) },
    forms: Object.fromEntries(
      forms.map((form) => [
        form,
        form === 'G' ? '/commands/{commandId}' : `/${on}/{id}/${form}${form === 'F' ? '/{commandId}' : ''}`,
      ]),
    ),
  })) as fc.Arbitrary<OperationFile>;

const session: fc.Arbitrary<SessionFile> = fc.constantFrom(
  {},
  { cookie: 'USER_TOKEN=abc' },
  { headers: { 'x-api-key': 'sesame' } },
  { path: '/me', authorized: '', unauthorized: '' },
);

const claims = some({
  operationForms: fc.subarray(['A', 'D', 'G']),
  emptyQuery: fc.constantFrom(200, 204),
  deleted: fc.constantFrom(404, 410),
  commandQuery: fc.boolean(),
  representations: fc.subarray(['json', 'xml', 'html']),
  selectors: fc.subarray(['accept', 'suffix', 'format']),
  create: fc.constantFrom('created', 'full-result'),
  session: fc.constantFrom('presence', 'validated', 'none'),
  validators: fc.boolean(),
  indexBase: fc.constantFrom(0, 1),
});

/** Target files that are accepted: the schema's main choices in every mixture. */
const files: fc.Arbitrary<TargetFile> = fc
  .tuple(
    some({
      version: fc.constantFrom('1', 'v9'),
      claims,
      session,
      resources: fc.uniqueArray(resource, { maxLength: 3, selector: ({ name }) => name }),
      operations: fc.uniqueArray(operation, { maxLength: 2, selector: ({ name }) => name }),
      commands: fc.constantFrom([], [{ name: 'Do', payload: { id: '{deal}', text: '{unique}' } }]),
      queries: fc.constantFrom([], [{ name: 'posts' }, { name: 'users', found: 'Emma', empty: 'zzz' }]),
    }),
  )
  // What is generated has the shape of a target file where the validator says so.
  .map(([file]) => file as TargetFile)
  .filter((file) => 'file' in validateTarget(file));

function defined<T extends object>(members: T): T {
  // Only members without a value are left out, and all of these are optional.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

/** A service with posts, deals and users, which knows nothing of what the files say besides. */
function service(): (ask: Ask) => Told {
  const posts = store('/posts', { records: [{ id: '1', title: 'Emma' }] });
  const deals = store('/rest/1/deals', { records: [{ id: '7', name: 'a deal', price: 1 }] });
  const users = store('/users', { records: [{ id: '1', name: 'Emma' }] });
  return (ask) => {
    const { pathname } = new URL(ask.path, 'http://service.example.com');
    const plain = { ...ask, path: pathname };
    if (pathname.startsWith('/rest/')) return deals(plain);
    return pathname.startsWith('/users') ? users(plain) : posts(plain);
  };
}

test(`no accepted target file leads to an error outcome (SEED=${SEED})`, {
  tags: ['night'],
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(files, async (file) => {
      await using server = await serve(service());
      try {
        const { results } = await judge({
          target: { ...file, baseUrl: server.url },
          runs: 1,
          seed: 1,
          fast: !TRIES_ALL,
        });
        const errors = results.filter(({ outcome }) => outcome === 'error');
        expect(errors.map(({ rule, subject, reason }) => [rule, subject, reason])).toEqual([]);
      } catch (cause) {
        if (!(cause instanceof NothingServed)) throw cause;
      }
    }),
    { numRuns: CASES, seed: SEED, endOnFailure: true },
  );
});
