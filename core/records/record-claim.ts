import type { Answer } from '../answer.ts';
import { fillTemplate, segmentsOf } from '../http/address.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { type Home, mayAsk } from '../http/origins.ts';
import { isAbsent } from '../http/status-kinds.ts';
import { idAt } from '../ids/record-address.ts';
import { idOfEntry, listedIn } from '../representation/entries.ts';
import { at } from '../representation/json-pointer.ts';
import { idText, isObject, textsIn } from '../representation/json-value.ts';
import { sameValue } from '../representation/same-value.ts';
import type { Resource } from '../target.ts';

/** What has to be known of a resource to tell its records apart and to delete them. */
export type RecordResource = Pick<
  Resource,
  'name' | 'create' | 'list' | 'item' | 'delete' | 'update' | 'idFrom' | 'known' | 'mediaTypes' | 'headers' | 'never'
> &
  Partial<Pick<Resource, 'representations' | 'unknownIds' | 'computed' | 'nested'>>;

/** What a creation was answered, read with care: which record it names, if any. */
export interface Claim {
  /** `1`, `2` … in the order of the answers. */
  readonly number: number;
  readonly resource: RecordResource;
  readonly request: HttpRequest;
  readonly answer: Answer;
  /** What was sent; undefined where it was no JSON. */
  readonly payload: unknown;
  /** The id of a record that was not known before, as the answer named it first; undefined where it names none. */
  readonly told: string | undefined;
  /** The same, or another one that the answer named, which a reading showed to be the record's. */
  id: string | undefined;
  /** Other ids that the answer names, which count where a record of that id is seen to be this one. */
  readonly others: readonly string[];
  /** Where the record is read; undefined where the answer tells no address of a new one. */
  readonly address: string | undefined;
  /** What the answer names in place of a new record, in words. */
  readonly problem: string | undefined;
  /** The id of a record that was there before, where it names one in place of its own or besides. */
  readonly existed: string | undefined;
  /** Its deletion was sent, and need not be answered yet. */
  isDeletionSent?: true;
  /** It was deleted. */
  gone: boolean;
  /** Milliseconds of the run at which the deletion was sent that ended it. */
  goneSince?: number;
  /** The same, at which that was answered. */
  goneAt?: number;
}

/** What a creation is read by. */
export interface Reading {
  readonly home: Home;
  readonly resource: RecordResource;
  readonly request: HttpRequest;
  readonly answer: Answer;
  readonly nonce: string;
  /** Whether a record of this id was there before the creation. */
  readonly isKnown: (id: string) => boolean;
}

/** The record that a creation's answer names: by its Location where that has the shape of a record's address, else by its body. */
export function readClaim(reading: Reading): Pick<Claim, 'told' | 'others' | 'address' | 'problem' | 'existed'> {
  const { home, resource, answer, isKnown } = reading;
  const named = idsNamed(reading);
  const [id, ...others] = named.filter((one) => !isKnown(one));
  const known = named.find(isKnown);
  if (id === undefined && known !== undefined) {
    const problem = `the answer names ${placeOf(reading, known)}, which was there before the creation`;
    return { told: undefined, others, address: undefined, problem, existed: known };
  }
  const { location } = answer;
  const isOther = location !== undefined && known !== undefined && idInAddress(home, resource, location) === known;
  const address = addressOf(reading, id, isOther ? undefined : location);
  const problem = id === undefined ? whyNameless(reading) : undefined;
  const beside = idBeforeQuery(reading).filter((one) => !isKnown(one) && !named.includes(one));
  return { told: id, others: [...others, ...beside], address, problem, existed: isOther ? known : undefined };
}

/**
 * The id in a Location that has a query of its own: `/deals/3?version=1`. The query may choose among several, so that the id
 * counts only where the record of that id, without the query, is seen to be this one.
 */
function idBeforeQuery({ home, resource, answer }: Reading): string[] {
  const [path = '', query] = (answer.location ?? '').split('?');
  if (resource.idFrom !== 'location' || query === undefined) return [];
  return [idInAddress(home, resource, path)].filter((id) => id !== undefined);
}

/** The id that an address names by the item or the delete template of a resource. */
export function idInAddress(home: Home, resource: RecordResource, address: string): string | undefined {
  const templates = [resource.item?.address, resource.delete?.address].filter((t): t is string => t !== undefined);
  for (const template of templates) {
    const id = idAt(home, template, address);
    if (id !== undefined) return id;
  }
  return undefined;
}

function idsNamed({ home, resource, request, answer, nonce }: Reading): string[] {
  const { idFrom, create } = resource;
  if (idFrom === 'request') {
    const url = answer.exchange.request.url;
    const isPut = create?.method === 'PUT';
    const chosen = isPut ? idInAddress(home, resource, url) : idText(at(request.json, idPointer(resource)));
    if (chosen?.includes(nonce) === true) return [chosen];
    return valuesSent(isPut ? url : undefined, request.json, nonce);
  }
  const { value } = answer.representation;
  if (idFrom !== 'location') return [idText(at(value, idFrom))].filter((id) => id !== undefined);
  const { location } = answer;
  const told = location === undefined ? undefined : idInAddress(home, resource, location);
  const shown = idText(at(at(value, create?.envelope ?? ''), idPointer(resource)));
  // An answer may repeat the id that was sent, and mean nothing by it.
  if (told !== undefined && shown === idSent(resource, request.json)) return [told];
  // What stands behind a semicolon is a parameter (RFC 3986 3.3), and no part of the id that the body shows without it.
  const named = shown !== undefined && told?.startsWith(`${shown};`) === true ? [shown, told] : [told, shown];
  return [...new Set(named.filter((id) => id !== undefined))];
}

/** The id that a creation sent among the members of its payload; undefined where it sent none. */
export function idSent(resource: Pick<RecordResource, 'item' | 'list'>, payload: unknown): string | undefined {
  return idText(at(payload, idPointer(resource)));
}

function idPointer({ item, list }: Pick<RecordResource, 'item' | 'list'>): string {
  return item?.id ?? list?.id ?? '/id';
}

/** The one whole value of this run that a creation sent, in its address or in its body: none where it sent several. */
function valuesSent(url: string | undefined, json: unknown, nonce: string): string[] {
  const { pathname = '', searchParams = [] } = url === undefined ? {} : new URL(url);
  const inAddress = [...segmentsOf(pathname), ...[...searchParams].map(([, value]) => value)];
  const isOwn = (value: string): boolean => value.includes(nonce);
  const candidates = inAddress.some(isOwn) ? inAddress.filter(isOwn) : textsIn(json).filter(isOwn);
  const [only, ...more] = new Set(candidates);
  return only === undefined || more.length > 0 ? [] : [only];
}

function addressOf(
  { home, resource, answer }: Reading,
  id: string | undefined,
  location: string | undefined,
): string | undefined {
  // Of a 201 alone it is said to be the new record's address (RFC 9110 10.2.2); elsewhere it may lead anywhere.
  const isItsOwn = answer.status === 201 || (location !== undefined && idInAddress(home, resource, location) === id);
  if (location !== undefined && isItsOwn && mayAsk(home, location)) return location;
  if (resource.create?.method === 'PUT') return answer.exchange.request.url;
  const template = resource.item?.address ?? resource.delete?.address;
  return id === undefined || template === undefined ? undefined : home.baseUrl + fillTemplate(template, { id });
}

function whyNameless({ home, resource, answer: { location } }: Reading): string {
  if (location === undefined) return 'the answer names no record';
  if (!mayAsk(home, location)) return `the Location ${location} leads to another host`;
  return `the Location ${location} is no address of a record of ${resource.name}`;
}

function placeOf({ home, resource, answer: { location } }: Reading, id: string): string {
  return location !== undefined && idInAddress(home, resource, location) === id ? location : `the id ${id}`;
}

/** What a reading of a record says of whose it is: it shows what was sent, or something else in its place, or neither. */
export function whoseItIs(
  read: Answer,
  { payload, resource }: Pick<Claim, 'payload' | 'resource'>,
  nonce: string,
): 'ours' | 'other' | 'unknown' {
  if (holds(read, nonce)) return 'ours';
  const record = at(read.representation.value, resource.item?.envelope ?? '');
  const { syntax, text } = read.representation;
  if (!isObject(record)) return (syntax === 'xml' || syntax === 'html') && text.trim() !== '' ? 'other' : 'unknown';
  const sent = isObject(payload) ? payload : {};
  // A target may choose the id itself, so an id that was sent says nothing.
  const shared = Object.keys(sent).filter((member) => member in record && `/${member}` !== idPointer(resource));
  if (shared.length === 0) return 'unknown';
  const isAlike = shared.every((member) => sameValue(sent[member], record[member]));
  if (!isAlike) return 'other';
  // Without a value of this run in it, a payload can only be recognised by all that it holds.
  return holdsNonce(sent, nonce) ? 'unknown' : 'ours';
}

/** Whether a reading shows a record: something with an id, or with a member that creations send. */
export function showsRecord({ succeeded, representation }: Answer, { create, item }: RecordResource): boolean {
  if (!succeeded) return false;
  if (representation.syntax === 'xml') return representation.strings.length > 0;
  const record = at(representation.value, item?.envelope ?? '');
  if (!isObject(record)) return false;
  const isNamed = idText(at(record, item?.id ?? '/id')) !== undefined;
  return isNamed || Object.keys(create?.sample ?? {}).some((member) => member in record);
}

/** The id that a reading of a record shows; undefined where it shows none. */
export function idShown({ representation }: Answer, resource: RecordResource): string | undefined {
  return idText(at(at(representation.value, resource.item?.envelope ?? ''), idPointer(resource)));
}

/** Whether an answer holds a value of this run, in whatever case and spelling. */
export function holds(answer: Answer, nonce: string): boolean {
  const { text } = answer;
  if (text.toLowerCase().includes(nonce)) return true;
  const { representation } = answer;
  // JSON has no other spelling of a letter than an escape.
  if (representation.syntax === 'json' && !text.includes('\\')) return false;
  return representation.strings.some((one) => one.toLowerCase().includes(nonce));
}

function holdsNonce(payload: unknown, nonce: string): boolean {
  return (JSON.stringify(payload) ?? '').includes(nonce);
}

const ID_MEMBERS: readonly string[] = ['id', '_id', 'uuid', 'key', 'userId'];

/** The ids that a collection shows, under whatever name it is likely to show them. */
export function idsListed(answer: Answer, resource: RecordResource): string[] {
  const { list } = resource;
  return (listedIn(answer.representation.value, resource) ?? []).flatMap((entry) => {
    const values = [entry, at(entry, list?.id ?? '/id'), ...ID_MEMBERS.map((name) => at(entry, `/${name}`))];
    return values.map(idText).filter((id) => id !== undefined);
  });
}

/** The ids of those records of a collection that hold a value of this run. */
export function ownIdsListed(answer: Answer, resource: RecordResource, nonce: string): string[] {
  return (listedIn(answer.representation.value, resource) ?? []).flatMap((entry) => {
    const id = idOfEntry(entry, resource);
    return id !== undefined && holdsNonce(entry, nonce) ? [id] : [];
  });
}

/** So many characters of JSON make a record long. */
const LONG = 4096;

/** Whether so much was sent for a record that lists show it above all others. */
export function isLong({ payload }: Pick<Claim, 'payload'>): boolean {
  return (JSON.stringify(payload) ?? '').length > LONG;
}

/**
 * Why a reading does not show the record of the run whose id a list shows; undefined where it does, or says nothing. What a list calls the id
 * may be no part of the address, which then names a record of somebody else.
 */
export function whyNotShownAs(address: string, answer: Answer, nonce: string): string | undefined {
  if (answer.succeeded) return holds(answer, nonce) ? undefined : `GET ${address} shows another record than the list`;
  return isAbsent(answer) ? `GET ${address} was answered ${answer.status}, though the list shows it` : undefined;
}
