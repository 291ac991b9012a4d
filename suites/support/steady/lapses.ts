import type { Answer } from '../../../core/answer.ts';
import { isSpeltBy } from '../../../core/guard/spelt-by.ts';
import { decodeSegment, lastSegment, sameAddress } from '../../../core/http/address.ts';
import { type Exchange, header } from '../../../core/http/exchange.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Command, Operation, Target } from '../../../core/target.ts';
import { creationsOf, recordsOf } from '../create/creations.ts';
import type { Asked } from '../operation/operation-subjects.ts';
import { endOf, type RecordHistory, recordHistories } from '../record-histories.ts';
import { resourceOf } from '../subjects.ts';

/** What says that nothing is there to be asked so (RFC 9110 15.5.5, 15.5.6, 15.5.11). */
const LAPSES: readonly number[] = [404, 405, 410];

const CONDITIONS: readonly string[] = ['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'];

/**
 * Demands that no creation is answered as if the collection were not there, where others are taken (document 4.1, 4.4-m1): of those that
 * have the members of the sample, sent as JSON and without conditions.
 */
export function isThereEachTime(trial: Trial, made: readonly Answer[]): void {
  const { create, mediaTypes } = resourceOf(trial);
  const [taken] = made;
  if (create === undefined || taken === undefined) return;
  for (const answer of lapsesIn(trial, mediaTypes.request)) {
    const { method, url } = answer.exchange.request;
    if (method !== create.method || !sameAddress(url, trial.target.baseUrl + create.address)) continue;
    if (hasMembers(answer, create.sample)) refuse(answer, taken);
  }
}

/** The same of an operation on a deal that is there, and to which nothing was done before but what the operation follows. */
export async function isServedEachTime(trial: Trial, asked: Asked, done: readonly Answer[]): Promise<void> {
  const { operation, spelling, resource } = asked;
  const { baseUrl } = trial.target;
  const lapses = lapsesIn(trial, resource.mediaTypes.request).filter((answer) =>
    isSpeltBy(answer, operation.name, spelling, baseUrl),
  );
  const place = (baseUrl + spelling.address).split('/').indexOf('{id}');
  const idOf = ({ exchange }: Answer): string | undefined => exchange.request.url.split('/')[place];
  const idIn = (answer: Answer): string | undefined => idText(bodyOf(answer)['deal']);
  await refuseOnFresh(trial, lapses, place === -1 ? idIn : idOf, operation, done);
}

/** The same of a command of document 4.3. */
export async function isTakenEachTime(trial: Trial, command: Command, done: readonly Answer[]): Promise<void> {
  const { address, name, payload } = command;
  const { target, subject } = trial;
  const member = Object.keys(payload).find((own) => payload[own] === '{deal}');
  if (member === undefined || subject.resource === undefined) return;
  const lapses = lapsesIn(trial, 'application/json').filter((answer) => {
    const { method, url } = answer.exchange.request;
    return method === 'POST' && url === target.baseUrl + address && hasMembers(answer, payload);
  });
  const operation = target.operations.find((other) => other.name === name);
  await refuseOnFresh(trial, lapses, (answer) => idText(bodyOf(answer)[member]), operation, done);
}

async function refuseOnFresh(
  trial: Trial,
  lapses: readonly Answer[],
  idOf: (answer: Answer) => string | undefined,
  operation: Operation | undefined,
  done: readonly Answer[],
): Promise<void> {
  const [taken] = done;
  if (lapses.length === 0 || taken === undefined) return;
  const ids = new Set(lapses.flatMap((lapse) => idOf(lapse) ?? []).map(decodeSegment));
  const named = recordsOf(trial, creationsOf(trial)).filter(({ address }) => ids.has(lastSegment(address) ?? ''));
  // Most requests that are answered 404 name no record of the run.
  if (named.length === 0) return;
  const histories = recordHistories(named, trial.seen);
  for (const lapse of lapses) {
    const record = recordAt(histories, idOf(lapse), lapse);
    if (record === undefined || !isFresh(trial, record, lapse, operation)) continue;
    if (await isThere(trial, record, lapse)) refuse(lapse, taken);
  }
}

/** The record of the run that an id named at the time of an answer: a server may give the id of a deleted one again. */
function recordAt(
  histories: readonly RecordHistory[],
  id: string | undefined,
  lapse: Answer,
): RecordHistory | undefined {
  if (id === undefined) return undefined;
  const known = histories.filter(({ address }) => lastSegment(address) === decodeSegment(id));
  return known.findLast(({ creation }) => endOf(creation) <= lapse.exchange.timings.startedAt);
}

/** Whether nothing was done to a record before but what the operation follows; and whether that was. */
function isFresh(
  { target, settleMs }: Trial,
  { creation, written }: RecordHistory,
  lapse: Answer,
  operation: Operation | undefined,
): boolean {
  const { startedAt } = lapse.exchange.timings;
  // What was just created may show late.
  if (startedAt < endOf(creation) + settleMs) return false;
  const earlier = written.filter((write) => write.exchange.timings.startedAt < endOf(lapse) && write !== lapse);
  if (operation?.after === undefined) return earlier.every(({ status }) => status >= 400 && status < 500);
  const { after } = operation;
  return earlier.some(({ succeeded }) => succeeded) && earlier.every((write) => asksFor(target, write, after));
}

function asksFor(target: Target, write: Answer, name: string): boolean {
  const { method, url } = write.exchange.request;
  const command = target.commands.find((one) => one.name === name);
  if (method === 'POST' && command !== undefined && url === target.baseUrl + command.address) return true;
  const forms = target.operations.find((one) => one.name === name)?.forms ?? {};
  return Object.values(forms).some((spelling) => isSpeltBy(write, name, spelling, target.baseUrl));
}

/** Whether a record was there after an answer: it was read or deleted later, or is read now. */
async function isThere(trial: Trial, { address, asked }: RecordHistory, lapse: Answer): Promise<boolean> {
  const isLater = ({ timings }: Exchange): boolean => timings.startedAt >= endOf(lapse);
  const cleaned = trial.cleaned.filter(({ request }) => lastSegment(request.url) === lastSegment(address));
  const later = [...asked.map(({ exchange }) => exchange), ...cleaned].filter(isLater);
  if (later.some(({ response }) => response !== null && response.status < 300)) return true;
  if (later.length > 0 || resourceOf(trial).item === undefined) return false;
  return (await trial.send({ method: 'GET', address })).status === 200;
}

/** The answers of the run that tell of nothing there, to what was sent as this type and without a condition. */
function lapsesIn({ seen }: Trial, type: string): readonly Answer[] {
  return seen.filter(({ status, exchange: { request } }) => {
    // The cheapest question first: each subject goes through all answers of the run, and most are none of these.
    if (!LAPSES.includes(status) || request.about !== undefined) return false;
    if (header(request.headers, 'Content-Type') !== type) return false;
    return CONDITIONS.every((name) => header(request.headers, name) === undefined);
  });
}

function hasMembers(answer: Answer, due: object): boolean {
  const sent = bodyOf(answer);
  return Object.keys(sent).toSorted().join() === Object.keys(due).toSorted().join();
}

const decoder = new TextDecoder();

/** The object that a request sent; empty where it sent none. */
function bodyOf({ exchange }: Answer): Readonly<Record<string, unknown>> {
  try {
    const sent: unknown = JSON.parse(decoder.decode(exchange.request.body ?? new Uint8Array()));
    return isObject(sent) ? sent : {};
  } catch {
    return {};
  }
}

function refuse(lapse: Answer, taken: Answer): never {
  const { method, url } = lapse.exchange.request;
  fail(`${method} ${url} to be taken, as others are`, lapse.brief, taken, lapse);
}
