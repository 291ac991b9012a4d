import type { Answer } from '../../../core/answer.ts';
import { isReading } from '../../../core/guard/record-gate.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isChange } from '../changes.ts';
import { equalReadings } from '../equal-readings.ts';
import { endOf, namersOf, startOf } from '../record-histories.ts';
import { weakly } from '../validator/entity-tag.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

/** A record as it was read before a write of the run that names it, and the next reading, which shows it changed. */
export interface Followed {
  readonly before: Answer;
  readonly writes: readonly Answer[];
  readonly after: Answer;
}

/** Somebody else may change a record once at the same moment, or one of several servers may lag behind. */
const OFTEN = 2;
/** Tags of this length are no small numbers. */
const LONG = 12;

/**
 * Demands that the ETag of the answer to a PUT of a record, or of an operation below it, is not that of what it replaced (RFC 9110 8.8,
 * 9.3.4). Of lists, and of what others change, this says nothing.
 */
export function tagsFollow({ seen }: Trial): void {
  const all = changesByTheRun(seen);
  const tagged = all.filter(
    ({ before, writes: [write], after }) => write !== undefined && hasOldTag(before, write, after),
  );
  const [{ before, writes: [write] = [], after } = {}] = tagged;
  if (before === undefined || write === undefined || after === undefined || tagged.length < OFTEN) return;
  const due = `ETag ${after.header('ETag') ?? ''}, that of the new record, or none`;
  fail(due, `${write.header('ETag') ?? ''} on ${exchangeInWords(write)}`, before, write, after);
}

/** The changes of single records that the run made itself. */
export function changesByTheRun(seen: readonly Answer[]): readonly Followed[] {
  const writes = seen.filter(({ succeeded, exchange: { request } }) => succeeded && !isReading(request));
  const naming = namersOf(writes.toSorted((a, b) => startOf(a) - startOf(b)));
  return [...equalReadings(seen).values()].flatMap((equal) => {
    // The cheap question first: most of what is read is never written to, and most readings are equal.
    const url = equal[0]?.exchange.request.url ?? '';
    const named = naming(url);
    if (named.length === 0) return [];
    return equal.flatMap((after, i): readonly Followed[] => {
      const before = equal[i - 1];
      const own = before === undefined ? [] : between(named, before, after);
      return before === undefined || own.length === 0 || !isChanged(before, after)
        ? []
        : [{ before, writes: own, after }];
    });
  });
}

function isChanged(before: Answer, after: Answer): boolean {
  if (before.status !== 200 || after.status !== 200 || startOf(after) < endOf(before)) return false;
  if (before.text === after.text || isArray(after)) return false;
  return isChange(before, after);
}

// By how it begins: a list of all deals is read hundreds of times, and to parse each takes long.
function isArray({ text }: Answer): boolean {
  return /^\s*\[/u.test(text);
}

/** Those that were sent after the first answer was there, and answered before the second was asked for. */
function between(writes: readonly Answer[], before: Answer, after: Answer): readonly Answer[] {
  const found: Answer[] = [];
  for (let i = firstFrom(writes, endOf(before)); i < writes.length; i += 1) {
    const write = writes[i];
    if (write === undefined || startOf(write) > startOf(after)) break;
    if (endOf(write) <= startOf(after)) found.push(write);
  }
  return found;
}

/** The place of the first write that was sent at this time or later; a list of all deals is read hundreds of times, among thousands. */
function firstFrom(writes: readonly Answer[], time: number): number {
  let [low, high] = [0, writes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const write = writes[middle];
    if (write !== undefined && startOf(write) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function hasOldTag(before: Answer, write: Answer, after: Answer): boolean {
  const { method, url } = write.exchange.request;
  const { url: address } = after.exchange.request;
  // A write that is carried out later answers with what is there still.
  if (method !== 'PUT' || write.status === 202) return false;
  // Below the record, as in forms A and B, a short tag may be that of something else that is counted alike.
  if (url !== address && !(url.startsWith(`${address}/`) && isLong(before.header('ETag') ?? ''))) return false;
  const [old, told, now] = [before, write, after].map((answer) => weakly(answer.header('ETag') ?? ''));
  return write.header('ETag') !== undefined && told === old && now !== old && after.header('ETag') !== undefined;
}

function isLong(tag: string): boolean {
  return tag.length >= LONG;
}
