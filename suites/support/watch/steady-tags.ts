import type { Answer } from '../../../core/answer.ts';
import { isReading } from '../../../core/guard/record-gate.ts';
import { absolute } from '../../../core/http/origins.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { equalReadings } from '../equal-readings.ts';
import { endOf, startOf } from '../record-histories.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

/** Somebody else may change once what a body does not show. */
const OFTEN = 2;
/** The tag of a collection may tell of records that its page does not show, which others write at any time, but not before each reading. */
const OFTEN_IN_COLLECTIONS = 8;

/**
 * Demands that a tag stays while nothing is written (RFC 9110 8.8.3), at every address of the run: of equal readings with one body, the
 * next may have another tag once, but not again. Of a collection it may have one often, but not each time.
 */
export function tagsStay(trial: Trial): void {
  const writes = trial.seen.filter(({ exchange }) => !isReading(exchange.request));
  const collections = collectionsOf(trial);
  for (const equal of equalReadings(trial.seen).values()) {
    const isUnwritten = (one: Pair): boolean => !isWrittenBetween(trial, collections, writes, one);
    const retagged = pairsOf(equal, isRetagged).filter(isUnwritten);
    const isOfCollection = isCollection(collections, equal);
    if (retagged.length < (isOfCollection ? OFTEN_IN_COLLECTIONS : OFTEN)) continue;
    if (isOfCollection && pairsOf(equal, isTheSame).some(isUnwritten)) continue;
    const [[first, second] = []] = retagged;
    if (first === undefined || second === undefined) continue;
    const due = `ETag ${first.header('ETag') ?? ''} again with the same body`;
    fail(due, `${second.header('ETag') ?? ''} on ${exchangeInWords(second)}`, first, second);
  }
}

type Pair = readonly [Answer, Answer];

/** Readings that follow one another and are so. */
function pairsOf(equal: readonly Answer[], isMeant: (first: Answer, second: Answer) => boolean): readonly Pair[] {
  return equal.flatMap((second, i): Pair[] => {
    const first = equal[i - 1];
    return first !== undefined && isMeant(first, second) ? [[first, second]] : [];
  });
}

/** One body and two tags. */
function isRetagged(first: Answer, second: Answer): boolean {
  return first.header('ETag') !== second.header('ETag') && isComparable(first, second);
}

/** One body and one tag. */
function isTheSame(first: Answer, second: Answer): boolean {
  return first.header('ETag') === second.header('ETag') && isComparable(first, second);
}

function isComparable(first: Answer, second: Answer): boolean {
  if (first.header('ETag') === undefined || second.header('ETag') === undefined) return false;
  if (first.status !== 200 || second.status !== 200 || startOf(second) < endOf(first)) return false;
  // Each content coding has a tag of its own (RFC 9110 8.8.3.3).
  const isCoded = [first, second].some((answer) => answer.header('Content-Encoding') !== undefined);
  return !isCoded && first.text === second.text;
}

/** Whether the run may have changed it meanwhile: what is written may show in the tag alone. */
function isWrittenBetween(
  { target, records, settleMs }: Trial,
  collections: readonly string[],
  writes: readonly Answer[],
  [first, second]: Pair,
): boolean {
  const place = placeOf(second.exchange.request.url);
  const isRoot = place === placeOf(absolute(records.home, target.session.address));
  const [from, to] = [startOf(first) - settleMs, endOf(second)];
  const isIn = (one: string): boolean => collections.some((collection) => one.startsWith(collection));
  return writes.some((write) => {
    if (startOf(write) > to || endOf(write) < from) return false;
    const other = placeOf(write.exchange.request.url);
    if (isRoot) return other === place;
    // What is written elsewhere, such as a command, may change any record; and a query elsewhere (4.3) may find any.
    return !isIn(other) || !isIn(place) || other.startsWith(place) || place.startsWith(other);
  });
}

/** A list, or what is found in it. */
function isCollection(collections: readonly string[], [answer]: readonly Answer[]): boolean {
  const place = answer === undefined ? '' : placeOf(answer.exchange.request.url);
  return collections.includes(place) || Array.isArray(answer?.representation.value);
}

function collectionsOf({ target, records }: Trial): readonly string[] {
  const places = target.resources.flatMap(({ list, create }) => [list, create]);
  return places.flatMap((one) => (one === undefined ? [] : [placeOf(absolute(records.home, one.address))]));
}

/** The path of an address without what chooses a representation, with a slash behind it. */
function placeOf(url: string): string {
  const [path = ''] = url.split(/[?#]/u);
  return `${path.replace(/\.(?:json|xml|html)$|\/$/u, '')}/`;
}
