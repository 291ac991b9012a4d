import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { parseHttpDate } from '../../../core/http/http-date.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { changesOf, isChange } from '../changes.ts';
import { type Created, collection, create } from '../evidence.ts';
import { PATIENCE_MS } from '../patience.ts';
import { endOf, startOf } from '../record-histories.ts';
import { resourceOf, whyNotCreatable } from '../subjects.ts';
import { APART_MS, grainOf } from '../watch/followed-dates.ts';
import { withFields } from '../with-fields.ts';

/** What was read early in a check, to be asked for again at its end with the date that it had. */
export type AskAgain = () => Promise<readonly Answer[]>;

/**
 * Reads a new record and the collection, and gives what changes them later and asks for each with If-Modified-Since of its earlier date. The
 * date of the record is another one by then, where that is long after (RFC 9110 8.8.2). What tells a later Last-Modified was modified since:
 * it is no 304 (13.1.3). Where all happens within one second, and where no dates are told, nothing is said.
 */
export async function readForLater(trial: Trial): Promise<AskAgain> {
  const resource = resourceOf(trial);
  if (resource.item === undefined || whyNotCreatable(resource) !== undefined) return async () => [];
  const record = await create(trial);
  const { address, answer } = record;
  if (!answer.succeeded || address === undefined) return async () => [];
  const request: HttpRequest = { method: 'GET', address };
  const first = await trial.send(request);
  const list = resource.list === undefined ? undefined : await collection(trial);
  return async () => {
    if (first.header('Last-Modified') === undefined && list?.header('Last-Modified') === undefined) return [first];
    const made = { ...record, address };
    await isNearlyApart(trial, request, first);
    const stays = await isChangedLater(trial, { made, first });
    const again = stays && (await standsAgain(trial));
    first.owes(!again, 'another Last-Modified once it was changed', `${first.header('Last-Modified') ?? ''} still`);
    const ofList = list === undefined ? [] : await isNoLongerKnown(trial, listOf(list), list);
    return [...(await isNoLongerKnown(trial, request, first)), ...ofList];
  };
}

/** Timers may end a moment early. */
const MARGIN_MS = 25;

/** So long the check waits at most. */
const MOST_MS = 1575;

/** Waits until two dates are apart, where little is left of that: a second or so, in which other rules are tried. */
async function isNearlyApart(trial: Trial, request: HttpRequest, first: Answer): Promise<void> {
  if (first.header('Last-Modified') === undefined) return;
  const now = await trial.send(request);
  const pause = APART_MS - (endOf(now) - endOf(first));
  if (pause <= 0 || pause > MOST_MS) return;
  await trial.until(
    () => trial.send(request),
    () => false,
    pause + MARGIN_MS,
  );
}

/** A record that was made, and how it was read then. */
interface Dated {
  readonly made: Created & { readonly address: string };
  readonly first: Answer;
}

/**
 * Changes the record, and tells whether its date stands though it was read so long before that no clock shows the same second (RFC 9110
 * 8.8.2). A date that is older than the record is not about it: some servers tell when they were installed, or none of their own.
 */
async function isChangedLater(trial: Trial, { made, first }: Dated): Promise<boolean> {
  let changed: Answer | undefined;
  for (const change of changesOf(trial, resourceOf(trial), made)) {
    changed = await change();
    if (changed.succeeded) break;
  }
  const [date, creation] = [first.header('Last-Modified'), made.answer.header('Date')].map(timeOf);
  if (changed?.succeeded !== true || changed.status === 202 || date === undefined || creation === undefined)
    return false;
  const isOwn = Math.abs(date - creation) <= NEAR_MS;
  const isLate = startOf(changed) - endOf(first) >= APART_MS;
  // A clock that somebody set, or stopped, tells nothing.
  const [then, later] = [first.header('Date'), changed.header('Date')].map(timeOf);
  const isTold = then !== undefined && later !== undefined && later - then >= SECONDS_MS;
  if (!isOwn || !isLate || !isTold || grainOf(trial.seen) > 0) return false;
  const now = await trial.send({ method: 'GET', address: made.address });
  const isSame = now.header('Last-Modified') === first.header('Last-Modified');
  return isSame && now.status === 200 && first.status === 200 && isChange(first, now);
}

/** The same of another record, after a while: two servers whose clocks differ may tell one date by chance. */
async function standsAgain(trial: Trial): Promise<boolean> {
  const record = await create(trial);
  const { address } = record;
  if (!record.answer.succeeded || address === undefined) return false;
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address });
  const first = await read();
  await trial.until(read, () => false, WHILE_MS);
  return isChangedLater(trial, { made: { ...record, address }, first });
}

/** What the own clock of a server goes on in that time, in whole seconds. */
const SECONDS_MS = 2000;

function timeOf(date: string | undefined): number | undefined {
  return parseHttpDate(date ?? '');
}

/** Pauses that are longer together than two dates are apart. */
const WHILE_MS = APART_MS + MARGIN_MS;

/** How near the date of a new record is to the moment at which it was made. */
const NEAR_MS = 10_000;

function listOf({ exchange: { request } }: Answer): HttpRequest {
  return { method: 'GET', address: request.url };
}

async function isNoLongerKnown(trial: Trial, request: HttpRequest, before: Answer): Promise<readonly Answer[]> {
  const since = before.header('Last-Modified') ?? '';
  const now = await trial.send(request);
  const [was, is] = [since, now.header('Last-Modified') ?? ''].map((date) => parseHttpDate(date));
  if (before.status !== 200 || now.status !== 200 || was === undefined || is === undefined || is <= was) return [now];
  // Some servers tell the time of the answer as the date of what they show.
  if (!isChange(before, now)) return [now];
  // One of several servers may be behind.
  const answer = await trial.until(
    () => trial.send(withFields(request, { 'if-modified-since': since })),
    ({ status }) => status !== 304,
    PATIENCE_MS,
  );
  const due = `no 304 for If-Modified-Since: ${since}, as it was modified ${now.header('Last-Modified') ?? ''}`;
  return [now, answer.owes(answer.status !== 304, due)];
}
