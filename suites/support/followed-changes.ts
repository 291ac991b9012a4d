import type { Answer } from '../../core/answer.ts';
import { fail } from '../../core/outcome.ts';
import { isReading } from '../../core/record-gate.ts';
import type { Trial } from '../../core/trial.ts';
import { isChange } from './changes.ts';
import { weakly } from './entity-tag.ts';
import { equalReadings } from './equal-readings.ts';
import { endOf, isNamedBy, startOf } from './record-histories.ts';
import { exchangeInWords } from './validator-form.ts';

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
  return [...equalReadings(seen).values()].flatMap((equal) =>
    equal.flatMap((after, i): readonly Followed[] => {
      const before = equal[i - 1];
      if (before === undefined || !isChanged(before, after)) return [];
      const own = writes.filter(
        (write) => isBetween(write, before, after) && isNamedBy(write, after.exchange.request.url),
      );
      return own.length === 0 ? [] : [{ before, writes: own, after }];
    }),
  );
}

function isChanged(before: Answer, after: Answer): boolean {
  if (before.status !== 200 || after.status !== 200 || startOf(after) < endOf(before)) return false;
  // The cheap question first: most readings are equal.
  if (before.text === after.text || Array.isArray(after.representation.value)) return false;
  return isChange(before, after);
}

function isBetween(write: Answer, before: Answer, after: Answer): boolean {
  return startOf(write) >= endOf(before) && endOf(write) <= startOf(after);
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
