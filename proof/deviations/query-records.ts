import type { Json, JsonObject } from '../../fixtures/json.ts';
import { type Deviation, onAnswer, onRequest, type RequestView, withJson } from './deviation.ts';
import { reading } from './requests.ts';

/** A query that finds two records, told to the run. */
const FINDS: JsonObject = { queries: [{ name: 'users', found: 'Grace Hopper' }] };

/** Faults in what a query finds: document 4.3. */
export const queryRecords: readonly Deviation[] = [
  query('query-gives-each-twice', 'A join gives each record that a query finds twice.', (found) => [
    ...found,
    ...found,
  ]),
  query('query-gives-the-first-only', 'Of several records that a query should find only the first comes.', (found) =>
    found.slice(0, 1),
  ),
  query('query-from-an-old-copy', 'Queries read a copy whose mail addresses are from before the move.', (found) =>
    found.map((record) => ({ ...record, email: String(record['email']).replace('@', '@old.') })),
  ),
  query('query-numbers-its-rows', 'A query gives the number of the row as the id of a record.', (found) =>
    found.map((record, i) => ({ ...record, id: String(i + 2) })),
  ),
  {
    id: 'query-finds-the-first-deal-too',
    title: 'A query for deals by name gives the first deal too, whatever its name.',
    breaks: ['query/records'],
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      if (!isDealQuery(seen) || response.status !== 200) return response;
      const first: unknown = await (await next(reading(seen, '/rest/1/deals/1'))).json();
      return withJson(response, (found) => [...(found as Json[]), first]); // the mock answers with an array
    }),
  },
];

function isDealQuery({ method: asked, path }: RequestView): boolean {
  return asked === 'GET' && path.startsWith('/query/deals/');
}

/** A fault in what a query for users gives that finds something. */
function query(id: string, title: string, change: (found: readonly JsonObject[]) => Json): Deviation {
  return {
    id,
    title,
    breaks: ['query/records'],
    file: FINDS,
    wrap: onAnswer((response, { method: asked, path }) =>
      asked === 'GET' && path.startsWith('/query/users/') && response.status === 200
        ? withJson(response, (found) => change(found as JsonObject[])) // the mock answers with an array of records
        : response,
    ),
  };
}
