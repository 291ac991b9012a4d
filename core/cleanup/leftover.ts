import type { Answer } from '../answer.ts';
import type { Exchange, HttpRequest } from '../http/exchange.ts';
import { absolute, type Home } from '../http/origins.ts';
import type { Claim, RecordResource } from '../records/record-claim.ts';
import { deleteRequestOf, readRequest } from '../records/record-requests.ts';
import type { Kept } from './deletion.ts';

/** Something that a run made and has to delete. */
export type Leftover =
  | { readonly kind: 'record'; readonly claim: Claim }
  /** Something that a write may have made: at an address that the run made up, or that the answer to a change named. */
  | {
      readonly kind: 'stray';
      readonly resource: RecordResource;
      readonly address: string;
      /** The id of the record that a PUT may have made. Another record may have been given it since. */
      readonly id?: string;
      /** How the answer to a change named it, where the run did not make its id up. */
      readonly named?: 'as made' | 'somehow';
    };

export type RecordLeft = Extract<Leftover, { kind: 'record' }>;
export type StrayLeft = Extract<Leftover, { kind: 'stray' }>;

/** What a run made and could not delete. */
export interface LeftBehind extends Kept {
  /** What was sent about it before, whose fields another request needs as well; absent where nothing is known. */
  readonly like?: Exchange;
  /** Nothing showed that what the creation named is this run's, so that what it made is somewhere else, if anywhere. */
  readonly isUnproven?: true;
}

/** What is told where the answer to a deletion does not come before the end. */
export const IN_TIME = 'nothing within the time for cleaning up';

/** What is told of what was kept for the end and not reached. */
export const NOT_TRIED = 'nothing: the time for cleaning up was over';

/** The resource that a leftover is of. */
export function resourceOf(leftover: Leftover): RecordResource {
  return leftover.kind === 'stray' ? leftover.resource : leftover.claim.resource;
}

/** Where a record is deleted, or else read; its collection, where it is neither. */
export function addressOf(home: Home, resource: RecordResource, id: string): string {
  const request = deleteRequestOf(home, resource, { id }) ?? readRequest(resource, id);
  return absolute(home, request?.address ?? resource.list?.address ?? '');
}

/** What is told of a leftover as long as nothing was tried. */
export function notTried(home: Home, leftover: Leftover): LeftBehind {
  const tried = NOT_TRIED;
  if (leftover.kind === 'stray')
    return { resource: leftover.resource.name, address: absolute(home, leftover.address), tried, answered: '' };
  const { resource, address, answer } = leftover.claim;
  const { exchange } = answer;
  return { resource: resource.name, address: address ?? exchange.request.url, tried, answered: '', like: exchange };
}

/** What is told of a creation that was not answered with success. */
export function unknownCreation(
  home: Home,
  { name }: RecordResource,
  request: HttpRequest,
  answer?: Answer,
): LeftBehind {
  const { method } = request;
  const tried = `nothing: ${method} was ${answeredInWords(answer)}, so it is not known whether it made something`;
  const like = answer === undefined ? {} : { like: answer.exchange };
  return { resource: name, address: absolute(home, request.address), tried, answered: '', ...like };
}

/** How a creation was answered, behind “was”. */
export function answeredInWords(answer: Answer | undefined): string {
  return answer === undefined ? 'not answered' : `answered ${answer.status}`;
}

/**
 * A record that several creations named is told once, with their number: each may have made one. One whose id nobody knows has no address of
 * its own.
 */
export function eachOnce(left: readonly (readonly [Leftover, LeftBehind])[]): readonly LeftBehind[] {
  const told = new Map<unknown, { readonly what: LeftBehind; count: number }>();
  for (const [one, what] of left) {
    const isKnown = one.kind === 'stray' || one.claim.address !== undefined;
    const key = isKnown ? JSON.stringify([what.resource, what.address, what.tried, what.answered]) : one;
    const same = told.get(key);
    if (same === undefined) told.set(key, { what, count: 1 });
    else same.count += 1;
  }
  return [...told.values()].map(({ what, count }) =>
    count === 1 || what.tried === 'DELETE' ? what : { ...what, tried: `${what.tried} (named by ${count} creations)` },
  );
}

/** Whether the server broke down over a deletion, or did not answer. */
export function isBreakdown({ exchange }: LeftBehind): boolean {
  return exchange?.response == null || exchange.response.status >= 500;
}
