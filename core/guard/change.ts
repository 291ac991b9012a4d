import { partsOf } from '../http/address.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { absolute } from '../http/origins.ts';
import { beginsAsNumber } from '../ids/fresh-ids.ts';
import { samePath } from '../ids/record-address.ts';
import type { RecordResource } from '../records/record-claim.ts';
import type { Records } from '../records/records.ts';
import { idText, isObject } from '../representation/json-value.ts';
import { createsOn, isReading, namingMembers, type Places, recordAt } from './record-gate.ts';
import type { Change } from './wrong-record.ts';

/** The change that a request is; undefined where it is none, or of no record that is known. */
export function changeOf(records: Records, places: Places, request: HttpRequest): Change | undefined {
  if (isReading(request) || request.aim === 'collection') return undefined;
  if (createsOn(records, places, request) !== undefined) return undefined;
  const address = absolute(records.home, request.address);
  const at = recordAt(records, places, address);
  const change = at && changeOn(records, request, at.resource, at.id);
  if (request.method === 'DELETE') return change?.names === 'own' ? undefined : change;
  if (change !== undefined) return change;
  const members = namingMembers(records, places, request);
  // Where no operation is served, a command is of deals (document 4.3, 2).
  const of = places.operations[0]?.resource ?? 'deals';
  const resource = places.resources.find(({ name }) => name === of);
  if (members.length === 0 || resource === undefined) return undefined;
  const command = places.commands.find((one) => samePath(records.home, one.address, request.address));
  const operation = command === undefined ? {} : { operation: command.name };
  return { ...operation, ...changeOn(records, request, resource, idIn(request, members)), isInBody: true };
}

/** The change that a request is which names this id of a resource. */
export function changeOn(
  records: Records,
  request: HttpRequest,
  resource: RecordResource,
  id: string | undefined,
): Change {
  const place = placeOf(records, request, id);
  const of = { resource, ...(request.operation === undefined ? {} : { operation: request.operation }) };
  if (id === undefined) return { place, names: 'nothing', ...of };
  const claim = records.claimOfId(resource, id);
  if (claim === undefined) return { place: `${place}, ${kindOf(id)}`, names: 'made-up', madeUp: id, ...of };
  return { place, names: claim.gone ? 'gone' : 'own', id, ...of };
}

/** A server may read numbers and words in different ways. */
function kindOf(id: string): string {
  return beginsAsNumber(id) ? 'with a number that was made up,' : 'with an id that was made up,';
}

/** The id in a body, as a server that reads it as JSON finds it. */
function idIn({ json, headers = {} }: HttpRequest, members: readonly string[]): string | undefined {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isJson = type === undefined || /json/iu.test(type);
  const ids = isJson && isObject(json) ? members.map((member) => idText(json[member])) : [];
  return ids.includes(undefined) ? undefined : ids[0];
}

function placeOf({ home, fresh }: Records, { method, address }: HttpRequest, id: string | undefined): string {
  const parts = partsOf(absolute(home, address));
  const segments = (parts?.segments ?? []).map((segment) =>
    segment === id || fresh.freshnessOf(segment) !== undefined ? '{}' : segment,
  );
  return `${method} ${segments.join('/')}`;
}
