import type { Answer } from '../answer.ts';
import { countsMissing, type Listing, showedAllWithout } from '../guard/may-delete.ts';
import type { HttpRequest } from '../http/exchange.ts';
import type { FreshIds } from '../ids/fresh-ids.ts';
import { listedIn } from '../representation/entries.ts';
import { type ClaimBook, recordKey } from './claim-book.ts';
import { idsListed, type RecordResource } from './record-claim.ts';
import type { RecordLog } from './record-log.ts';
import { listRequest } from './record-requests.ts';

/** How records are read: undefined where nothing was answered. */
export type Read = (request: HttpRequest) => Promise<Answer | undefined>;

/** What was there before the first creation of a run. */
export interface ListedBefore {
  /** Reads the list of a resource once, before its first creation. */
  look(resource: RecordResource): Promise<void>;
  /** Notes ids of records that were there before the run. */
  know(resource: RecordResource, ids: readonly string[]): void;
  /** What the list was answered then, whatever that was; undefined where it was not read, or not answered. */
  reading(resource: RecordResource): Answer | undefined;
  /** How many records the list showed then; undefined where none was read. */
  count(resource: RecordResource): number | undefined;
  /** Whether a record was seen before the first creation, and the run was not given its id since. */
  wasSeen(resource: RecordResource, id: string): boolean;
  /**
   * Whether the list before the first creation held all records and not this one, and that shows that it is new: `hasFixed` says
   * whether its creation sent a value that is not the run's. Reads the list again, once for each resource.
   */
  wasMissing(resource: RecordResource, id: string, hasFixed: boolean): Promise<boolean>;
}

/** What it is found out by. */
export interface ListedBeforeOptions {
  readonly read: Read;
  readonly fresh: FreshIds;
  readonly book: ClaimBook;
  readonly log?: Pick<RecordLog, 'listed' | 'known'>;
}

/** Opens what is known of the collections of one run's target before the run changed them. */
export function openListedBefore({ read, fresh, book, log }: ListedBeforeOptions): ListedBefore {
  const seen = new Set<string>();
  const looked = new Map<string, Promise<void>>();
  const before = new Map<string, Listing>();
  const readings = new Map<string, Answer>();
  const whole = new Map<string, Promise<boolean>>();

  const wasGiven = (resource: RecordResource, id: string): boolean => book.of(resource, id).length > 0;
  const know = (resource: RecordResource, ids: Iterable<string>): void => {
    for (const id of ids)
      if (!wasGiven(resource, id) && fresh.freshnessOf(id) !== 'sure') seen.add(recordKey(resource, id));
  };
  const lookAtList = async (resource: RecordResource): Promise<void> => {
    const request = listRequest(resource);
    const answer = request === undefined ? undefined : await read(request);
    if (answer === undefined) return;
    readings.set(resource.name, answer);
    if (!answer.succeeded) return;
    const ids = new Set(idsListed(answer, resource));
    know(resource, ids);
    const count = listedIn(answer.representation.value, resource)?.length;
    if (count === undefined) return;
    before.set(resource.name, { ids, count });
    log?.listed(resource, [...ids], false);
  };
  const isShownWhole = async (resource: RecordResource, id: string, first: Listing): Promise<boolean> => {
    const answer = await readList(resource, read);
    if (answer === undefined) return false;
    const count = listedIn(answer.representation.value, resource)?.length ?? 0;
    const isWhole = showedAllWithout(id, first, { ids: new Set(idsListed(answer, resource)), count });
    if (isWhole) log?.listed(resource, [...first.ids], true);
    return isWhole;
  };

  return {
    look(resource) {
      const key = `${resource.name} ${resource.list?.address ?? ''} ${resource.list?.envelope ?? ''}`;
      const looking = looked.get(key) ?? lookAtList(resource);
      looked.set(key, looking);
      return looking;
    },
    know(resource, ids) {
      const unseen = ids.filter((id) => !seen.has(recordKey(resource, id)));
      know(resource, ids);
      const added = unseen.filter((id) => seen.has(recordKey(resource, id)));
      if (added.length > 0) log?.known(resource, added);
    },
    reading: ({ name }) => readings.get(name),
    count: ({ name }) => before.get(name)?.count,
    wasSeen: (resource, id) => seen.has(recordKey(resource, id)) && !wasGiven(resource, id),
    async wasMissing(resource, id, hasFixed) {
      const first = before.get(resource.name);
      if (first === undefined || first.ids.has(id) || !countsMissing(hasFixed, id, first.ids)) return false;
      const known = whole.get(resource.name) ?? isShownWhole(resource, id, first);
      whole.set(resource.name, known);
      return known;
    },
  };
}

/** The answer that lists the records of a resource; undefined where none does. */
export async function readList(resource: RecordResource, read: Read): Promise<Answer | undefined> {
  const request = listRequest(resource);
  const answer = request === undefined ? undefined : await read(request);
  return answer?.succeeded === true ? answer : undefined;
}
