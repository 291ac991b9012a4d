// Was a record there before the run, and may the run delete it? Both are decided here, from evidence alone, for the run and for
// `assayer cleanup`. The run gets its evidence in listed-before.ts, record-newness.ts and record-ownership.ts, a later process in
// judge/ledger-evidence.ts.

/** What a collection listed at one time. */
export interface Listing {
  readonly ids: ReadonlySet<string>;
  /** How many records it listed: some may show no id, or several. */
  readonly count: number;
}

/** What is known of whether a record was there before the run. */
export interface BeforeEvidence {
  /** The run made up its id, so nobody else has it. */
  readonly isIdMadeUp?: boolean;
  /** It was seen before the first creation of the run. */
  readonly wasSeen?: boolean;
  /** Creations like its own named one and the same record. */
  readonly namesSame?: boolean;
  /** Its id is made of words that a creation sent, and no other creation that sent them was given another one. */
  readonly isSpelt?: boolean;
  /** Creations like its own made different records. */
  readonly makesNew?: boolean;
  /** The list that was read before the first creation held all records, and not this one. */
  readonly wasMissing?: boolean;
}

/** Whether a record was there before the run. */
export type BeforeRun = 'yes' | 'no' | 'unknown';

/** Whether a record was there before the run, as far as the evidence says. */
export function wasBeforeRun(evidence: BeforeEvidence): BeforeRun {
  const { isIdMadeUp = false, wasSeen = false, makesNew = false, wasMissing = false } = evidence;
  if (isIdMadeUp) return 'no';
  if (wasSeen) return 'yes';
  if (evidence.namesSame === true || evidence.isSpelt === true) return 'unknown';
  return makesNew || wasMissing ? 'no' : 'unknown';
}

/** Why a record stays that two creations named. */
export const NAMES_SAME = 'two creations named the same record, so it may have been there before the run';

/** Why a record stays whose id is made of words that were sent. */
export const SPELT = 'its id is made of words that this run sent, as that of a record of before may be';

/** Why a record that may have been there before the run is not deleted; undefined where it was not there. */
export function whyNotNew(evidence: BeforeEvidence): string | undefined {
  const before = wasBeforeRun(evidence);
  if (before === 'yes')
    return 'a record of this id was there before the run: a creation changed it, or was given its id again';
  if (before === 'no') return undefined;
  if (evidence.isSpelt === true && evidence.namesSame !== true) return SPELT;
  return evidence.namesSame === true ? NAMES_SAME : 'nothing shows that it was not there before the run';
}

/**
 * Whether two lists, read before and after a record was made, show that the first one held all records and not this one. A page
 * never grows: where the list shows more now, it showed everything before. That it shows the id now says that it shows ids.
 */
export function showedAllWithout(id: string, before: Listing, now: Listing): boolean {
  return now.count > before.count && now.ids.has(id) && !before.ids.has(id);
}

/**
 * Whether it shows anything that a list was without a record. Archived records are not listed, and a creation with a fixed value
 * (one that is not the run's) may bring one of them back; such a record has to have an id that comes after all listed ones.
 */
export function countsMissing(hasFixed: boolean, id: string, before: Iterable<string>): boolean {
  return !hasFixed || isAfterAll(id, before);
}

/**
 * Whether an id comes after all that were listed, as a counter gives them: `deal-4` after `deal-1` to `deal-3`. One that was not
 * listed and comes before them may be an archived record's, which a creation with the same key brought back.
 */
export function isAfterAll(id: string, before: Iterable<string>): boolean {
  const own = countIn(id);
  if (own === undefined) return false;
  return [...before].every((one) => {
    const other = countIn(one);
    return other !== undefined && other.around === own.around && other.count < own.count;
  });
}

/** The last number in an id, and the text around it; undefined where it holds none. */
function countIn(id: string): { readonly around: string; readonly count: bigint } | undefined {
  const [, head, digits, tail] = /^(.*?)(\d{1,15})(\D*)$/su.exec(id) ?? [];
  return digits === undefined ? undefined : { around: `${head} ${tail}`, count: BigInt(digits) };
}

/** What is known of a record that shows nothing of whose it is. */
export interface IdAlone {
  readonly id: string;
  readonly resource: string;
  /** The id was told of another record too that was there at the same time, or of one that has another id. */
  readonly isToldOfOthers: boolean;
  /** The answer of the creation named other ids besides, in its Location or in its body. */
  readonly hasOthers: boolean;
  /** How many ids of this resource the run was given. */
  readonly idsGiven: number;
}

/** Why such a record is not deleted. What cannot be read shows by its id alone that it is new: one that is always the same shows nothing. */
export function whyNotByIdAlone({ id, resource, isToldOfOthers, hasOthers, idsGiven }: IdAlone): string | undefined {
  if (isToldOfOthers) return `the id ${id} was told of several records`;
  if (hasOthers) return `its creation was answered with other ids than ${id} too`;
  if (isPath(id)) return `${id} is more than one segment without parameters`;
  return idsGiven > 1 ? undefined : `no other record of ${resource} was made beside it`;
}

/**
 * Whether a server may give an id again once its record is gone, as a counter or SQLite's rowid does. What is drawn from many is not
 * drawn again: a UUID, the id of a document in MongoDB.
 */
export function mayComeBack(id: string): boolean {
  const changes = id.match(/\d(?=[a-z])|[a-z](?=\d)/giu)?.length ?? 0;
  return id.length < LEAST_DRAWN || changes < LEAST_CHANGES;
}

/** So long is what is drawn, and so often letters and digits alternate in it: `deal-00000000004` is a count. */
const [LEAST_DRAWN, LEAST_CHANGES] = [16, 3];

// A server that decodes an address before it takes it apart, or reads past its parameters, serves something else at such an id (RFC 3986
// 2.2, 3.3).
function isPath(id: string): boolean {
  return /[/\\;]/u.test(id) || /^\.{1,2}$/u.test(id);
}
