import type { Answer } from '../../../core/answer.ts';
import { parseHttpDate } from '../../../core/http/http-date.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { equalReadings, wordsOf } from '../equal-readings.ts';
import { endOf, startOf } from '../record-histories.ts';
import { exchangeInWords } from '../validator/validator-form.ts';
import { saysTheSame } from '../view/same-words.ts';
import { changesByTheRun, type Followed } from './followed-changes.ts';

/** Somebody else may change a record once at the same moment. */
const OFTEN = 2;

/** One of several servers may be behind the others by so much. */
const LAG_MS = 3000;

/** Two moments that are so far apart are two dates, though dates have no fractions and a clock may be read twice a second. */
export const APART_MS = 2500;

const MINUTE_MS = 60_000;

/**
 * Demands that the Last-Modified of a record does not go back when the run changes it, and is another one when it was read well before
 * that (RFC 9110 8.8.2.1): with the old date, If-Modified-Since keeps the old record. Of lists this says nothing.
 */
export function datesFollow({ seen }: Pick<Trial, 'seen'>): void {
  const equal = equalReadings(seen);
  const all = changesByTheRun(seen).filter(
    ({ before, writes, after }) =>
      writes.every(({ exchange }) => exchange.request.method !== 'DELETE') && isNew(equal, before, after),
  );
  failsOften(all.filter(goesBack), 'a Last-Modified that does not go back');
  const apart = APART_MS + grainOf(seen);
  failsOften(
    all.filter((one) => stands(one, apart)),
    'another Last-Modified after a change',
  );
}

function failsOften(wrong: readonly Followed[], due: string): void {
  const [first] = wrong;
  if (first === undefined || wrong.length < OFTEN) return;
  const { before, writes, after } = first;
  const told = `${after.header('Last-Modified') ?? ''} on ${exchangeInWords(after)}`;
  fail(`${due}, of ${before.header('Last-Modified') ?? ''}`, told, before, ...writes.slice(0, 1), after);
}

/** Whether it was never read so before: what comes from a server that is behind has the date of what it shows. */
function isNew(equal: ReadonlyMap<string, readonly Answer[]>, before: Answer, after: Answer): boolean {
  const earlier = (equal.get(wordsOf(after)) ?? []).filter((one) => startOf(one) <= startOf(before));
  return earlier.every((one) => !saysTheSame(one, after));
}

function goesBack({ before, after }: Followed): boolean {
  const [was, is] = [before, after].map((answer) => parseHttpDate(answer.header('Last-Modified') ?? ''));
  return was !== undefined && is !== undefined && is < was - LAG_MS;
}

function stands({ before, writes, after }: Followed, apartMs: number): boolean {
  const date = before.header('Last-Modified');
  if (date === undefined || after.header('Last-Modified') !== date) return false;
  return writes.every((write) => startOf(write) - endOf(before) >= apartMs);
}

/** How coarse the dates of a target are beyond the seconds of HTTP, in milliseconds: some clocks and file systems know minutes alone. */
export function grainOf(seen: readonly Answer[]): number {
  const dates = seen.flatMap((answer) => parseHttpDate(answer.header('Last-Modified') ?? '') ?? []);
  return dates.every((date) => date % MINUTE_MS === 0) ? MINUTE_MS : 0;
}
