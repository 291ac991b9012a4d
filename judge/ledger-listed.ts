import type { Answer } from '../core/answer.ts';
import { type Ask, noDeletion } from '../core/cleanup/deletion.ts';
import { countsMissing, whyNotNew } from '../core/guard/may-delete.ts';
import { absolute, type Home } from '../core/http/origins.ts';
import { ownInList } from '../core/records/own-entry.ts';
import { type RecordResource, whyNotShownAs } from '../core/records/record-claim.ts';
import { listRequest, readRequest } from '../core/records/record-requests.ts';
import { evidenceOfListed, isAnyFixed, wasMissing } from './ledger-evidence.ts';
import type { Entry, LedgerContent, LedgerResource } from './ledger-lines.ts';
import { type Cleaned, deletionOf, type Removals } from './ledger-removals.ts';

/** What became of the records of the run in a collection. */
export interface Listed {
  readonly cleaned: readonly Cleaned[];
  /** By their ids, entries that show a value of the run and may be somebody else's: why they stay. */
  readonly unknown: ReadonlyMap<string, string>;
  /** Why the list does not show what creations made that named nothing; undefined where it does, whatever it calls that. */
  readonly whyUnseen: string | undefined;
}

/** What a collection is searched with. */
export interface LedgerListedOptions {
  readonly ledger: LedgerContent;
  readonly home: Home;
  readonly ask: Ask;
  readonly removals: Removals;
  readonly resourceOf: (kept: LedgerResource) => RecordResource;
  /** Why nothing of a resource is deleted; undefined where it is. */
  readonly whyNoMore: (resource: RecordResource) => string | undefined;
  /** Whether a GET showed the record that a creation named: another one with the same texts is a copy. */
  readonly wasShown: (entry: Entry) => boolean;
}

/** Searches collections for what a run made and no creation named. */
export function openLedgerListed(options: LedgerListedOptions) {
  const { ledger, home, ask, removals, resourceOf, whyNoMore, wasShown } = options;
  const { nonce } = ledger.head;

  const whyNotThere = async (resource: RecordResource, id: string): Promise<string | undefined> => {
    const request = readRequest(resource, id);
    const answer = request && (await ask(request));
    if (request === undefined || answer === undefined || !('status' in answer)) return undefined;
    return whyNotShownAs(request.address, answer, nonce);
  };

  const listed = async (resource: RecordResource, id: string, list: Answer): Promise<Cleaned> => {
    const request = deletionOf(home, resource, id, undefined);
    const known = evidenceOfListed(resource, id, ledger);
    const before = ledger.before.get(resource.name);
    const counts = before !== undefined && countsMissing(isAnyFixed(resource.name, ledger), id, before.ids);
    const isMissing = known.wasMissing === true || (counts && wasMissing(id, before, resource, list));
    const evidence = { ...known, wasMissing: isMissing };
    const why = whyNoMore(resource) ?? whyNotNew(evidence) ?? (await whyNotThere(resource, id));
    if (why === undefined && request !== undefined) return removals.remove({ resource, request, id, payloads: [] });
    const place = why === undefined ? readRequest(resource, id) : request;
    const address = absolute(home, place?.address ?? resource.list?.address ?? '');
    const tried = why === undefined ? noDeletion(resource) : `nothing: ${why}`;
    return { resource: resource.name, address, end: 'stays', tried, answered: '' };
  };

  const search = async (kept: LedgerResource, isHandled: (id: string) => boolean): Promise<Listed> => {
    const resource = resourceOf(kept);
    const list = await listNow(ask, resource);
    if (list === undefined) return { cleaned: [], unknown: new Map(), whyUnseen: NOT_WHOLE };
    const isOf = (entry: Entry): boolean => entry.resource.name === resource.name;
    const { ids, unknown, isAll, isWhole } = ownInList(list, {
      resource,
      nonce,
      creations: [
        ...ledger.entries
          .filter(isOf)
          .flatMap((entry) => [
            { members: entry.members, isShown: wasShown(entry) },
            ...entry.payloads.map((json) => ({ json, isShown: wasShown(entry) })),
          ]),
        ...ledger.deleted.filter(isOf).flatMap(({ payloads }) => payloads.map((json) => ({ json, isShown: true }))),
      ],
      // The id of what the run deleted may be another's by now.
      isNamed: (id) => ledger.entries.some((entry) => isOf(entry) && entry.made?.id === id),
      countBefore: ledger.before.get(resource.name)?.ids.size,
      wasLonger: false,
      isInPart: ledger.entries.some((entry) => isOf(entry) && isInPart(entry)),
    });
    const found = [...ids].filter((id) => !isHandled(id));
    const cleaned: Cleaned[] = [];
    for (const id of found) cleaned.push(await listed(resource, id, list));
    // Entries that have an id are told one by one.
    const whyNotAll = isWhole || unknown.size > 0 ? undefined : NAMELESS;
    if (isWhole || found.length === 0) return { cleaned, unknown, whyUnseen: isAll ? whyNotAll : NOT_WHOLE };
    // What was on the next page has moved up.
    const tried = new Set(found);
    const next = await search(kept, (id) => tried.has(id) || isHandled(id));
    return { ...next, cleaned: [...cleaned, ...next.cleaned] };
  };

  return {
    /** Why what is at the address of an id that a list shows is not deleted; undefined where it is the run's. */
    whyNotThere: (resource: RecordResource, id: string): Promise<string | undefined> => whyNotThere(resource, id),
    /** What a collection lists that shows a value of the run, and whether all of the collection was seen. */
    inList: (kept: LedgerResource, isHandled: (id: string) => boolean): Promise<Listed> => search(kept, isHandled),
  };
}

/** Whether nothing is known of a creation by which an entry can be recognised. */
function isInPart({ payloads, members, marked }: Entry): boolean {
  return marked && payloads[0] === undefined && members.length === 0;
}

const NOT_WHOLE = 'the collection could not be listed as a whole';
const NAMELESS = 'the list shows values of this run in entries without an id';

/** The answer that lists the records of a resource now; undefined where none does. */
export async function listNow(ask: Ask, resource: RecordResource): Promise<Answer | undefined> {
  const request = listRequest(resource);
  const answer = request === undefined ? undefined : await ask(request);
  return answer !== undefined && 'status' in answer && answer.succeeded ? answer : undefined;
}
