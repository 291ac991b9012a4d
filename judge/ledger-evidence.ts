import type { Answer } from '../core/answer.ts';
import {
  type BeforeEvidence,
  countsMissing,
  type Listing,
  mayComeBack,
  showedAllWithout,
  whyNotByIdAlone,
} from '../core/guard/may-delete.ts';
import { agreement, isWithin, sentBy } from '../core/ids/natural-keys.ts';
import { idsListed, type RecordResource } from '../core/records/record-claim.ts';
import type { Before, Entry, LedgerContent } from './ledger-lines.ts';

/** Whose a record is: `unread` where nothing that it shows says so. */
export type Whose = 'ours' | 'other' | 'unread' | 'gone';

/** Why a record that does not show what the run sent is not deleted; undefined where its id alone shows that it is the run's. */
export function whyNotShown(whose: Whose, entry: Entry, { given, toldOfOthers }: LedgerContent): string | undefined {
  if (whose === 'other') return 'it shows other values than those that the run sent';
  const { resource, made } = entry;
  const { name } = resource;
  const idsGiven = [...given].filter((one) => one.startsWith(`${name} `)).length;
  const id = made?.id ?? '';
  const isToldOfOthers = toldOfOthers.has(`${name} ${id}`);
  const hasOthers = (made?.others.length ?? 0) > 0;
  const reason = whyNotByIdAlone({ id, resource: name, isToldOfOthers, hasOthers, idsGiven });
  return reason === undefined ? undefined : `it cannot be read, and ${reason}`;
}

/**
 * Why a record that nothing shows is not deleted by its id: since the run, it may have been deleted, and its id given to a record of
 * somebody else. A run is sure of the ids that it was just given; who cleans up later is not.
 */
export function whyComesBack(id: string): string | undefined {
  if (!mayComeBack(id)) return undefined;
  return 'it cannot be read, and its id may have been given to another record since';
}

/** What a ledger says of whether the record of an entry was there before the run. */
export function evidenceOfEntry(entry: Entry, id: string, ledger: LedgerContent): BeforeEvidence {
  const { nonce } = ledger.head;
  if (id.toLowerCase().includes(nonce)) return { isIdMadeUp: true };
  const before = ledger.before.get(entry.resource.name);
  return {
    makesNew: isShownNew(entry, ledger, nonce),
    wasMissing: before?.isWhole === true && !before.ids.has(id) && countsMissing(hasFixed(entry), id, before.ids),
  };
}

/** Whether its creation sent a value that is not the run's. */
export function hasFixed({ fixed }: Entry): boolean {
  return fixed.length > 0;
}

/** Whether any creation of a resource did: any of them may have made a record that none named. */
export function isAnyFixed(name: string, { entries, deleted }: LedgerContent): boolean {
  return [...entries, ...deleted].some((entry) => entry.resource.name === name && hasFixed(entry));
}

/** What a ledger says of a record that a collection lists and no creation named. */
export function evidenceOfListed({ name }: RecordResource, id: string, ledger: LedgerContent): BeforeEvidence {
  const before = ledger.before.get(name);
  const wasSeen = before?.ids.has(id) === true;
  const isMissing = before?.isWhole === true && !wasSeen && countsMissing(isAnyFixed(name, ledger), id, before.ids);
  return { wasSeen, makesNew: ledger.makesNew.has(name), wasMissing: isMissing };
}

/** Whether the list that was read before the first creation held all records and not this one, by the list as it is now. */
export function wasMissing(id: string, before: Before, resource: RecordResource, list: Answer): boolean {
  return showedAllWithout(id, listingOf(before.ids), listingOf(new Set(idsListed(list, resource))));
}

// A ledger holds ids, and not how many records showed none.
function listingOf(ids: ReadonlySet<string>): Listing {
  return { ids, count: ids.size };
}

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
