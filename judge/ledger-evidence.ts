import type { Answer } from '../core/answer.ts';
import {
  type BeforeEvidence,
  countsMissing,
  type Listing,
  mayComeBack,
  showedAllWithout,
  whyNotByIdAlone,
} from '../core/guard/may-delete.ts';
import { agreement, isWithin, sentBy, valuesOf } from '../core/ids/natural-keys.ts';
import { isSpelt } from '../core/ids/spelt-ids.ts';
import { idsListed, type RecordResource } from '../core/records/record-claim.ts';
import type { Before, Entry, LedgerContent } from './ledger-lines.ts';

/** Whose a record is: `unread` where nothing that it shows says so, `moved` where it is the run's, and another one than is meant. */
export type Whose = 'ours' | 'moved' | 'other' | 'unread' | 'gone';

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
  const { name } = entry.resource;
  const before = ledger.before.get(name);
  return {
    wasSeen: before?.ids.has(id) === true || ledger.known.has(`${name} ${id}`),
    namesSame: isNamedTwice(entry, id, ledger),
    isSpelt: isSpeltAlone(entry, id, ledger),
    makesNew: isShownNew(entry, id, ledger, nonce),
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
  const wasSeen = before?.ids.has(id) === true || ledger.known.has(`${name} ${id}`);
  // Which creation made it is not known: it may be one that names the same as another one.
  const isOf = (entry: Entry): boolean => entry.resource.name === name;
  const isSpeltId = [...ledger.entries, ...ledger.deleted].some((entry) => isOf(entry) && spells(entry, id, ledger));
  const namesSame = (ledger.namesSame.get(name)?.length ?? 0) > 0;
  const isMissing = before?.isWhole === true && !wasSeen && countsMissing(isAnyFixed(name, ledger), id, before.ids);
  return { wasSeen, namesSame, isSpelt: isSpeltId, makesNew: ledger.makesNew.has(name), wasMissing: isMissing };
}

/** Whether the list that was read before the first creation held all records and not this one, by the list as it is now. */
export function wasMissing(id: string, before: Before, resource: RecordResource, list: Answer): boolean {
  return showedAllWithout(id, listingOf(before.ids), listingOf(new Set(idsListed(list, resource))));
}

// A ledger holds ids, and not how many records showed none.
function listingOf(ids: ReadonlySet<string>): Listing {
  return { ids, count: ids.size };
}

function spells({ payloads: [json] }: Entry, id: string, { head }: LedgerContent): boolean {
  return json !== undefined && isSpelt(id, { json }, head.nonce);
}

/** Whether an id is made of words that its creation sent, and no other one that sent them was given another id. */
function isSpeltAlone(entry: Entry, id: string, ledger: LedgerContent): boolean {
  const isRival = ({ resource, made }: Entry): boolean =>
    resource.name === entry.resource.name && made?.id !== undefined && made.id !== id;
  const all = [...ledger.entries, ...ledger.deleted];
  return spells(entry, id, ledger) && !all.some((one) => isRival(one) && spells(one, id, ledger));
}

/** Whether creations like this one named one record, in the same place of their answers. */
function isNamedTwice(entry: Entry, id: string, { entries, namesSame }: LedgerContent): boolean {
  const { resource, made, fixed } = entry;
  const places = new Set(fixed);
  if (id === made?.id) return namesSame.get(resource.name)?.some((same) => isWithin(same, places)) === true;
  const isOther = (other: Entry): boolean => other !== entry && other.resource.name === resource.name;
  return entries.some((other) => isOther(other) && other.made?.others.includes(id) === true);
}

/**
 * Whether creations that agree with this one in all that is not the run's were seen to make records of their own. What their Locations say
 * of that says nothing of the other ids that an answer names: one of those may stand for the same record each time.
 */
function isShownNew(entry: Entry, id: string, ledger: LedgerContent, nonce: string): boolean {
  const { fixed, resource, payloads, made } = entry;
  const isFirst = id === made?.id;
  const places = new Set(fixed);
  if (isFirst && ledger.makesNew.get(resource.name)?.some((shown) => isWithin(places, shown)) === true) return true;
  const [payload] = payloads;
  if (payload === undefined) return false;
  const sent = sentBy({ json: payload }, nonce);
  return ledger.entries.some((other) => {
    const [beside] = other.payloads;
    if (other === entry || other.resource.name !== resource.name || beside === undefined) return false;
    if (!isOfAnother(other, id, isFirst)) return false;
    return isWithin(places, agreement(sent, sentBy({ json: beside }, nonce)).places);
  });
}

/** Whether what a creation named, in the same place of its answer, is another record than the one of this id. */
function isOfAnother({ made }: Entry, id: string, isFirst: boolean): boolean {
  if (isFirst) return made?.id !== undefined && made.id !== id;
  return made !== undefined && made.others.length > 0 && !made.others.includes(id);
}

/** Whether a record shows values that the run sent for another one, and none that it sent for this one. */
export function showsAnotherEntry(answer: Answer, entry: Entry, { head, entries, deleted }: LedgerContent): boolean {
  const valuesIn = (text: string): readonly string[] => text.toLowerCase().match(valuesOf(head.nonce)) ?? [];
  const valuesSent = ({ payloads, address }: Entry): readonly string[] => valuesIn(JSON.stringify([payloads, address]));
  const shown = new Set(valuesIn(answer.text));
  const isShown = (value: string): boolean => shown.has(value);
  const own = valuesSent(entry);
  if (own.length === 0 || own.some(isShown)) return false;
  return [...entries, ...deleted].some(
    (other) => other.resource.name === entry.resource.name && valuesSent(other).some(isShown),
  );
}
