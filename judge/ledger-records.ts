import pLimit from 'p-limit';
import type { Answer } from '../core/answer.ts';
import { type Ask, AT_ONCE, isShownAt, noDeletion } from '../core/cleanup/deletion.ts';
import { countsMissing, wasBeforeRun, whyNotNew } from '../core/guard/may-delete.ts';
import type { HttpRequest } from '../core/http/exchange.ts';
import { absolute, type Home } from '../core/http/origins.ts';
import { isAbsent } from '../core/http/status-kinds.ts';
import { ownInList } from '../core/records/own-entry.ts';
import { type RecordResource, whoseItIs } from '../core/records/record-claim.ts';
import { deleteRequestOf, fieldsFor, listRequest, readRequest } from '../core/records/record-requests.ts';
import { REDACTED } from '../core/redaction/redact.ts';
import {
  evidenceOfEntry,
  evidenceOfListed,
  hasFixed,
  isAnyFixed,
  type Whose,
  wasMissing,
  whyComesBack,
  whyNotShown,
} from './ledger-evidence.ts';
import type { Entry, LedgerContent, LedgerResource } from './ledger-lines.ts';
import type { Cleaned, Removals } from './ledger-removals.ts';
import { isOwnStray } from './ledger-strays.ts';

/** What the records of one ledger are asked for and deleted with. */
export interface LedgerRecordsOptions {
  readonly ledger: LedgerContent;
  readonly home: Home;
  readonly ask: Ask;
  readonly removals: Removals;
  /** A value that the run never used. */
  readonly neverUsed: string;
  /** A resource as the target file tells of it, where the ledger leaves out what is secret. */
  readonly resourceOf: (kept: LedgerResource) => RecordResource;
}

/** What became of the records of the run in a collection. */
export interface Listed {
  readonly cleaned: readonly Cleaned[];
  /** By their ids, entries that show a value of the run and may be somebody else's: why they stay. */
  readonly unknown: ReadonlyMap<string, string>;
  /** The list holds all that the collection has, as far as it says. */
  readonly isWhole: boolean;
}

/** Deletes the records of one ledger, each after it was asked for. */
export function openLedgerRecords({ ledger, home, ask, removals, neverUsed, resourceOf }: LedgerRecordsOptions) {
  const { nonce } = ledger.head;

  const readList = async (resource: RecordResource): Promise<Answer | undefined> => {
    const request = listRequest(resource);
    const answer = request === undefined ? undefined : await ask(request);
    return answer !== undefined && 'status' in answer && answer.succeeded ? answer : undefined;
  };

  /** Why a record that shows what was sent may have been there before the run; undefined where it was not. */
  const whyNotNewOf = async (entry: Entry, resource: RecordResource, id: string): Promise<string | undefined> => {
    const known = evidenceOfEntry(entry, id, ledger);
    const before = ledger.before.get(resource.name);
    const isOpen = wasBeforeRun(known) === 'unknown' && before !== undefined;
    if (!isOpen || !countsMissing(hasFixed(entry), id, before.ids)) return whyNotNew(wasBeforeRun(known));
    const list = await readList(resource);
    const isMissing = list !== undefined && wasMissing(id, before, resource, list);
    return whyNotNew(wasBeforeRun({ ...known, wasMissing: isMissing }));
  };

  const whoseIs = async (entry: Entry, resource: RecordResource, id: string): Promise<Whose> => {
    // Nobody else makes up such an id.
    if (id.toLowerCase().includes(nonce)) return 'ours';
    const request = readRequest(resource, id);
    const answer = request === undefined ? undefined : await ask(request);
    if (answer === undefined || !('status' in answer)) return 'unread';
    if (isAbsent(answer)) return 'gone';
    if (!answer.succeeded) return 'unread';
    const verdicts = entry.payloads.map((payload) => whoseItIs(answer, { payload, resource }, nonce));
    if (verdicts.includes('ours')) return 'ours';
    return verdicts.includes('other') ? 'other' : 'unread';
  };

  /** The record of an entry by one of the ids that its creation named; undefined where it is none of the run's and another id is left. */
  const byId = async (entry: Entry, id: string, isLast: boolean): Promise<Cleaned | undefined> => {
    const resource = resourceOf(entry.resource);
    const { made } = entry;
    const request = deletionOf(home, resource, id, id === made?.id ? made?.delete : undefined);
    const address = absolute(home, request?.address ?? made?.address ?? entry.address);
    const stays: Cleaned = { resource: resource.name, address, end: 'stays', tried: '', answered: '' };
    const whose = await whoseIs(entry, resource, id);
    // Of a resource that is never listed, a 404 may be all that it ever answers to reading.
    if (whose === 'gone' && (resource.list !== undefined || request === undefined)) return { ...stays, end: 'gone' };
    const notShown = whose === 'ours' ? undefined : whyNotShown(whose, entry, ledger);
    const why = notShown ?? (await whyNotNewOf(entry, resource, id));
    if (whose === 'gone' && why !== undefined) return { ...stays, end: 'gone' };
    if (why !== undefined) return isLast ? { ...stays, tried: `nothing: ${why}` } : undefined;
    const maybeOthers = whose === 'ours' ? undefined : whyComesBack(id);
    if (maybeOthers !== undefined) return { ...stays, tried: `nothing: ${maybeOthers}` };
    if (request === undefined) return { ...stays, tried: noDeletion(resource) };
    if (request.address.includes(REDACTED))
      return { ...stays, tried: 'nothing: give --target, whose address is secret' };
    return removals.remove({ resource, request, id, payloads: entry.payloads });
  };

  const listed = (resource: RecordResource, id: string, list: Answer): Promise<Cleaned> | Cleaned => {
    const request = deletionOf(home, resource, id, undefined);
    const known = evidenceOfListed(resource, id, ledger);
    const before = ledger.before.get(resource.name);
    const counts = before !== undefined && countsMissing(isAnyFixed(resource.name, ledger), id, before.ids);
    const isMissing = known.wasMissing === true || (counts && wasMissing(id, before, resource, list));
    const why = whyNotNew(wasBeforeRun({ ...known, wasMissing: isMissing }));
    if (why === undefined && request !== undefined) return removals.remove({ resource, request, id, payloads: [] });
    const place = why === undefined ? readRequest(resource, id) : request;
    const address = absolute(home, place?.address ?? resource.list?.address ?? '');
    const tried = why === undefined ? noDeletion(resource) : `nothing: ${why}`;
    return { resource: resource.name, address, end: 'stays', tried, answered: '' };
  };

  const search = async (kept: LedgerResource, isHandled: (id: string) => boolean): Promise<Listed> => {
    const resource = resourceOf(kept);
    const list = await readList(resource);
    if (list === undefined) return { cleaned: [], unknown: new Map(), isWhole: false };
    const isOf = (entry: Entry): boolean => entry.resource.name === resource.name;
    const { ids, unknown, isWhole } = ownInList(list, {
      resource,
      nonce,
      creations: [
        ...ledger.entries.filter(isOf).flatMap(({ payloads }) => payloads.map((json) => ({ json }))),
        ...ledger.deleted.filter(isOf).flatMap(({ payloads }) => payloads.map((json) => ({ json, isShown: true }))),
      ],
      // The id of what the run deleted may be another's by now.
      isNamed: (id) => ledger.entries.some((entry) => isOf(entry) && entry.made?.id === id),
      countBefore: ledger.before.get(resource.name)?.ids.size,
      wasLonger: false,
    });
    const found = [...ids].filter((id) => !isHandled(id));
    const limit = pLimit(AT_ONCE);
    const cleaned = await Promise.all(found.map((id) => limit(() => listed(resource, id, list))));
    if (isWhole || found.length === 0) return { cleaned, unknown, isWhole };
    // What was on the next page has moved up.
    const tried = new Set(found);
    const next = await search(kept, (id) => tried.has(id) || isHandled(id));
    return { ...next, cleaned: [...cleaned, ...next.cleaned] };
  };

  return {
    /** A record that the answer to a creation named. */
    async byName(entry: Entry): Promise<Cleaned> {
      const { made } = entry;
      const ids = [made?.id, ...(made?.others ?? [])].filter((one) => one !== undefined);
      for (const id of ids) {
        const cleaned = await byId(entry, id, id === ids.at(-1));
        if (cleaned !== undefined) return cleaned;
      }
      return unknownMade(entry);
    },

    /** An address that the run made up, and where a PUT may have made something. */
    async byAddress(address: string, kept: LedgerResource): Promise<Cleaned> {
      const resource = resourceOf(kept);
      const seen = await ask({ method: 'GET', address, headers: fieldsFor(resource) });
      const base: Cleaned = { resource: resource.name, address, end: 'gone', tried: '', answered: '' };
      if (!('status' in seen)) return { ...base, end: 'stays', tried: 'nothing: it could not be asked for' };
      if (!(await isShownAt(ask, resource, address, neverUsed))) return base;
      if (isOwnStray(seen, address, { home, resource, ledger }))
        return removals.remove({ resource, request: { method: 'DELETE', address }, payloads: [] });
      return { ...base, end: 'stays', tried: `nothing: nothing that GET ${address} shows says that it is the run’s` };
    },

    /** What a collection lists that shows a value of the run, and whether all of the collection was seen. */
    inList(kept: LedgerResource, isHandled: (id: string) => boolean): Promise<Listed> {
      return search(kept, isHandled);
    },
  };
}

/** How a record is deleted; undefined where its resource offers no deletion. */
export function deletionOf(
  home: Home,
  resource: RecordResource,
  id: string,
  kept: string | undefined,
): HttpRequest | undefined {
  if (resource.delete === undefined || resource.never.includes('DELETE')) return undefined;
  // What was kept has the query that the record's own creation told.
  if (kept !== undefined && !kept.includes(REDACTED)) return { method: 'DELETE', address: kept, alone: true };
  return deleteRequestOf(home, resource, { id });
}

/** What is told of a creation of which nobody knows what it made. */
export function unknownMade({ resource, method, address, made }: Entry): Cleaned {
  const why = made?.problem ?? `${method} was not answered with success, so it is not known whether it made something`;
  const tried = `nothing: ${why}, and the collection could not be listed as a whole`;
  return { resource: resource.name, address, end: 'stays', tried, answered: '' };
}
