import type { Answer } from '../core/answer.ts';
import { type Ask, ELSEWHERE, isShownAt, noDeletion } from '../core/cleanup/deletion.ts';
import { countsMissing, wasBeforeRun, whyNotNew } from '../core/guard/may-delete.ts';
import { absolute, type Home } from '../core/http/origins.ts';
import { isAbsent } from '../core/http/status-kinds.ts';
import { type RecordResource, whoseItIs } from '../core/records/record-claim.ts';
import { fieldsFor, readRequest } from '../core/records/record-requests.ts';
import { REDACTED } from '../core/redaction/redact.ts';
import {
  evidenceOfEntry,
  hasFixed,
  showsAnotherEntry,
  type Whose,
  wasMissing,
  whyComesBack,
  whyNotShown,
} from './ledger-evidence.ts';
import type { Entry, LedgerContent, LedgerResource } from './ledger-lines.ts';
import { listNow } from './ledger-listed.ts';
import { type Cleaned, deletionOf, type Removals } from './ledger-removals.ts';
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

/** Why nothing of a resource is deleted any more. */
const MOVED =
  'an id showed another record of this run than the one that was given it, so that a DELETE may meet a record of somebody else';

/** Deletes the records of one ledger, each after it was asked for. */
export function openLedgerRecords({ ledger, home, ask, removals, neverUsed, resourceOf }: LedgerRecordsOptions) {
  const { nonce } = ledger.head;
  const stopped = new Map(ledger.deletesNoMore);
  const shown = new Set<Entry>();

  /** Why a record that shows what was sent may have been there before the run; undefined where it was not. */
  const whyNotNewOf = async (entry: Entry, resource: RecordResource, id: string): Promise<string | undefined> => {
    const known = evidenceOfEntry(entry, id, ledger);
    const before = ledger.before.get(resource.name);
    const isOpen = wasBeforeRun(known) === 'unknown' && before !== undefined;
    if (!isOpen || !countsMissing(hasFixed(entry), id, before.ids)) return whyNotNew(known);
    const list = await listNow(ask, resource);
    const isMissing = list !== undefined && wasMissing(id, before, resource, list);
    return whyNotNew({ ...known, wasMissing: isMissing });
  };

  const whoseIs = async (entry: Entry, resource: RecordResource, id: string): Promise<Whose> => {
    // Nobody else makes up such an id.
    const isMadeUp = id.toLowerCase().includes(nonce);
    const request = readRequest(resource, id);
    const answer = request === undefined ? undefined : await ask(request);
    if (answer === undefined || !('status' in answer)) return isMadeUp ? 'ours' : 'unread';
    // Of a resource that is never listed, a 404 may be all that it ever answers to reading.
    if (isAbsent(answer)) return isMadeUp && resource.list === undefined ? 'ours' : 'gone';
    if (isMadeUp) return 'ours';
    if (!answer.succeeded) return 'unread';
    const verdicts = entry.payloads.map((payload) => whoseItIs(answer, { payload, resource }, nonce));
    if (verdicts.includes('ours')) return seen(entry, answer);
    return verdicts.includes('other') ? 'other' : 'unread';
  };
  const seen = (entry: Entry, answer: Answer): Whose => {
    if (showsAnotherEntry(answer, entry, ledger)) return 'moved';
    shown.add(entry);
    return 'ours';
  };

  /** Why the run would not delete a record that is there, whatever is shown of it now. */
  const whyKept = (whose: Whose, entry: Entry): string | undefined => {
    const { isAnonymous, kept, resource } = entry;
    if (whose === 'ours' || whose === 'moved') return stopped.get(resource.name) ?? kept;
    return stopped.get(resource.name) ?? kept ?? (isAnonymous ? ELSEWHERE : undefined);
  };

  /** The record of an entry by one of the ids that its creation named; undefined where it is none of the run's and another id is left. */
  const byId = async (entry: Entry, id: string, isLast: boolean): Promise<Cleaned | undefined> => {
    const resource = resourceOf(entry.resource);
    const { made } = entry;
    const request = deletionOf(home, resource, id, id === made?.id ? made?.delete : undefined);
    const address = absolute(home, request?.address ?? made?.address ?? entry.address);
    const stays: Cleaned = { resource: resource.name, address, end: 'stays', tried: '', answered: '' };
    const whose = await whoseIs(entry, resource, id);
    // What is not shown to those who ask may be there for others.
    if (whose === 'gone' && entry.isAnonymous) return { ...stays, tried: `nothing: ${ELSEWHERE}` };
    if (whose === 'gone' && (resource.list !== undefined || request === undefined)) return { ...stays, end: 'gone' };
    const kept = whyKept(whose, entry);
    if (kept !== undefined) return { ...stays, tried: `nothing: ${kept}` };
    const notShown = whose === 'ours' || whose === 'moved' ? undefined : whyNotShown(whose, entry, ledger);
    const why = notShown ?? (await whyNotNewOf(entry, resource, id));
    if (whose === 'gone' && why !== undefined) return { ...stays, end: 'gone' };
    if (why !== undefined) return isLast ? { ...stays, tried: `nothing: ${why}` } : undefined;
    if (whose === 'moved') {
      stopped.set(resource.name, MOVED);
      return { ...stays, tried: `nothing: ${MOVED}` };
    }
    const maybeOthers = whose === 'ours' ? undefined : whyComesBack(id);
    if (maybeOthers !== undefined) return { ...stays, tried: `nothing: ${maybeOthers}` };
    if (request === undefined) return { ...stays, tried: noDeletion(resource) };
    if (request.address.includes(REDACTED))
      return { ...stays, tried: 'nothing: give --target, whose address is secret' };
    return removals.remove({ resource, request, id, payloads: entry.payloads });
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
      return unknownMade(entry, 'it names no id');
    },

    /** An address that the run made up, and where a PUT may have made something. */
    async byAddress(address: string, kept: LedgerResource): Promise<Cleaned> {
      const resource = resourceOf(kept);
      const seen = await ask({ method: 'GET', address, headers: fieldsFor(resource) });
      const base: Cleaned = { resource: resource.name, address, end: 'gone', tried: '', answered: '' };
      if (!('status' in seen)) return { ...base, end: 'stays', tried: 'nothing: it could not be asked for' };
      if (!(await isShownAt(ask, resource, address, neverUsed))) return base;
      const whyNoMore = stopped.get(resource.name);
      if (whyNoMore !== undefined) return { ...base, end: 'stays', tried: `nothing: ${whyNoMore}` };
      if (isOwnStray(seen, address, { home, resource, ledger }))
        return removals.remove({ resource, request: { method: 'DELETE', address }, payloads: [] });
      return { ...base, end: 'stays', tried: `nothing: nothing that GET ${address} shows says that it is the run’s` };
    },

    /** Why nothing of a resource is deleted; undefined where it is. */
    whyNoMore: ({ name }: Pick<RecordResource, 'name'>): string | undefined => stopped.get(name),
    wasShown: (entry: Entry): boolean => shown.has(entry),
  };
}

/** What is told of a creation of which nobody knows what it made. */
export function unknownMade({ resource, method, address, made }: Entry, whyUnseen: string): Cleaned {
  const why = made?.problem ?? `${method} was not answered with success, so it is not known whether it made something`;
  const tried = `nothing: ${why}, and ${whyUnseen}`;
  return { resource: resource.name, address, end: 'stays', tried, answered: '' };
}
