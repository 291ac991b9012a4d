import { type Deviation, type Next, onRequest, type RequestView, withStatus } from './deviation.ts';
import { dealRead } from './places.ts';
import { bareAnswer, jsonAnswer, payloadOf, reading, remembering } from './requests.ts';

/** What became of the deals, as far as their requests tell. */
interface Past {
  /** Deals on which an operation succeeded, by id. */
  readonly operated: Set<string>;
  /** Deals that were deleted, as they were last read. */
  readonly deleted: Map<string, Response>;
}

const STILL_LISTED = 'what is listed cannot be read';

/** Faults that no single request shows: they need a past. All clauses. */
export const model: readonly Deviation[] = [
  withPast(
    'model-operated-deal-survives',
    'A deal on which an operation was carried out can still be read after its deletion.',
    (seen, response, past) => {
      const before = past.deleted.get(dealRead(seen) ?? '');
      return response.status === 404 && before !== undefined && seen.method === 'GET' ? before.clone() : response;
    },
  ),
  withPast(
    'model-operated-deal-deleted-with-200',
    'The deletion of a deal on which an operation was carried out is answered 200.',
    (seen, response, { deleted }) =>
      seen.method === 'DELETE' && response.status === 204 && deleted.has(idIn(seen) ?? '')
        ? withStatus(response, 200)
        : response,
  ),
  withPast(
    'model-deletion-of-deleted-deal-204',
    'A deal on which an operation was carried out can be deleted twice.',
    (seen, response) => (seen.method === 'DELETE' && response.status === 404 ? bareAnswer(204) : response),
    'again',
  ),
  withPast(
    'model-operation-on-deleted-deal-204',
    'An operation on a deal that was deleted is carried out, on nothing.',
    (seen, response, { deleted }) =>
      isOperation(seen) && response.status === 404 && deleted.has(dealOf(seen) ?? '') ? bareAnswer(204) : response,
  ),
  withPast(
    'model-operation-on-deleted-deal-400',
    'An operation on a deal that was deleted is answered 400.',
    (seen, response, { deleted }) =>
      isOperation(seen) && response.status === 404 && deleted.has(dealOf(seen) ?? '') ? bareAnswer(400) : response,
  ),
  {
    id: 'model-second-deletion-lists-again',
    title: 'A second DELETE of a deal, rightly answered 404, puts it back into the list.',
    breaks: ['model/sequence'],
    alsoStrikes: { 'read/item-of-collection': STILL_LISTED, 'negotiate/vary': 'the list is not the mock’s own' },
    wrap: remembering(
      () => ({ deleted: new Set<string>(), back: new Set<string>() }),
      ({ deleted, back }) =>
        onRequest(async (seen, next) => {
          const response = await next(seen.request);
          const id = idIn(seen);
          if (seen.method === 'DELETE' && id !== undefined) {
            if (response.status === 204) deleted.add(id);
            else if (deleted.has(id)) back.add(id);
          }
          const isList = seen.method === 'GET' && /\/deals\/?$/u.test(seen.path) && response.status === 200;
          if (!isList || !/json/u.test(response.headers.get('content-type') ?? '')) return response;
          const listed: unknown = await response.json();
          const ghosts = [...back].map((ghost) => ({ id: ghost, name: 'a deal that was deleted' }));
          return jsonAnswer(200, [...(Array.isArray(listed) ? listed : []), ...ghosts]);
        }),
    ),
  },
];

/** A fault of deals that an operation changed before. `again` also hands it what is asked about a deal that is gone. */
function withPast(
  id: string,
  title: string,
  change: (seen: RequestView, response: Response, past: Past) => Response,
  when: 'any' | 'again' = 'any',
): Deviation {
  return {
    id,
    title,
    breaks: ['model/sequence'],
    alsoStrikes: { 'delete/every': 'it watches the deletions of the sequences as well' },
    wrap: remembering(
      (): Past => ({ operated: new Set(), deleted: new Map() }),
      (past) =>
        onRequest(async (seen, next) => {
          const last = seen.method === 'DELETE' ? await lastReading(seen, next, past) : undefined;
          const wasDeleted = past.deleted.has(idIn(seen) ?? '');
          const response = await next(seen.request);
          const deal = dealOf(seen);
          if (isOperation(seen) && response.ok && deal !== undefined) past.operated.add(deal);
          if (last !== undefined && response.status === 204 && deal !== undefined) past.deleted.set(deal, last);
          return when === 'again' && !wasDeleted ? response : change(seen, response, past);
        }),
    ),
  };
}

async function lastReading(seen: RequestView, next: Next, { operated }: Past): Promise<Response | undefined> {
  return operated.has(idIn(seen) ?? '') ? next(reading(seen, seen.path)) : undefined;
}

/** The id of the deal whose own address is asked. */
function idIn({ path }: RequestView): string | undefined {
  return /\/deals\/([^/]+)$/u.exec(path)?.[1];
}

/** The id of the deal that a request is about: in its address, or in its body for form G. */
function dealOf(seen: RequestView): string | undefined {
  const deal = /\/deals\/([^/]+)/u.exec(seen.path)?.[1] ?? payloadOf(seen)['deal'];
  return deal === undefined ? undefined : String(deal);
}

function isOperation({ method, path }: RequestView): boolean {
  return (method === 'PUT' || method === 'POST') && /\/deals\/[^/]+|\/commands\//u.test(path);
}
