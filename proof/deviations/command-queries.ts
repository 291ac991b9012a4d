import type { Json, JsonObject } from '../../fixtures/json.ts';
import { type Deviation, onAnswer, type RequestView, withJson, withText } from './deviation.ts';
import { bareAnswer, jsonAnswer, remembering } from './requests.ts';

const SERVER_ERROR = 'status/no-server-error';

/** The query that finds something, told: a fault in its answer must not make the run think that nothing is found. */
const FINDS: JsonObject = { queries: [{ name: 'users', found: 'Ada Lovelace' }] };

/** Faults of the queries that stand beside commands: document 4.3. */
export const commandQueries: readonly Deviation[] = [
  query('query-answers-an-object', 'A query is answered with an object that wraps the array.', (records) => ({
    results: records,
  })),
  query(
    'query-answers-one-record',
    'A query that finds one record is answered with it and not with an array of it.',
    (records) => (records.length === 1 ? (records[0] ?? null) : records),
  ),
  query('query-answers-by-id', 'A query is answered with an object whose members are the records.', (records) =>
    Object.fromEntries(records.map((record, i) => [String(i), record])),
  ),
  query('query-answers-a-text', 'A query is answered with JSON in a JSON string.', (records) =>
    JSON.stringify(records),
  ),
  query('query-always-empty', 'A query that should find something is answered 200 with an empty array.', () => []),
  {
    id: 'query-cut-short',
    title: 'The array that answers a query lacks its closing bracket.',
    breaks: ['query/status', 'negotiate/truthful'],
    alsoStrikes: { 'query/safe': 'it compares the arrays' },
    file: FINDS,
    wrap: onFound((response) => withText(response, (text) => text.slice(0, -1))),
  },
  {
    id: 'query-in-xml',
    title: 'A query is answered in XML.',
    breaks: ['query/status'],
    alsoStrikes: { 'query/safe': 'it compares the arrays' },
    file: FINDS,
    wrap: onFound(() => new Response('<users/>', { headers: { 'content-type': 'application/xml' } })),
  },
  {
    id: 'query-answers-204',
    title: 'A query that finds something is answered 204.',
    breaks: ['query/status'],
    alsoStrikes: { 'query/safe': 'it compares the arrays' },
    file: FINDS,
    wrap: onFound(() => bareAnswer(204)),
  },
  {
    id: 'query-answers-202',
    title: 'A query is answered 202 with its array.',
    breaks: ['query/status'],
    file: FINDS,
    wrap: onFound((response) => new Response(response.body, { status: 202, headers: response.headers })),
  },

  nothing('empty-query-answers-empty-array', 'A query that finds nothing is answered 200 with an empty array.', () =>
    jsonAnswer(200, []),
  ),
  nothing('empty-query-answers-null', 'A query that finds nothing is answered 200 with null.', () =>
    jsonAnswer(200, null),
  ),
  nothing('empty-query-answers-204', 'A query that finds nothing is answered 204.', () => bareAnswer(204)),
  nothing('empty-query-answers-400', 'A query that finds nothing is answered 400.', () => bareAnswer(400)),
  nothing('empty-query-answers-410', 'A query that finds nothing is answered 410.', () => bareAnswer(410)),
  nothing('empty-query-breaks-the-server', 'A query that finds nothing is answered 500.', () => bareAnswer(500)),
  nothing('empty-query-answers-everything', 'A query that finds nothing is answered with all records.', () =>
    jsonAnswer(200, [{ id: '1', name: 'Ada Lovelace' }]),
  ),

  asking(
    'unknown-query-answers-empty-array',
    'A query that does not exist is answered with an empty array.',
    'unknown',
    () => jsonAnswer(200, []),
  ),
  asking('unknown-query-breaks-the-server', 'A query that does not exist is answered 500.', 'unknown', () =>
    bareAnswer(500),
  ),
  asking('query-with-odd-text-breaks-the-server', 'A query for a text with a quote is answered 500.', 'odd', () =>
    bareAnswer(500),
  ),

  changing('query-is-a-queue', 'What a query found is not found again.', (records, asked) =>
    asked > 1 ? [] : records,
  ),
  changing('query-grows', 'Each time that a query is asked its answer has one record more.', (records, asked) => [
    ...records,
    ...Array.from({ length: asked }, (_, i) => ({ id: `copy ${i}`, name: 'Ada Lovelace' })),
  ]),
  changing(
    'query-ranks-by-itself',
    'Each time that a query is asked its records count one more in `rank`.',
    (records, asked) => records.map((record) => ({ ...record, rank: asked })),
  ),
  {
    id: 'query-answers-404-the-second-time',
    title: 'A query that is asked again is answered 404.',
    breaks: ['query/every'],
    alsoStrikes: {
      'query/status': 'it asks too',
      'query/safe': 'it asks too',
      'version/unversioned': 'it asks too',
    },
    oneByOne: true,
    file: FINDS,
    wrap: onAsked((response, asked) => (asked % 2 === 0 ? bareAnswer(404) : response)),
  },
];

function isQuery({ method, path }: RequestView): boolean {
  return method === 'GET' && path.startsWith('/query/');
}

const OF: Readonly<Record<'unknown' | 'odd', RegExp>> = { unknown: /^\/query\/(?!users\/)/u, odd: /'|%27/u };

/** A fault in the answer of a query that does not exist, or that is asked with an odd text. */
function asking(id: string, title: string, which: keyof typeof OF, answer: () => Response): Deviation {
  const isBroken = answer().status >= 500;
  return {
    id,
    title,
    breaks: ['query/empty', ...(isBroken ? [SERVER_ERROR] : [])],
    alsoStrikes: { 'status/202-missing': 'it watches every answer about what is missing' },
    file: FINDS,
    wrap: onAnswer((response, seen) => (isQuery(seen) && OF[which].test(seen.path) ? answer() : response)),
  };
}

type Found = readonly JsonObject[];

/** A fault in the answer of a query that found something. */
function onFound(change: (response: Response, seen: RequestView) => Response | Promise<Response>): Deviation['wrap'] {
  return onAnswer((response, seen) => (isQuery(seen) && response.ok ? change(response, seen) : response));
}

/** The same, where it depends on how often a query was asked. */
function onAsked(change: (response: Response, asked: number) => Response | Promise<Response>): Deviation['wrap'] {
  return remembering(
    () => ({ asked: 0 }),
    (memory) =>
      onFound((response) => {
        memory.asked += 1;
        return change(response, memory.asked);
      }),
  );
}

function query(id: string, title: string, change: (records: Found) => Json): Deviation {
  return {
    id,
    title,
    breaks: ['query/status'],
    file: FINDS,
    // The mock answers a query with an array of records.
    wrap: onFound((response) => withJson(response, (records) => change(records as Found))),
  };
}

function nothing(id: string, title: string, answer: () => Response): Deviation {
  return {
    id,
    title,
    breaks: ['query/empty', ...(id.endsWith('breaks-the-server') ? [SERVER_ERROR] : [])],
    wrap: onAnswer((response, seen) => (isQuery(seen) && response.status === 404 ? answer() : response)),
  };
}

/** An answer that depends on how often it was asked for. */
function changing(id: string, title: string, change: (records: Found, asked: number) => Json): Deviation {
  return {
    id,
    title,
    breaks: ['query/safe'],
    alsoStrikes: { 'query/status': 'it asks too, and may be the second to do so' },
    oneByOne: true,
    file: FINDS,
    wrap: onAsked((response, asked) => withJson(response, (records) => change(records as Found, asked))), // an array, as above
  };
}
