import pLimit from 'p-limit';
import { type Answer, answerOf } from '../core/answer.ts';
import { type Clock, SYSTEM_CLOCK } from '../core/clock.ts';
import { type Ask, AT_ONCE, isShownAt, type Kept, noDeletion, sendDeletion } from '../core/deletion.ts';
import type { HttpRequest, Transport } from '../core/exchange.ts';
import { whyNotByIdAlone } from '../core/may-delete.ts';
import { agreement, isWithin, sentBy } from '../core/natural-keys.ts';
import { absolute, type Home } from '../core/origins.ts';
import { showsOnePage } from '../core/paged.ts';
import { idsListed, ownIdsListed, type RecordResource, whoseItIs } from '../core/record-claim.ts';
import { deleteRequestOf, fieldsFor, listRequest, readRequest } from '../core/record-requests.ts';
import { REDACTED } from '../core/redact.ts';
import { isAbsent } from '../core/status-kinds.ts';
import { type Deleted, isStillThere, lookAgain, lookAtSome, type Seen, STILL_SHOWN } from '../core/still-there.ts';
import type { Before, Entry, LedgerContent, LedgerResource } from './ledger-lines.ts';

/** What became of one thing that a run made. What was tried and answered is empty where it is known to be gone. */
export interface Cleaned extends Kept {
  /** `unseen` where its deletion was answered as done, and nothing shows whether it is. */
  readonly end: 'deleted' | 'gone' | 'unseen' | 'stays';
}

/** What became of a ledger. */
export interface LedgerOutcome {
  readonly cleaned: readonly Cleaned[];
  /** What the user should know besides, a line each. */
  readonly notes: readonly string[];
}

/** How to clean up by a ledger. */
export interface CleanLedgerOptions {
  readonly transport: Transport;
  /** The clock of this machine by default. */
  readonly clock?: Clock;
  /** What the target file says of a resource, which holds the values that a ledger leaves out. */
  readonly known: (name: string) => RecordResource | undefined;
}

/**
 * Deletes what a ledger says that a run made. Before each deletion the record is asked for: what shows other values than
 * those that the run sent is somebody else's by now, and stays. After it, it is asked for again.
 */
export async function cleanLedger(ledger: LedgerContent, options: CleanLedgerOptions): Promise<LedgerOutcome> {
  const { head, entries, strays } = ledger;
  const home: Home = { baseUrl: head.baseUrl, origins: head.origins };
  const limit = pLimit(AT_ONCE);
  const asking = askingOf(home, head.nonce, options);
  const named = entries.filter(({ made }) => made?.id !== undefined);
  const nameless = entries.filter(({ made }) => made?.id === undefined);
  const first = [
    ...named.toReversed().map((entry) => limit(() => asking.byName(entry, ledger))),
    ...strays.map(({ address, resource }) => limit(() => asking.byAddress(address, resource))),
  ];
  const cleaned = await Promise.all(first);
  // What a GET says is gone is deleted all the same where the list shows it.
  const met = named.toReversed().filter((_, i) => cleaned[i]?.end !== 'gone' || cleaned[i]?.tried !== '');
  const handled = new Set(met.map(({ resource, made }) => `${resource.name} ${made?.id ?? ''}`));
  const notes: string[] = [];
  for (const resource of ledger.resources.values()) {
    const lost = nameless.filter((entry) => entry.resource.name === resource.name);
    const found = await asking.inList(resource, ledger, (id) => handled.has(`${resource.name} ${id}`));
    cleaned.push(...found.cleaned);
    if (!found.isWhole) cleaned.push(...lost.map(unknown));
    const hidden = lost.filter(({ marked }) => !marked).length;
    if (found.isWhole && hidden > 0) {
      notes.push(
        `${hidden} creations of ${resource.name} were not answered with success and held no value of the run: what they made, if anything, cannot be told apart`,
      );
    }
  }
  const believed = await asking.deletedByTheRun(ledger.deleted);
  const looked = await asking.look(await tryAgain([...cleaned, ...believed], asking.again));
  return { cleaned: looked, notes };
}

/** What was refused is asked for once more, one at a time: a server may break down where requests meet (a locked database). */
async function tryAgain(
  cleaned: readonly Cleaned[],
  again: (refused: Cleaned) => Promise<Cleaned>,
): Promise<readonly Cleaned[]> {
  const ended: Cleaned[] = [];
  for (const one of cleaned) ended.push(one.end === 'stays' ? await again(one) : one);
  return ended;
}

/** What can be asked and deleted with the nonce of one run. */
function askingOf(home: Home, nonce: string, { transport, known, clock = SYSTEM_CLOCK }: CleanLedgerOptions) {
  const ask: Ask = async (request) => {
    const exchange = await transport.send(request);
    return exchange.response === null ? exchange : answerOf(exchange, exchange.response);
  };
  // The ledger has the addresses that the run found; where one of them holds a secret, only the target file has it.
  const resourceOf = (kept: LedgerResource): RecordResource => {
    const told = known(kept.name);
    const isWhole = told === undefined || !JSON.stringify(kept).includes(REDACTED);
    return isWhole ? { ...kept, headers: told?.headers ?? {} } : told;
  };

  // A later process has no values of the run that were never used but those that go on after its last ones.
  const neverUsed = `${nonce}zzzzzz`;
  const removals = new Map<Cleaned, Removal>();
  const removing = async (removal: Removal, again: boolean): Promise<Cleaned> => {
    const { resource, request } = removal;
    const { end, answered, exchange } = await sendDeletion(ask, resource, request, again);
    const place = { resource: resource.name, address: absolute(home, request.address) };
    const told: Cleaned = { ...place, tried: 'DELETE', end, answered, exchange };
    removals.set(told, removal);
    return told;
  };
  const remove = (removal: Removal): Promise<Cleaned> => removing(removal, false);
  /** What a deletion came to, once its record was looked at. */
  const ended = (one: Cleaned, seen: Seen | undefined): Cleaned => {
    if (isStillThere(seen)) return { ...one, end: 'stays', answered: `${one.answered}, ${STILL_SHOWN[seen]}` };
    if (seen === 'unseen') return { ...one, end: 'unseen' };
    const { exchange: _, ...told } = one;
    return { ...told, tried: '', answered: '' };
  };
  const lookAtAddress = async ({ resource, request: { address } }: Removal): Promise<Seen> =>
    (await isShownAt(ask, resource, address, neverUsed)) ? 'read' : 'gone';

  return {
    /** Sends a deletion that was refused once more. */
    again(one: Cleaned): Promise<Cleaned> {
      const removal = removals.get(one);
      return removal === undefined ? Promise.resolve(one) : removing(removal, true);
    },

    /** Looks whether what was deleted is gone. */
    async look(all: readonly Cleaned[]): Promise<readonly Cleaned[]> {
      const seen = new Map<Cleaned, Seen>();
      const byResource = new Map<string, Looked[]>();
      for (const one of all) {
        const removal = one.end === 'stays' ? undefined : removals.get(one);
        if (removal === undefined) continue;
        const { id, payloads, resource } = removal;
        if (id === undefined) {
          seen.set(one, await lookAtAddress(removal));
          continue;
        }
        const same = byResource.get(resource.name) ?? [];
        byResource.set(resource.name, same);
        same.push({ id, payloads, one, resource });
      }
      for (const [first, ...more] of byResource.values()) {
        if (first === undefined) continue;
        const found = await lookAgain([first, ...more], { ask, resource: first.resource, nonce, clock });
        for (const [{ one }, what] of found) seen.set(one, what);
      }
      return all.map((one) => (removals.has(one) && one.end !== 'stays' ? ended(one, seen.get(one)) : one));
    },

    /** Of what the run deleted, by the answers that it got: what is there still is deleted once more. */
    async deletedByTheRun(deleted: readonly Entry[]): Promise<readonly Cleaned[]> {
      const cleaned: Cleaned[] = [];
      for (const name of new Set(deleted.map(({ resource }) => resource.name))) {
        const own = deleted.filter((entry) => entry.resource.name === name);
        // Its id may be another's by now: only a value of the run shows that it is not.
        const payloads: readonly unknown[] = [];
        const records = own.flatMap(({ made, resource }) =>
          made?.id === undefined ? [] : [{ id: made.id, payloads, kept: made.delete, resource: resourceOf(resource) }],
        );
        const [first] = records;
        if (first === undefined) continue;
        const seen = await lookAtSome(records, { ask, resource: first.resource, nonce, clock });
        for (const [{ id, kept, resource }, what] of seen) {
          const request = deletionOf(home, resource, id, kept);
          if (isStillThere(what) && request !== undefined)
            cleaned.push(await remove({ resource, request, id, payloads }));
        }
      }
      return cleaned;
    },

    /** A record that the answer to a creation named. */
    async byName(entry: Entry, ledger: LedgerContent): Promise<Cleaned> {
      const resource = resourceOf(entry.resource);
      const { made } = entry;
      const kept = made?.delete;
      for (const id of [made?.id, ...(made?.others ?? [])].filter((one) => one !== undefined)) {
        const request = deletionOf(home, resource, id, id === made?.id ? kept : undefined);
        const address = absolute(home, request?.address ?? made?.address ?? entry.address);
        const base: Cleaned = { resource: resource.name, address, end: 'stays', tried: '', answered: '' };
        const whose = await whoseIs(entry, resource, id);
        // Of a resource that is never listed, a 404 may be all that it ever answers to reading.
        if (whose === 'gone' && (resource.list !== undefined || request === undefined)) return { ...base, end: 'gone' };
        const why = whose === 'ours' ? await whyNotNew(entry, resource, id, ledger) : whyNot(whose, entry, ledger);
        if (whose === 'gone' && why !== undefined) return { ...base, end: 'gone' };
        if (why !== undefined && id !== made?.others.at(-1) && (made?.others.length ?? 0) > 0) continue;
        if (why !== undefined) return { ...base, tried: `nothing: ${why}` };
        if (request === undefined) return { ...base, tried: noDeletion(resource) };
        if (request.address.includes(REDACTED))
          return { ...base, tried: 'nothing: give --target, whose address is secret' };
        return remove({ resource, request, id, payloads: entry.payloads });
      }
      return unknown(entry);
    },

    /** An address that the run made up, and where a PUT may have made something. */
    async byAddress(address: string, kept: LedgerResource): Promise<Cleaned> {
      const resource = resourceOf(kept);
      const seen = await ask({ method: 'GET', address, headers: fieldsFor(resource) });
      const base: Cleaned = { resource: resource.name, address, end: 'gone', tried: '', answered: '' };
      if (!('status' in seen)) return { ...base, end: 'stays', tried: 'nothing: it could not be asked for' };
      if (!(await isShownAt(ask, resource, address, neverUsed))) return base;
      if (address.includes(nonce) || showsNonce(seen, nonce))
        return remove({ resource, request: { method: 'DELETE', address }, payloads: [] });
      return { ...base, end: 'stays', tried: `nothing: GET ${address} shows nothing of the run` };
    },

    /** What a collection lists that shows a value of the run, and whether all of the collection was seen. */
    async inList(kept: LedgerResource, ledger: LedgerContent, isHandled: (id: string) => boolean): Promise<Listed> {
      const resource = resourceOf(kept);
      const request = listRequest(resource);
      const answer = request === undefined ? undefined : await ask(request);
      if (answer === undefined || !('status' in answer) || !answer.succeeded) return { cleaned: [], isWhole: false };
      const ids = new Set(ownIdsListed(answer, resource, nonce).filter((id) => !isHandled(id)));
      const limit = pLimit(AT_ONCE);
      const cleaned = await Promise.all([...ids].map((id) => limit(() => listed(resource, id, answer, ledger))));
      return { cleaned, isWhole: !showsOnePage(answer) };
    },
  };

  async function listed(resource: RecordResource, id: string, list: Answer, ledger: LedgerContent): Promise<Cleaned> {
    const request = deletionOf(home, resource, id, undefined);
    const why = whyNotListed(resource, id, list, ledger);
    if (why !== undefined) {
      const place = absolute(home, request?.address ?? resource.list?.address ?? '');
      return { resource: resource.name, address: place, end: 'stays', tried: `nothing: ${why}`, answered: '' };
    }
    if (request !== undefined) return remove({ resource, request, id, payloads: [] });
    const address = absolute(home, readRequest(resource, id)?.address ?? resource.list?.address ?? '');
    return { resource: resource.name, address, end: 'stays', tried: noDeletion(resource), answered: '' };
  }

  /** Why a record that shows what was sent may have been there before the run; undefined where it was not. */
  async function whyNotNew(
    entry: Entry,
    resource: RecordResource,
    id: string,
    ledger: LedgerContent,
  ): Promise<string | undefined> {
    if (id.toLowerCase().includes(nonce) || isShownNew(entry, ledger, nonce)) return undefined;
    const before = ledger.before.get(resource.name);
    if (before?.isWhole === true && !before.ids.has(id)) return undefined;
    const request = before === undefined ? undefined : listRequest(resource);
    const answer = request === undefined ? undefined : await ask(request);
    const list = answer !== undefined && 'status' in answer && answer.succeeded ? answer : undefined;
    return list !== undefined && wasNotListed(before, id, list, resource) ? undefined : MAYBE_BEFORE;
  }

  async function whoseIs(entry: Entry, resource: RecordResource, id: string): Promise<Whose> {
    // Nobody else makes up such an id.
    if (id.toLowerCase().includes(nonce)) return 'ours';
    const request = readRequest(resource, id);
    if (request === undefined) return 'unread';
    const answer = await ask(request);
    if (!('status' in answer)) return 'unread';
    if (isAbsent(answer)) return 'gone';
    if (!answer.succeeded) return 'unread';
    const verdicts = entry.payloads.map((payload) => whoseItIs(answer, { payload, resource }, nonce));
    if (verdicts.includes('ours')) return 'ours';
    return verdicts.includes('other') ? 'other' : 'unread';
  }
}

/** A deletion, and what it deletes. */
interface Removal {
  readonly resource: RecordResource;
  readonly request: HttpRequest;
  /** Absent at an address that the run made up. */
  readonly id?: string;
  readonly payloads: readonly unknown[];
}

/** A record that was deleted and is to be looked at. */
interface Looked extends Deleted {
  readonly one: Cleaned;
  readonly resource: RecordResource;
}

/** What became of the records of the run in a collection. */
interface Listed {
  readonly cleaned: readonly Cleaned[];
  /** The list holds all that the collection has, as far as it says. */
  readonly isWhole: boolean;
}

/** Whose a record is: `unread` where nothing that it shows says so. */
type Whose = 'ours' | 'other' | 'unread' | 'gone';

function whyNot(whose: Whose, { resource, made }: Entry, { entries, given }: LedgerContent): string | undefined {
  if (whose === 'other') return 'it shows other values than those that the run sent';
  const { name } = resource;
  const twice = entries.filter((entry) => entry.resource.name === name && entry.made?.id === made?.id);
  const idsGiven = [...given].filter((one) => one.startsWith(`${name} `)).length;
  const reason = whyNotByIdAlone({ id: made?.id ?? '', resource: name, isGivenTwice: twice.length > 1, idsGiven });
  return reason === undefined ? undefined : `it cannot be read, and ${reason}`;
}

const MAYBE_BEFORE = 'nothing shows that it was not there before the run';

/** Whether creations that agree with this one in all that is not the run's were seen to make records of their own. */
function isShownNew({ fixed, resource, payloads, made }: Entry, ledger: LedgerContent, nonce: string): boolean {
  const places = new Set(fixed);
  if (ledger.makesNew.get(resource.name)?.some((shown) => isWithin(places, shown)) === true) return true;
  const [payload] = payloads;
  if (payload === undefined) return false;
  const sent = sentBy({ json: payload }, nonce);
  return ledger.entries.some((other) => {
    const [beside] = other.payloads;
    const isOther = other.resource.name === resource.name && other.made?.id !== undefined && other.made.id !== made?.id;
    if (!isOther || beside === undefined) return false;
    return isWithin(places, agreement(sent, sentBy({ json: beside }, nonce)).places);
  });
}

function whyNotListed(
  resource: RecordResource,
  id: string,
  list: Answer,
  { before, makesNew }: LedgerContent,
): string | undefined {
  const first = before.get(resource.name);
  if (first?.ids.has(id) === true) return 'it was there before the run, and a creation of the run changed it';
  if (first?.isWhole === true || makesNew.has(resource.name)) return undefined;
  return wasNotListed(first, id, list, resource) ? undefined : MAYBE_BEFORE;
}

/** A page never grows: where a list shows more than before the run, it showed all then. */
function wasNotListed(first: Before | undefined, id: string, list: Answer, resource: RecordResource): boolean {
  const ids = new Set(idsListed(list, resource));
  return first !== undefined && ids.size > first.ids.size && ids.has(id) && !first.ids.has(id);
}

function deletionOf(
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

function showsNonce({ text }: Answer, nonce: string): boolean {
  return text.toLowerCase().includes(nonce);
}

function unknown({ resource, method, address, made }: Entry): Cleaned {
  const why = made?.problem ?? `${method} was not answered with success, so it is not known whether it made something`;
  const tried = `nothing: ${why}, and the collection could not be listed as a whole`;
  return { resource: resource.name, address, end: 'stays', tried, answered: '' };
}
