import type { Answer } from '../answer.ts';
import type { Exchange, HttpRequest } from '../http/exchange.ts';
import { isAbsent } from '../http/status-kinds.ts';
import type { RecordResource } from '../records/record-claim.ts';
import { fieldsFor } from '../records/record-requests.ts';

// What the clean-up of a run and `assayer cleanup` have in common.

/** Something that a run made and that stays. */
export interface Kept {
  readonly resource: string;
  /** Where it is, as far as that is known: else where it was created. */
  readonly address: string;
  /** `DELETE`, or `nothing: ` and why. */
  readonly tried: string;
  /** What the deletion was answered; empty where none was sent. */
  readonly answered: string;
  /** The deletion as it was sent last; absent where none was. */
  readonly exchange?: Exchange;
}

/** What became of one deletion. */
export interface Deletion {
  /** By its answer: `gone` where there was nothing to delete. */
  readonly end: 'deleted' | 'gone' | 'stays';
  readonly answered: string;
  readonly exchange: Exchange;
}

/** How requests about records are sent: the answer, or the exchange that had none. */
export type Ask = (request: HttpRequest) => Promise<Answer | Exchange>;

/** Deletions at the same time: enough to hide latency, few enough to be no load. */
export const AT_ONCE = 8;

/** Why a record stays that was made without credentials. */
export const ELSEWHERE =
  'it was created without credentials, and is not shown with those of the run: it may be among the records of somebody else';

/** Sends a deletion. `again` says that it was refused before. */
export async function sendDeletion(
  ask: Ask,
  resource: RecordResource,
  request: HttpRequest,
  again: boolean,
): Promise<Deletion> {
  // Some frameworks refuse a deletion that names no media type, though it has no body.
  const type = again ? { 'content-type': resource.mediaTypes.request } : {};
  const headers = { ...fieldsFor(resource), ...type, ...request.headers };
  const found = await ask({ ...request, alone: true, headers });
  if (!('status' in found)) {
    return { end: 'stays', answered: `nothing: ${found.failure?.message ?? 'no answer'}`, exchange: found };
  }
  const told = { answered: found.brief, exchange: found.exchange };
  if (found.succeeded) return { end: 'deleted', ...told };
  return { end: isAbsent(found) ? 'gone' : 'stays', ...told };
}

/**
 * Whether something is shown at an address that the run made up. A target that answers 200 where 404 is due shows the same at an
 * address that nobody ever wrote to. `unique` is a value of the run that was never used.
 */
export async function isShownAt(ask: Ask, resource: RecordResource, address: string, unique: string): Promise<boolean> {
  const read = (place: string): Promise<Answer | Exchange> =>
    ask({ method: 'GET', address: place, headers: fieldsFor(resource) });
  const seen = await read(address);
  if (!('status' in seen) || !seen.succeeded) return false;
  const [path = '', query] = address.split('?');
  const end = path.endsWith('/') ? '/' : '';
  const segments = path.slice(0, path.length - end.length).split('/');
  const own = segments.at(-1) ?? '';
  const beside = [...segments.slice(0, -1), unique].join('/') + end;
  const nobodys = beside + (query === undefined ? '' : `?${query}`);
  const nothing = await read(nobodys);
  if (!('status' in nothing) || nothing.status !== seen.status) return true;
  return seen.text.replaceAll(own, '') !== nothing.text.replaceAll(unique, '');
}

/** What is told where a resource offers no deletion. */
export function noDeletion({ name }: Pick<RecordResource, 'name'>): string {
  return `nothing: ${name} offers no deletion`;
}

/** What was tried about something that stays, and what came of it, in a phrase. */
export function whatWasTried({ tried, answered }: Pick<Kept, 'tried' | 'answered'>): string {
  return answered === '' ? tried : `${tried} was answered ${answered}`;
}
