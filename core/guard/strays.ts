import type { Answer } from '../answer.ts';
import { addressOf, type StrayLeft } from '../cleanup/leftover.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { absolute } from '../http/origins.ts';
import { idInAddress, idShown, type RecordResource } from '../records/record-claim.ts';
import type { Records } from '../records/records.ts';
import { changeOf } from './change.ts';
import { type Places, recordAt } from './record-gate.ts';
import type { Change } from './wrong-record.ts';

/** What a write that is no creation may have made, by its answer. */
export function straysOf(records: Records, places: Places, request: HttpRequest, answer: Answer): StrayLeft[] {
  if (!answer.succeeded || request.method === 'DELETE') return [];
  const change = changeOf(records, places, request);
  const named =
    change === undefined
      ? namedAsMade(records, places, answer)
      : namedBeside(records, change.resource, change.id, answer);
  const there = request.method === 'PUT' ? putThere(records, places, answer) : [];
  return [...there, ...(change === undefined ? [] : commandedThere(records, change)), ...named];
}

/** What a command may have made under an id that the run made up: a store may put in what it does not find. */
function commandedThere({ home }: Records, { resource, madeUp, isInBody }: Change): StrayLeft[] {
  if (madeUp === undefined || isInBody !== true) return [];
  return [{ kind: 'stray', resource, address: addressOf(home, resource, madeUp), id: madeUp }];
}

/** What a PUT may have made at an address that the run made up, or made again where a record of the run is gone. */
function putThere(records: Records, places: Places, { exchange }: Answer): StrayLeft[] {
  const { url } = exchange.request;
  const place = recordAt(records, places, url);
  if (place === undefined) return [];
  const { resource, id } = place;
  const claim = records.claimOfId(resource, id);
  if (claim !== undefined && !claim.gone) return [];
  const record: StrayLeft = { kind: 'stray', resource, address: addressOf(records.home, resource, id), id };
  // Below an id that was made up, a record may be made as well as what is put there.
  return claim === undefined && url !== record.address ? [record, { ...record, address: url }] : [record];
}

/**
 * What a request made that is neither a creation nor a change, such as a method that a collection takes for POST: a 201 names it
 * (RFC 9110 15.3.2).
 */
function namedAsMade(records: Records, { resources }: Places, answer: Answer): StrayLeft[] {
  const { status, location, exchange } = answer;
  if (status !== 201) return [];
  const isNamed = (resource: RecordResource): boolean =>
    location === undefined
      ? resource.list !== undefined && absolute(records.home, resource.list.address) === exchange.request.url
      : idInAddress(records.home, resource, location) !== undefined;
  return resources.filter(isNamed).flatMap((resource) => namedBeside(records, resource, undefined, answer));
}

/**
 * Records that the answer to a change names in place of the one that it was sent to: the server may have made them. An id in a body may
 * be that of something else, such as the operation; the Location, and the body of a 201 without one, name what was made (RFC 9110 15.3.2).
 */
export function namedBeside(
  { home, fresh, claimOfId }: Pick<Records, 'home' | 'fresh' | 'claimOfId'>,
  resource: RecordResource,
  own: string | undefined,
  answer: Answer,
): StrayLeft[] {
  const { location, status } = answer;
  const told = location === undefined ? undefined : idInAddress(home, resource, location);
  const shown = idShown(answer, resource);
  return [...new Set([told, shown])].flatMap((id): StrayLeft[] => {
    if (id === undefined || id === own || claimOfId(resource, id) !== undefined) return [];
    // What the run made up is the command's, or that of a record which a PUT may have made there.
    if (fresh.freshnessOf(id) !== undefined) return [];
    const named = id === told || (status === 201 && location === undefined) ? 'as made' : 'somehow';
    return [{ kind: 'stray', resource, address: addressOf(home, resource, id), id, named }];
  });
}
