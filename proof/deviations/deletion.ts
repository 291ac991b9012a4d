import { type Deviation, isJson, onAnswer, onRequest, type RequestView, withJson, withStatus } from './deviation.ts';
import { rawNoContent } from './raw-no-content.ts';
import { TYPES } from './representations.ts';
import { bareAnswer, beside, dealIn, jsonAnswer, reading, remembering, resent } from './requests.ts';

const TAKEN = {
  'create/lasting': 'what is taken with it is missed by whoever made it',
  'delete/every': 'it looks at every deletion of the run, and what was taken with one is gone',
  'query/safe': 'a query that is asked again finds it no more',
  'operation/status': 'what form E made is gone with its deal between the list and the reading',
};
const BARE = { 'status/204-empty': 'it watches every 204 of the run' };

/** Faults of deletion: document 4.1, 4.4-m1, 4.4-m3, 4.4-m4. */
export const deletion: readonly Deviation[] = [
  {
    id: 'delete-answers-202',
    title: 'A deletion that is done at once is answered 202.',
    breaks: ['delete/status'],
    wrap: onDeleted((response) => withStatus(response, 202)),
  },
  {
    id: 'delete-answers-200',
    title: 'A deletion is answered 200 with a message.',
    breaks: ['delete/status'],
    wrap: onDeleted(() => jsonAnswer(200, { deleted: true })),
  },
  {
    id: 'delete-answers-200-bare',
    title: 'A deletion is answered 200 without a body.',
    breaks: ['delete/status'],
    wrap: onDeleted(() => bareAnswer(200)),
  },
  {
    id: 'delete-in-xml-answers-200',
    title: 'A deletion by somebody who reads XML is answered 200 with a message.',
    breaks: ['delete/status'],
    wrap: onAnswer((response, seen) =>
      isDeletion(seen) && response.ok && seen.request.headers.get('accept') === TYPES.xml
        ? new Response('<deleted/>', { status: 200, headers: { 'content-type': TYPES.xml } })
        : response,
    ),
  },
  {
    id: 'delete-redirects',
    title: 'A deletion is answered 303 to the collection.',
    breaks: ['delete/status'],
    wrap: onDeleted(() => bareAnswer(303, { location: '/rest/1/deals/' })),
  },
  {
    id: 'delete-not-served',
    title: 'DELETE is answered 405.',
    breaks: ['delete/status'],
    alsoStrikes: { 'delete/unknown': 'nothing is deleted, so it has no control' },
    wrap: onRequest(async (seen, next) =>
      isDeletion(seen) ? bareAnswer(405, { allow: 'GET, PUT' }) : next(seen.request),
    ),
  },
  {
    id: 'delete-breaks-the-server',
    title: 'A deletion is done and answered 500.',
    breaks: ['delete/status', 'status/no-server-error'],
    wrap: onDeleted(() => bareAnswer(500)),
  },
  framed('delete-204-with-text', 'A 204 of a deletion is followed by the text of a message.', {}, 'deleted'),
  framed(
    'delete-204-with-json',
    'A 204 of a deletion has a JSON body and its length.',
    { 'Content-Length': '2' },
    '{}',
  ),
  framed('delete-204-with-one-byte', 'A 204 of a deletion is followed by a line feed.', {}, '\n'),
  framed('delete-204-promises-five-bytes', 'A 204 of a deletion has Content-Length: 5 and no body.', {
    'Content-Length': '5',
  }),
  framed(
    'delete-204-chunked',
    'A 204 of a deletion has Transfer-Encoding: chunked and an empty last chunk.',
    { 'Transfer-Encoding': 'chunked' },
    '0\r\n\r\n',
  ),
  framed('delete-204-says-chunked', 'A 204 of a deletion has Transfer-Encoding: chunked and no chunk.', {
    'Transfer-Encoding': 'chunked',
  }),
  {
    id: 'delete-204-with-length-zero',
    title: 'A 204 of a deletion has Content-Length: 0.',
    breaks: ['delete/no-length'],
    wrap: onDeleted((response) => rawNoContent(response, { 'Content-Length': '0' }, '')),
  },
  {
    id: 'delete-does-nothing',
    title: 'A deletion is answered 204 and nothing is deleted.',
    breaks: ['delete/removes', 'delete/again'],
    alsoStrikes: { 'read/item-of-collection': 'the collection grows past what is read of it' },
    wrap: onRequest(async (seen, next) => {
      if (!isDeletion(seen)) return next(seen.request);
      const found = await next(reading(seen, seen.path));
      return found.ok ? bareAnswer(204) : next(seen.request);
    }),
  },
  {
    id: 'delete-only-marks',
    title: 'A deleted deal is still read, with a mark that it was deleted.',
    breaks: ['delete/removes'],
    wrap: afterDeletion((seen, before) =>
      seen.method === 'GET' ? jsonAnswer(200, { ...before, deleted: true }) : undefined,
    ),
  },
  {
    id: 'deleted-is-read-from-a-cache',
    title: 'A deal that was read before its deletion is read from a cache after it.',
    breaks: ['delete/removes'],
    alsoStrikes: {
      'validator/if-none-match': 'where a condition is refused with 412, the deal is read from the cache as well',
      'read/head': 'the cache answers GET where HEAD is refused',
    },
    wrap: remembering(
      () => new Map<string, string>(),
      (cache) =>
        onAnswer(async (response, { method, path }) => {
          if (method !== 'GET' || dealIn(path) === undefined || !isJson(response)) return response;
          const known = cache.get(path);
          if (response.ok) cache.set(path, await response.clone().text());
          if (response.ok || known === undefined) return response;
          return new Response(known, { headers: { 'content-type': 'application/json' } });
        }),
    ),
  },
  {
    id: 'deleted-reads-as-204',
    title: 'A deleted deal is answered 204.',
    breaks: ['delete/removes'],
    wrap: afterDeletion(({ method }) => (method === 'GET' ? bareAnswer(204) : undefined)),
  },
  {
    id: 'deleted-reads-as-null',
    title: 'A deleted deal is answered 200 with null.',
    breaks: ['delete/removes'],
    alsoStrikes: { 'read/item-of-collection': 'a deal may be deleted between the list and its reading' },
    wrap: afterDeletion(({ method }) => (method === 'GET' ? jsonAnswer(200, null) : undefined)),
  },
  {
    id: 'deleted-reads-as-400',
    title: 'A deleted deal is answered 400.',
    breaks: ['delete/removes'],
    wrap: afterDeletion(({ method }) => (method === 'GET' ? jsonAnswer(400, { error: 'no such deal' }) : undefined)),
  },
  again('delete-again-answers-204', 'A second DELETE of the same deal is answered 204.', 204),
  again('delete-again-answers-200', 'A second DELETE of the same deal is answered 200.', 200),
  again('delete-again-answers-400', 'A second DELETE of the same deal is answered 400.', 400),
  again('delete-again-answers-409', 'A second DELETE of the same deal is answered 409.', 409),
  {
    ...again('delete-again-breaks-the-server', 'A second DELETE of the same deal is answered 500.', 500),
    breaks: ['delete/again', 'status/no-server-error'],
  },
  neighbour('delete-takes-the-next', 'A deletion takes the next deal with it.', (id) => [id + 1]),
  neighbour('delete-takes-the-previous', 'A deletion takes the deal before it as well.', (id) => [id - 1]),
  neighbour('delete-takes-all-newer', 'A deletion takes all newer deals with it.', (id) =>
    Array.from({ length: 9 }, (_, i) => id + 1 + i),
  ),
  {
    id: 'delete-takes-another',
    title: 'A deletion takes the deal before the one that was named.',
    breaks: ['delete/only-it', 'delete/removes', 'delete/again'],
    alsoStrikes: { ...TAKEN, 'delete/status': 'what a DELETE with another Accept named is still there' },
    oneByOne: true,
    wrap: onRequest(async (seen, next) => {
      const id = Number(dealIn(seen.path));
      if (!isDeletion(seen) || !(id > 4)) return next(seen.request);
      const found = await next(reading(seen, seen.path));
      if (!found.ok) return next(seen.request);
      await next(resent(seen, { path: beside(seen.path, String(id - 1)) }));
      return bareAnswer(204);
    }),
  },
  {
    id: 'gone-answers-404',
    title: 'A service that promises 410 for what was deleted answers 404.',
    breaks: ['delete/gone'],
    alsoStrikes: { 'delete/removes': 'the state machine names it for whatever a deleted deal answers' },
    options: { deleted: 410 },
    wrap: onAnswer((response) => (response.status === 410 ? withStatus(response, 404) : response)),
  },
  {
    id: 'gone-for-what-never-was',
    title: 'A service that answers 410 for what was deleted answers it for deals that never were as well.',
    breaks: ['delete/gone'],
    alsoStrikes: {
      'read/unknown-item': 'an id that never was is due 404 on reading too',
    },
    options: { deleted: 410 },
    wrap: onAnswer((response, { method, path }) =>
      method === 'GET' && dealIn(path) !== undefined && response.status === 404 ? withStatus(response, 410) : response,
    ),
  },
  {
    id: 'gone-only-for-delete',
    title: 'A service that promises 410 answers it to a second DELETE, and 404 to a GET.',
    breaks: ['delete/gone'],
    alsoStrikes: { 'delete/removes': 'the state machine names it for whatever a deleted deal answers' },
    options: { deleted: 410 },
    wrap: onAnswer((response, { method }) =>
      method === 'GET' && response.status === 410 ? withJson(withStatus(response, 404), (p) => p) : response,
    ),
  },
];

/** Whether a request deletes a deal. */
export function isDeletion({ method, path }: RequestView): boolean {
  return method === 'DELETE' && dealIn(path) !== undefined;
}

/** A fault in the answer to every deletion that was done. */
function onDeleted(change: (response: Response) => Response): Deviation['wrap'] {
  return onAnswer((response, seen) => (isDeletion(seen) && response.ok ? change(response) : response));
}

/** A 204 that is not bare. */
function framed(id: string, title: string, fields: Readonly<Record<string, string>>, body = ''): Deviation {
  return {
    id,
    title,
    breaks: ['delete/empty'],
    alsoStrikes: {
      ...BARE,
      ...('Content-Length' in fields ? { 'delete/no-length': 'a length above 0 is a length' } : {}),
    },
    wrap: onDeleted((response) => rawNoContent(response, fields, body)),
  };
}

/** What a deal that was deleted is answered; `undefined` leaves the answer as it is. */
function afterDeletion(answer: (seen: RequestView, before: object) => Response | undefined): Deviation['wrap'] {
  return remembering(
    () => new Map<string, object>(),
    (deleted) =>
      onRequest(async (seen, next) => {
        const before = deleted.get(seen.path);
        if (before !== undefined) return answer(seen, before) ?? next(seen.request);
        if (!isDeletion(seen)) return next(seen.request);
        const found = await next(reading(seen, seen.path));
        // The mock's own deal is a JSON object.
        if (found.ok) deleted.set(seen.path, (await found.json()) as object);
        return next(seen.request);
      }),
  );
}

function again(id: string, title: string, status: number): Deviation {
  return {
    id,
    title,
    breaks: ['delete/again'],
    wrap: afterDeletion(({ method }) => (method === 'DELETE' ? bareAnswer(status) : undefined)),
  };
}

/** A deletion that takes others with it. */
function neighbour(id: string, title: string, othersOf: (id: number) => readonly number[]): Deviation {
  return {
    id,
    title,
    breaks: ['delete/only-it'],
    alsoStrikes: TAKEN,
    oneByOne: true,
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      const named = Number(dealIn(seen.path));
      if (!isDeletion(seen) || !response.ok || !(named > 4)) return response;
      for (const other of othersOf(named))
        await next(resent(seen, { path: beside(seen.path, String(other)), body: '' }));
      return response;
    }),
  };
}
