import type { Answer } from '../answer.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { textOf } from '../ids/natural-keys.ts';
import { idOfEntry, listedIn } from '../representation/entries.ts';
import { isObject } from '../representation/json-value.ts';
import { isAsLongAsAPage, showsOnePage } from '../representation/paged.ts';
import type { RecordResource } from './record-claim.ts';

/** What a list is searched by. */
export interface Searched {
  readonly resource: RecordResource;
  readonly nonce: string;
  /** Every creation of the resource that the run sent, however it was answered. */
  readonly creations: readonly Sent[];
  /** Whether a creation named this id. */
  readonly isNamed: (id: string) => boolean;
  /** How many records the list showed before the first creation. */
  readonly countBefore: number | undefined;
  /** Whether it was longer at any time since. */
  readonly wasLonger: boolean;
  /** Whether `creations` may lack members that were sent. */
  readonly isInPart?: boolean;
}

/** A creation that was sent. */
export interface Sent extends Pick<HttpRequest, 'json' | 'body'> {
  /** The members that held a value of the run, in place of a body that is not known. */
  readonly members?: readonly Member[];
  /** A GET showed the record that it made: another one with the same texts is a copy, which somebody else may have made. */
  readonly isShown?: boolean;
}

/** What a list shows of a run. */
export interface OwnListed {
  readonly ids: ReadonlySet<string>;
  /** Entries that show a value of the run and may be somebody else's, each with the reason. */
  readonly unknown: ReadonlyMap<string, string>;
  /** Whether it is a list at all, and no page to log in. */
  readonly isList: boolean;
  /** The list holds all that the collection has, as far as it says. */
  readonly isAll: boolean;
  /** The same, and whose each entry is that shows a value of the run is known. */
  readonly isWhole: boolean;
}

/**
 * The records of a run in a list. An entry that shows a value of the run may quote it and be somebody else's: an answer to what the
 * run posted, a thread that tells its last post. It counts as the run's own where a creation named its id, where the run made
 * up its id, or where each member of a name that one creation sent shows the very text that it sent there.
 */
export function ownInList(
  answer: Answer,
  { resource, nonce, creations, isNamed, countBefore, wasLonger, isInPart }: Searched,
): OwnListed {
  const listed = listedIn(answer.representation.value, resource);
  const entries = listed ?? [];
  const sentBy = (isShown: boolean): (readonly Member[])[] =>
    creations
      .filter((creation) => (creation.isShown === true) === isShown)
      .map((creation) => markedIn(creation, nonce))
      .filter((members) => members.length > 0);
  const [sent, known] = [sentBy(false), sentBy(true)];
  const marked = entries.filter((entry) => JSON.stringify(entry).toLowerCase().includes(nonce));
  const own = new Set<string>();
  const unknown = new Map<string, string>();
  let isEachKnown = true;
  for (const entry of marked) {
    const id = idOfEntry(entry, resource);
    const isOwn = id !== undefined && (isNamed(id) || id.toLowerCase().includes(nonce) || isSent(entry, sent));
    isEachKnown &&= isOwn;
    if (id === undefined) continue;
    if (isOwn) own.add(id);
    else unknown.set(id, isSent(entry, known) ? COPIED : isInPart === true ? NOT_ALL_KNOWN : NOT_AS_SENT);
  }
  // A list that is cut off at a usual length has that length before and after, and never a greater one.
  const isCut = entries.length === countBefore && isAsLongAsAPage(entries.length) && !wasLonger;
  // A page to log in shows no records, and says nothing of them. An empty collection may be answered 204, where it is known to show any.
  const showsAny = (countBefore ?? 0) > 0 || creations.some(({ isShown }) => isShown === true);
  const isList = listed !== undefined || (answer.status === 204 && showsAny);
  const isAll = isList && !showsOnePage(answer) && !isCut;
  return { ids: own, unknown, isList, isAll, isWhole: isAll && isEachKnown };
}

/** Why an entry stays that shows what the run sent, beside the record that it made by that. */
const COPIED = 'it shows what this run sent for another record, so it may be a copy that somebody else made';

/** Why an entry stays that shows a value of the run, and not as the run sent it. */
const NOT_AS_SENT = 'it shows a value of this run, but not as the run sent it, so it may be somebody else’s';

/** The same, where it is not known as a whole what the run sent. */
const NOT_ALL_KNOWN =
  'it shows a value of this run, and the ledger does not hold all that the run sent, so it may be somebody else’s';

/** A member, and its text. */
export interface Member {
  readonly name: string;
  /** Its beginning, where the length says how long it is as a whole. */
  readonly text: string;
  readonly length?: number;
}

function isSent(entry: unknown, creations: readonly (readonly Member[])[]): boolean {
  const shown = membersOf(entry);
  return creations.some((sent) => {
    const same = sent.flatMap((one) =>
      shown.filter(({ name }) => name === one.name).map(({ text }) => isSameText(text, one)),
    );
    return same.length > 0 && !same.includes(false);
  });
}

/** The members that a creation sent with a value of the run: of JSON, or as far as a body of another kind shows them. */
export function markedIn({ json, body, members: known }: Sent, nonce: string): readonly Member[] {
  if (known !== undefined) return known;
  const members = json === undefined ? membersInText(textOf(body)) : membersOf(json);
  return members.filter(({ text }) => text.includes(nonce));
}

function membersOf(value: unknown, name = ''): Member[] {
  if (typeof value === 'string') return [{ name, text: value }];
  if (Array.isArray(value)) return value.flatMap((one) => membersOf(one, name));
  return isObject(value) ? Object.entries(value).flatMap(([member, one]) => membersOf(one, member)) : [];
}

/** Members in JSON that is broken, and in XML. */
function membersInText(text: string): Member[] {
  const json = [...text.matchAll(/"([^"\\]{1,100})":"([^"\\]{1,1000})"/gu)];
  const xml = [...text.matchAll(/<([\w-]{1,100})>([^<]{1,1000})</gu)];
  return [...json, ...xml].map(([, name = '', value = '']) => ({ name, text: value }));
}

// Services trim texts, and change their case.
function isSameText(shown: string, { text, length }: Member): boolean {
  const [a, b] = [shown.trim().toLowerCase(), text.trim().toLowerCase()];
  return length === undefined ? a === b : a.length === length && a.startsWith(b);
}
