import { isAbsent } from '../http/status-kinds.ts';
import { type ClaimBook, recordKey } from '../records/claim-book.ts';
import type { Read } from '../records/listed-before.ts';
import { type RecordResource, showsRecord } from '../records/record-claim.ts';
import { readRequest } from '../records/record-requests.ts';
import { beginsAsNumber, type FreshIds } from './fresh-ids.ts';

/** Ids of counting services are far below this; what is drawn from above it names no record of theirs. */
const COUNTED = 10_000_000;

/** What it is found out by. */
export interface FreeIdsOptions {
  readonly read: Read;
  readonly fresh: FreshIds;
  readonly book: ClaimBook;
  /** Whether a record was seen before the first creation. */
  readonly wasListed: (resource: RecordResource, id: string) => boolean;
}

/** Tells whether no record has an id that was made up. Asks for it, where that is possible and not sure already. */
export function openFreeIds({ read, fresh, book, wasListed }: FreeIdsOptions) {
  const free = new Map<string, Promise<boolean>>();
  const strictly = fresh.unique();
  const once = (key: string, find: () => Promise<boolean>): Promise<boolean> => {
    const known = free.get(key) ?? find();
    free.set(key, known);
    return known;
  };

  /** Whether the resource counts its records, as far as the run was given ids. */
  const counts = async (resource: RecordResource): Promise<boolean> => {
    const given = [...book.idsGiven(resource)];
    return given.length > 0 && given.every((id) => !/^\d+$/u.test(id) || Number(id) < COUNTED);
  };
  const isMissing = async (resource: RecordResource, id: string): Promise<boolean> => {
    const request = readRequest(resource, id);
    if (request === undefined) return counts(resource);
    const answer = await read(request);
    return answer !== undefined && isAbsent(answer);
  };
  const showsNothing = async (resource: RecordResource, id: string): Promise<boolean> => {
    const request = readRequest(resource, id);
    if (request === undefined) return true;
    const answer = await read(request);
    return answer === undefined || !showsRecord(answer, resource);
  };

  return (resource: RecordResource, id: string): Promise<boolean> => {
    const freshness = fresh.freshnessOf(id);
    if (freshness === undefined) return Promise.resolve(false);
    // What reads words as numbers (PHP, MySQL) takes one for record 0, in a DELETE too where a GET looks at the form of the id first.
    if (!beginsAsNumber(id) && wasListed(resource, '0')) return Promise.resolve(false);
    if (freshness !== 'sure') return once(recordKey(resource, id), () => isMissing(resource, id));
    // A server that takes numbers modulo the number of its records finds one for each number, and none for a word.
    if (beginsAsNumber(id) && !id.includes(fresh.nonce))
      return once(recordKey(resource, id), () => showsNothing(resource, id));
    // Whether a word that names nothing is read as nothing.
    const word = resource.unknownIds === 'uuid' ? fresh.uuid : strictly;
    return once(recordKey(resource, word), () => showsNothing(resource, word));
  };
}
