import type { Json, JsonObject } from '../../fixtures/json.ts';
import { type Deviation, onAnswer, onRequest, type Seen, withJson, withText } from './deviation.ts';
import { bareAnswer, edited, isWellFormed, jsonAnswer, payloadOf, reading, remembering } from './requests.ts';

const SERVER_ERROR = 'status/no-server-error';
const WATCHED = { 'status/202-missing': 'it watches every request for what never was' };

/** The query that finds something, told: a fault in its answer must not make the run think that nothing is found. */
const FINDS: JsonObject = { queries: [{ name: 'users', found: 'Ada Lovelace' }] };

/** Faults of commands and queries: document 4.3. */
export const commands: readonly Deviation[] = [
  answered('command-answers-204', 'A command is answered 204.', () => bareAnswer(204)),
  answered('command-answers-202', 'A command that is done at once is answered 202.', () => bareAnswer(202)),
  answered('command-answers-201', 'A command is answered 201 with the deal as Location.', () =>
    bareAnswer(201, { location: '/rest/1/deals/1' }),
  ),
  answered('command-answers-an-object', 'A command is answered 200 with an empty object.', () => jsonAnswer(200, {})),
  answered('command-answers-null', 'A command is answered 200 with null.', () => jsonAnswer(200, null)),
  answered('command-answers-ok', 'A command is answered 200 with the text OK.', () => new Response('OK')),
  answered('command-answers-the-deal', 'A command is answered 200 with the deal as it is now.', () =>
    jsonAnswer(200, { id: '1', name: 'Warehouse lease', held: true }),
  ),
  answered(
    'command-answers-a-line-feed',
    'A command is answered 200 with a single line feed.',
    () => new Response('\n'),
  ),
  answered('command-redirects', 'A command is answered 303 to a query.', () =>
    bareAnswer(303, { location: '/query/deals/1' }),
  ),

  unknownCommand('unknown-command-answers-200', 200),
  unknownCommand('unknown-command-answers-400', 400),
  unknownCommand('unknown-command-answers-204', 204),
  unknownCommand('unknown-command-answers-405', 405),
  unknownCommand('unknown-command-answers-501', 501),
  unknownCommand('inherited-command-breaks-the-server', 500, /\/constructor\//u),
  unknownCommand('command-with-a-space-answers-400', 400, /%20/u),

  unknownDeal('command-on-unknown-deal-answers-200', 200),
  unknownDeal('command-on-unknown-deal-answers-204', 204),
  unknownDeal('command-on-unknown-deal-breaks-the-server', 500),
  unknownDeal('command-on-worded-deal-answers-200', 200, /^[a-z]+$/u),
  unknownDeal('command-on-unicode-deal-breaks-the-server', 500, /[^\0-\x7f]/u),
  {
    id: 'command-without-effect',
    title: 'A command is answered 200 and does nothing.',
    breaks: ['command/effect'],
    wrap: onRequest(async (seen, next) =>
      isCommand(seen) && (await isOnKnownDeal(seen, next)) ? bareAnswer(200) : next(seen.request),
    ),
  },
  {
    id: 'command-on-the-first-deal',
    title: 'A command is carried out on the first deal, whichever it names.',
    breaks: ['command/effect'],
    wrap: onRequest(async (seen, next) =>
      next(
        isCommand(seen) && (await isOnKnownDeal(seen, next)) ? edited(seen, (p) => ({ ...p, id: '1' })) : seen.request,
      ),
    ),
  },
  {
    id: 'command-loses-its-reason',
    title: 'A command is carried out with an empty reason.',
    breaks: ['command/effect'],
    wrap: onRequest((seen, next) =>
      next(
        isCommand(seen) && 'reason' in payloadOf(seen) ? edited(seen, (p) => ({ ...p, reason: '-' })) : seen.request,
      ),
    ),
  },

  malformed('command-in-malformed-json-breaks-the-server', 500),
  malformed('command-in-malformed-json-answers-422', 422),
  malformed('command-in-malformed-json-answers-200', 200),
  malformed('command-in-malformed-json-answers-404', 404),
  malformed('command-with-trailing-comma-accepted', 200, /,\s*\}\s*$/u),
  malformed('command-without-body-accepted', 200, /^$/u),
  malformed('command-with-comment-accepted', 200, /^\/\*/u),
  malformed('command-without-closing-brace-accepted', 200, /^\{"id".*"$/u),
  malformed('command-with-two-values-accepted', 200, /\}\{/u),

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
  changing('query-renames', 'A query that is asked for the second time shows another name.', (records, asked) =>
    records.map((record) => (asked % 2 === 0 ? { ...record, name: 'somebody else' } : record)),
  ),
  {
    id: 'query-answers-404-the-second-time',
    title: 'A query that is asked again is answered 404.',
    breaks: ['query/safe'],
    alsoStrikes: { 'query/status': 'it asks too', 'version/unversioned': 'it asks too' },
    oneByOne: true,
    file: FINDS,
    wrap: remembering(
      () => ({ asked: 0 }),
      (memory) =>
        onFound((response) => {
          memory.asked += 1;
          return memory.asked % 2 === 0 ? bareAnswer(404) : response;
        }),
    ),
  },
];

function isCommand({ method, path }: Seen): boolean {
  return method === 'POST' && /^\/command\/[^/]+\/?$/u.test(path);
}

function isQuery({ method, path }: Seen): boolean {
  return method === 'GET' && path.startsWith('/query/');
}

function answered(id: string, title: string, answer: () => Response): Deviation {
  return {
    id,
    title,
    breaks: ['command/status'],
    wrap: onAnswer((response, seen) => (isCommand(seen) && response.ok ? answer() : response)),
  };
}

function unknownCommand(id: string, status: number, name: RegExp = /^/u): Deviation {
  return {
    id,
    title: `A command that does not exist${name.source === '^' ? '' : `, like ${name.source},`} is answered ${status}.`,
    breaks: ['command/unknown', ...(status === 500 ? [SERVER_ERROR] : [])],
    alsoStrikes: WATCHED,
    wrap: onAnswer(async (response, seen) => {
      const isNone =
        isCommand(seen) && response.status === 404 && (await response.clone().text()).includes('no command');
      if (!isNone || !name.test(seen.path)) return response;
      return bareAnswer(status, status === 405 ? { allow: 'GET' } : {});
    }),
  };
}

/** Whether the command is right and names a deal that is there. */
async function isOnKnownDeal(seen: Seen, next: (request: Request) => Promise<Response>): Promise<boolean> {
  const { id, reason } = payloadOf(seen) as { id?: Json; reason?: Json }; // as the mock names them
  if (typeof id !== 'string' || typeof reason !== 'string' || !seen.path.includes('/HoldDeal/')) return false;
  return (await next(reading(seen, `/rest/1/deals/${encodeURIComponent(id)}`))).ok;
}

function unknownDeal(id: string, status: number, shape: RegExp = /^/u): Deviation {
  return {
    id,
    title: `A command on a deal that never was${shape.source === '^' ? '' : `, like ${shape.source},`} is answered ${status}.`,
    breaks: ['command/unknown-deal', ...(status === 500 ? [SERVER_ERROR] : [])],
    wrap: onAnswer((response, seen) => {
      const named = String(payloadOf(seen)['id'] ?? '');
      const isNone = isCommand(seen) && seen.path.includes('/HoldDeal/') && response.status === 404;
      return isNone && shape.test(named) ? bareAnswer(status) : response;
    }),
  };
}

function malformed(id: string, status: number, like: RegExp = /^/u): Deviation {
  return {
    id,
    title: `A command in malformed JSON${like.source === '^' ? '' : `, like ${like.source},`} is answered ${status}.`,
    breaks: ['command/malformed', ...(status === 500 ? [SERVER_ERROR] : [])],
    wrap: onRequest(async (seen, next) =>
      isCommand(seen) && !isWellFormed(seen) && like.test(seen.body) ? bareAnswer(status) : next(seen.request),
    ),
  };
}

type Found = readonly JsonObject[];

/** A fault in the answer of a query that found something. */
function onFound(change: (response: Response, seen: Seen) => Response | Promise<Response>): Deviation['wrap'] {
  return onAnswer((response, seen) => (isQuery(seen) && response.ok ? change(response, seen) : response));
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
    wrap: remembering(
      () => ({ asked: 0 }),
      (memory) =>
        onFound((response) => {
          memory.asked += 1;
          return withJson(response, (records) => change(records as Found, memory.asked)); // an array, as above
        }),
    ),
  };
}
