import type { Answer } from '../core/answer.ts';
import { isObject } from '../core/representation/json-value.ts';

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
