import { isObject } from '../../core/representation/json-value.ts';
import type { TargetFile } from '../../target-file/file.ts';
import type { Taste } from './small-server.ts';

const titled = (payload: unknown): Readonly<Record<string, unknown>> | undefined =>
  isObject(payload) && typeof payload['title'] === 'string' ? payload : undefined;

const CLAIMS = {
  operationForms: [],
  commandQuery: false,
  session: 'none',
  representations: ['json'],
  selectors: [],
} as const;

/** What is true of all of them. */
function fileOf(resource: Partial<NonNullable<TargetFile['resources']>[number]>, claims: object = {}): TargetFile {
  return {
    claims: { ...CLAIMS, ...claims },
    resources: [{ name: 'notes', collection: '/notes', sample: { title: 'a note {unique}' }, ...resource }],
  };
}

/** Answers a POST with 200 and the whole object. */
export const wholeObject: Taste = {
  type: 'application/json; charset=utf-8',
  valuesIn: titled,
  created: ({ id, values }) => ({ status: 200, body: { ...values, id: Number(id) } }),
  item: ({ id, values }) => ({ ...values, id: Number(id) }),
  list: (records) => records.map(({ id, values }) => ({ ...values, id: Number(id) })),
  idOf: (number) => String(number),
};
export const wholeObjectFile: TargetFile = fileOf({ answer: 'full-result', id: '/id' });
/** The same server, of which somebody says that it answers 201. */
export const wholeObjectMisread: TargetFile = fileOf({ location: 'optional', id: '/id' });

/** Like CouchDB: a creation gives id and revision, a deletion needs the revision, and no Location is sent. */
export const documentStore: Taste = {
  type: 'application/json',
  valuesIn: titled,
  created: ({ id, revision }, base) => ({
    status: 201,
    body: { ok: true, id, rev: `${revision}-a`, self: `${base}/notes/${id}` },
  }),
  item: ({ id, values, revision }) => ({ _id: id, _rev: `${revision}-a`, ...values }),
  list: (records) => ({
    total_rows: records.length,
    rows: records.map(({ id, revision }) => ({ id, key: id, value: { rev: `${revision}-a` } })),
  }),
  refusesDeletion: ({ revision }, query) =>
    query.get('rev') === `${revision}-a` ? undefined : { status: 409, body: { error: 'conflict' } },
  idOf: (number) => `0123456789abcdef${String(number).padStart(16, '0')}`,
};
export const documentStoreFile: TargetFile = fileOf({
  location: 'optional',
  id: '/id',
  item: { address: '/notes/{id}', id: '/_id' },
  envelope: { list: '/rows' },
  entries: 'summaries',
  deleteQuery: { rev: '/rev' },
  update: false,
});

/** Like JSON:API: everything is wrapped in `data`, the values are called attributes. */
export const wrapped: Taste = {
  type: 'application/vnd.api+json',
  valuesIn: (payload) => {
    const data = isObject(payload) ? payload['data'] : undefined;
    return isObject(data) && isObject(data['attributes']) ? titled(data['attributes']) : undefined;
  },
  created: (record, base) => ({
    status: 201,
    body: { data: apiResource(record) },
    headers: { location: `${base}/notes/${record.id}` },
  }),
  item: (record) => ({ data: apiResource(record) }),
  list: (records, base) => ({ links: { self: `${base}/notes` }, data: records.map(apiResource) }),
  idOf: (number) => String(number),
};
export const wrappedFile: TargetFile = fileOf({
  sample: { data: { type: 'notes', attributes: { title: 'a note {unique}' } } },
  mediaTypes: { json: 'application/vnd.api+json', request: 'application/vnd.api+json' },
  envelope: { list: '/data', item: '/data' },
  update: false,
});

function apiResource({ id, values }: Parameters<Taste['item']>[0]): Readonly<Record<string, unknown>> {
  return { type: 'notes', id, attributes: values, links: { self: `/notes/${id}` } };
}
