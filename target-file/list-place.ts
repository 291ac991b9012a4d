import type { Answer } from '../core/answer.ts';
import { isAbsent } from '../core/http/status-kinds.ts';
import { isObject } from '../core/representation/json-value.ts';
import type { DraftResource } from './draft.ts';
import type { Inquiry } from './inquiry.ts';

/** The array that an answer to a GET of a collection gives, and where it is, as a JSON Pointer. */
export interface ListFound {
  readonly pointer: string;
  readonly entries: readonly unknown[];
}

/** The one array of an answer of 200: the whole, a member of the whole, as of a page, or a member of that, as in HAL. */
export function listIn(answer: Answer | undefined): ListFound | undefined {
  return answer?.status === 200 ? arrayIn(answer.representation.value) : undefined;
}

/** What was found in a list, in words. */
export function inWords(address: string, { pointer, entries }: ListFound): string {
  const place = pointer === '' ? '' : ` at ${pointer}`;
  return `GET ${address} was answered 200 with an array of ${entries.length}${place}`;
}

function arrayIn(body: unknown): ListFound | undefined {
  if (Array.isArray(body)) return { pointer: '', entries: body };
  if (!isObject(body)) return undefined;
  const arrays = arraysOf(body);
  if (arrays.length > 0) return arrays.length === 1 ? arrays[0] : undefined;
  const below = Object.entries(body).flatMap(([member, value]) =>
    isObject(value) ? arraysOf(value).map((one) => ({ ...one, pointer: step(member) + one.pointer })) : [],
  );
  const [only, ...others] = below.filter(({ entries }) => entries.some(isObject));
  return others.length === 0 ? only : undefined;
}

function arraysOf(body: Readonly<Record<string, unknown>>): readonly ListFound[] {
  return Object.entries(body).flatMap(([member, value]) =>
    Array.isArray(value) ? [{ pointer: step(member), entries: value }] : [],
  );
}

/** One step of a JSON Pointer (RFC 6901 3). */
function step(member: string): string {
  return `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

type List = NonNullable<DraftResource['list']>;

/** A list as it was asked for, and what it was answered. */
export interface SeenList {
  readonly list?: DraftResource['list'];
  readonly listed?: Answer | undefined;
}

/**
 * Asks for the list of a resource: where the document does not promise it and it is missing, with the slash at the end of its address taken
 * away, or added. Without the records of others a run would not see whether it harms them.
 */
export async function seeList(inquiry: Inquiry, resource: DraftResource): Promise<SeenList> {
  const { list, ifSeen } = resource;
  if (list === undefined) return {};
  const listed = await inquiry.ask({ method: 'GET', address: list.address }, resource);
  if (!ifSeen.includes('list')) return { list, listed };
  if (listed === undefined || !isAbsent(listed)) return { list: withPlace(list, listed), listed };
  const address = list.address.endsWith('/') ? list.address.slice(0, -1) : `${list.address}/`;
  const other = await inquiry.ask({ method: 'GET', address }, resource);
  return listIn(other) === undefined
    ? { list, listed }
    : { list: withPlace({ ...list, address }, other), listed: other };
}

/**
 * The list with the place of its array, where the answer holds one below the top, as a page or HAL does. The document does not show this list,
 * so that any place of it is right; without the records of others a run would not see whether it harms them.
 */
function withPlace(list: List, answer: Answer | undefined): List {
  const found = list.envelope === '' ? listIn(answer) : undefined;
  return found?.entries.some(isObject) !== true ? list : { ...list, envelope: found.pointer };
}
