import { partsOf } from '../http/address.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { absolute, mayAsk } from '../http/origins.ts';
import { idAtOrAbove, idIgnoring, samePath } from '../ids/record-address.ts';
import type { RecordResource } from '../records/record-claim.ts';
import type { Records } from '../records/records.ts';
import { idText, isObject } from '../representation/json-value.ts';
import type { Target } from '../target.ts';

/** What a request may be aimed at. */
export type Places = Pick<Target, 'operations' | 'commands'> & { readonly resources: readonly RecordResource[] };

/** The methods that only read (RFC 9110 9.2.1). PROPFIND is one (RFC 4918 9.1). */
export const READING_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** Whether a method only reads. */
export function isReading({ method }: Pick<HttpRequest, 'method'>): boolean {
  return READING_METHODS.includes(method.toUpperCase());
}

/**
 * The one gate that every request of a run passes. Why it is not sent: it would leave the target, or write to what this run
 * did not make. What may be written to is a collection and a command by POST, a record of the run, and an id that the run
 * made up. Undefined where the request may be sent.
 */
export async function whyNotSent(records: Records, places: Places, request: HttpRequest): Promise<string | undefined> {
  const { home } = records;
  const address = absolute(home, request.address);
  if (!mayAsk(home, address)) return `${address} is not the target's own address`;
  if (isReading(request) || isAtCollection(records, places, request)) return namedInBody(records, places, request);
  const record = recordAt(records, places, address);
  if (record === undefined) {
    if (!hasFreshSegment(records, address)) return `${request.method} ${address} is aimed at no record of this run`;
    const ignoring = recordIgnoring(records, places, address);
    const why = ignoring === undefined ? undefined : await whyNotWritten(records, ignoring);
    return why ?? namedInBody(records, places, request);
  }
  return (await whyNotWritten(records, record)) ?? namedInBody(records, places, request);
}

/** The resource of which a request creates a record; undefined where it creates none. */
export function createsOn(
  { home, fresh }: Records,
  { resources }: Pick<Places, 'resources'>,
  { method, address }: HttpRequest,
): RecordResource | undefined {
  return resources.find(({ create }) => {
    if (create === undefined || create.method !== method) return false;
    if (method === 'POST') return samePath(home, create.address, address);
    return samePath(home, create.address.replaceAll('{unique}', uniqueIn(address, fresh.nonce)), address);
  });
}

function uniqueIn(address: string, nonce: string): string {
  return new RegExp(`${nonce}[0-9a-z]*`, 'u').exec(address)?.[0] ?? nonce;
}

function isAtCollection(records: Records, places: Places, request: HttpRequest): boolean {
  if (request.method === 'POST') {
    const isCommand = places.commands.some(({ address }) => samePath(records.home, address, request.address));
    if (isCommand || request.aim !== undefined) return true;
  }
  return createsOn(records, places, request) !== undefined;
}

/** A record by its resource and id. */
export interface RecordAt {
  readonly resource: RecordResource;
  readonly id: string;
}

/** The record that an address names, or that it stands below. */
export function recordAt({ home }: Records, { resources, operations }: Places, address: string): RecordAt | undefined {
  for (const resource of resources) {
    for (const template of recordTemplates(resource, operations)) {
      const id = idAtOrAbove(home, template, address);
      if (id !== undefined) return { resource, id };
    }
  }
  return undefined;
}

/** The resource that an address is of: its collection, a record, or what is done to one. */
export function resourceAt(records: Records, places: Places, address: string): RecordResource | undefined {
  const { home } = records;
  const isOf = (place: { readonly address: string } | undefined): boolean =>
    place !== undefined && samePath(home, place.address, address);
  const listed = places.resources.find(({ create, list }) => isOf(create) || isOf(list));
  return listed ?? recordAt(records, places, absolute(home, address))?.resource;
}

/** The record of an id that was not made up, which an address names to a server that ignores what was made up elsewhere in it. */
function recordIgnoring(
  { home, fresh }: Records,
  { resources, operations }: Places,
  address: string,
): RecordAt | undefined {
  const isMadeUp = (segment: string): boolean => fresh.freshnessOf(segment) === 'sure';
  for (const resource of resources) {
    for (const template of recordTemplates(resource, operations)) {
      const id = idIgnoring(home, template, address, isMadeUp);
      if (id !== undefined && !isMadeUp(id)) return { resource, id };
    }
  }
  return undefined;
}

const templates = new WeakMap<Places['operations'], Map<RecordResource, readonly string[]>>();

/** The addresses of a resource's records, and of what is done to them. */
function recordTemplates(resource: RecordResource, operations: Places['operations']): readonly string[] {
  const byResource = templates.get(operations) ?? new Map<RecordResource, readonly string[]>();
  templates.set(operations, byResource);
  const known = byResource.get(resource);
  if (known !== undefined) return known;
  const own = [resource.item, resource.delete, resource.update].flatMap((place) => place?.address ?? []);
  const worked = operations
    .filter((operation) => operation.resource === resource.name)
    .flatMap(({ forms }) => Object.values(forms).map((spelling) => spelling.address));
  const made = [...new Set([...own, ...worked])].filter((template) => template.includes('{id}'));
  byResource.set(resource, made);
  return made;
}

async function whyNotWritten(records: Records, { resource, id }: RecordAt): Promise<string | undefined> {
  const claim = records.claimOfId(resource, id);
  if (claim !== undefined) {
    const why = await records.whyNotOurs(claim);
    if (claim.id !== id) return `${id} is not the id of the record that was made`;
    if (why !== undefined) return `${id} of ${resource.name} was not shown to be this run's: ${why}`;
    return (await records.replaced.whyNotStill(claim))?.why;
  }
  const freshness = records.fresh.freshnessOf(id);
  if (freshness === undefined) return `${id} of ${resource.name} is not a record that this run made`;
  if (await records.isFree(resource, id)) return undefined;
  return `a record of ${resource.name} may have the id ${id}, which was made up`;
}

function hasFreshSegment({ fresh }: Records, address: string): boolean {
  return partsOf(address)?.segments.some((segment) => fresh.freshnessOf(segment) === 'sure') === true;
}

/** A command and form G name the deal in the body: it has to be the run's as well, or one that was made up. */
async function namedInBody(records: Records, places: Places, request: HttpRequest): Promise<string | undefined> {
  if (isReading(request) || !isObject(request.json)) return undefined;
  for (const member of namingMembers(records, places, request)) {
    const id = idText(request.json[member]);
    if (id === undefined) continue;
    const named = places.resources.find((resource) => records.claimOfId(resource, id) !== undefined);
    const resource = named ?? places.resources.find(({ name }) => name === places.operations[0]?.resource);
    // A word may be read as 0.
    const mayMeetZero = resource !== undefined && records.wasListed(resource, '0');
    if (records.fresh.freshnessOf(id) === 'sure' && !mayMeetZero) continue;
    if (resource === undefined) return `the body names ${id}, which is not a record that this run made`;
    const why = await whyNotWritten(records, { resource, id });
    if (why !== undefined) return why;
  }
  return undefined;
}

/** The members by which the body of a request names its record: none where the address names it. */
export function namingMembers({ home }: Records, { commands, operations }: Places, { address }: HttpRequest): string[] {
  const members = commands
    .filter((command) => samePath(home, command.address, address))
    .flatMap(({ payload }) => Object.keys(payload).filter((member) => payload[member] === '{deal}'));
  const isNamed = operations.some(({ forms }) =>
    Object.values(forms).some(
      (spelling) => spelling.payload === 'deal-action' && beginsAlike(spelling.address, absolute(home, address)),
    ),
  );
  return isNamed ? [...members, 'deal'] : members;
}

// All before the id that the client chooses.
function beginsAlike(template: string, address: string): boolean {
  const [before = ''] = template.split('{');
  return partsOf(address)?.pathname.includes(before) === true;
}
