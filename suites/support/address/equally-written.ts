import type { Answer } from '../../../core/answer.ts';
import { decodeSegment, fillEncoded } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { mayMeetOthers } from '../careless-readings.ts';
import { type Created, createRecord, deletion } from '../evidence.ts';
import { isGone } from '../missing.ts';
import { isCarriedOut } from '../operation/carried-out.ts';
import { stateOf } from '../operation/deal-state.ts';
import { operated, readyDeal } from '../operation/operation-evidence.ts';
import { makesCommand, operationRequest, particulars } from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { resourceOf, whyNotDeletable } from '../subjects.ts';
import { OF_OTHERS } from '../written-otherwise.ts';
import { inOtherDigits, marksEncoded } from './marks-encoded.ts';

/**
 * Writes to addresses in which an id is percent-encoded. It names what the usual spelling names (RFC 3986 6.2.2.2, RFC 9110 4.2.3). All of it
 * is aimed at records that this trial made, and sent only where who does not decode it finds nothing of others.
 */
export async function equallyWritten(trial: Trial): Promise<readonly Answer[]> {
  const operation = trial.target.operations.find(({ resource }) => resource === resourceOf(trial).name);
  const answers: Answer[] = [...(await deletesTheSame(trial))];
  for (const form of operation === undefined ? [] : formsOf(trial.target, operation)) {
    if (operation === undefined) continue;
    const asked = askedIn(trial.target, operation, form);
    const { answer } = await operated(trial, asked);
    if (!answer.succeeded) continue;
    if (asked.spelling.address.includes('{id}')) answers.push(...(await operatesOnTheSame(trial, asked)));
    if (makesCommand(asked)) answers.push(...(await isTheSameCommand(trial, asked)));
  }
  return answers;
}

async function deletesTheSame(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (whyNotDeletable(resource) !== undefined) return [];
  const record = await createRecord(trial);
  // A file may say what else a DELETE needs, in its address or beside it.
  const usual = deletion(resource, record);
  const address = withEncoded(usual.address, record.id);
  if (address === undefined || !(await isSafe(trial, record))) return [];
  // What came and went by itself says nothing.
  if (!(await isThere(trial, record.address))) return [];
  const answer = await trial.send({ ...usual, address });
  if (answer.status === 202) return [answer];
  const isDone = answer.succeeded && (await isGoneFrom(trial, record.address));
  if (isDone || !(await isDeletedAsUsual(trial))) return [answer];
  isTaken(answer, 'DELETE of the record');
  return answer.succeeded ? [answer, isGone(await trial.send({ method: 'GET', address: record.address }))] : [answer];
}

async function isThere(trial: Trial, address: string): Promise<boolean> {
  return resourceOf(trial).item === undefined || (await trial.send({ method: 'GET', address })).succeeded;
}

async function isGoneFrom(trial: Trial, address: string): Promise<boolean> {
  // Where records are not read, nobody sees more than the answer.
  if (resourceOf(trial).item === undefined) return true;
  const after = await trial.until(
    () => trial.send({ method: 'GET', address }),
    ({ succeeded }) => !succeeded,
  );
  return isAbsent(after);
}

/** Whether DELETE by the usual address does what it is answered, on another record: where it does not, that is the matter of other rules. */
async function isDeletedAsUsual(trial: Trial): Promise<boolean> {
  const record = await createRecord(trial);
  const answer = await trial.send(deletion(resourceOf(trial), record));
  return answer.succeeded && (await isGoneFrom(trial, record.address));
}

async function operatesOnTheSame(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const deal = await readyDeal(trial, asked);
  const encoded = percentEncoded(segmentOf(deal));
  if (encoded === undefined || !(await isSafe(trial, deal))) return [];
  const before = await stateOf(trial, deal);
  if (before !== undefined && isAbsent(before.answer)) return [];
  const { address, ...request } = operationRequest(asked, { ...particulars(asked, deal, trial.unique()), id: '' });
  const answer = await trial.send({ ...request, address: fillEncoded(address, { id: encoded }) });
  isTaken(answer, `${asked.operation.name} on the deal`);
  await isCarriedOut(trial, asked, { deal, before }, answer);
  return [answer];
}

/** A PUT that is answered 201 made something (RFC 9110 9.3.4), and under this id there is a command already. */
async function isTheSameCommand(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const what = particulars(asked, await readyDeal(trial, asked), trial.unique());
  const send = (request: HttpRequest): Promise<Answer> => trial.send(request);
  const first = await send(operationRequest(asked, what));
  const again = first.succeeded && first.status !== 202 ? await send(operationRequest(asked, what)) : undefined;
  const encoded = percentEncoded(what.commandId);
  // Where the usual spelling is answered so as well, that is the matter of operation/command-id.
  if (again?.succeeded !== true || again.status === 201 || encoded === undefined) return [first];
  const other = await send(operationRequest(asked, { ...what, commandId: encoded }));
  return [first, again, other.owes(other.status !== 201, 'the command that is there, by the same id percent-encoded')];
}

/** The id of a record as it stands in its path, where the target told that: it may have parameters (RFC 3986 3.3). */
function segmentOf({ id = '', address = '' }: Pick<Created, 'id' | 'address'>): string {
  const [path = ''] = address.split(/[?#]/u);
  return path.split('/').find((segment) => id !== '' && decodeSegment(segment) === id) ?? encodeURIComponent(id);
}

/** Whether no reader of the percent-encoded id comes to a record that the run did not make: GET by it shows the own one, or nothing. */
async function isSafe(trial: Trial, record: Created): Promise<boolean> {
  const resource = resourceOf(trial);
  const encoded = percentEncoded(segmentOf(record));
  const address = withEncoded(record.address ?? '', record.id);
  if (encoded === undefined || address === undefined || (await mayMeetOthers(trial, resource, encoded))) return false;
  if (resource.item === undefined) return true;
  const read = await trial.send({ method: 'GET', address });
  return !read.succeeded || read.text.includes(record.unique);
}

/** The address with the id percent-encoded; undefined where the path does not hold it, or no character of it can be. */
function withEncoded(address: string, id: string | undefined): string | undefined {
  const [path = '', ...query] = address.split('?');
  const segments = path.split('/');
  const at = segments.findLastIndex((segment) => decodeSegment(segment) === id);
  const encoded = percentEncoded(segments[at] ?? '');
  return encoded === undefined ? undefined : [segments.with(at, encoded).join('/'), ...query].join('?');
}

/**
 * A segment of a path with each letter, digit and mark percent-encoded, and what is encoded already in other hexadecimal digits; undefined
 * where it has none of them.
 */
function percentEncoded(segment: string): string | undefined {
  const hex = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  const inOther = segment.replace(/%[\dA-F]{2}|[A-Z\d]/giu, (part) =>
    part.length === 1 ? hex(part) : inOtherDigits(part),
  );
  const encoded = marksEncoded(inOther);
  return encoded === segment ? undefined : encoded;
}

function isTaken(answer: Answer, what: string): Answer {
  const isOther =
    answer.succeeded || (answer.status >= 300 && answer.status < 400) || OF_OTHERS.includes(answer.status);
  return answer.owes(isOther, `${what} by its id percent-encoded (RFC 3986 6.2.2.2)`);
}
