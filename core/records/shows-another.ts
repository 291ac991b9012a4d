import type { Answer } from '../answer.ts';
import { at } from '../representation/json-pointer.ts';
import { isObject } from '../representation/json-value.ts';
import { type Claim, holds, idShown } from './record-claim.ts';

/**
 * Whether an answer shows another record than the one that a creation made: under the same id, and with another text in a member
 * that was sent with a value of the run. A record that is emptied, or marked as deleted, is no other one.
 */
export function showsAnother(answer: Answer, { payload, resource, id }: Claim, nonce: string): boolean {
  if (!answer.succeeded || holds(answer, nonce) || !isObject(payload)) return false;
  const marked = Object.keys(payload).filter((member) => isMarked(payload[member], nonce));
  const { representation } = answer;
  if (representation.syntax === 'xml' && id !== undefined && answer.text.includes(`>${id}<`))
    return marked.some((member) => new RegExp(`<${escaped(member)}>[^<]*[^<\\s]`, 'u').test(answer.text));
  const record = at(representation.value, resource.item?.envelope ?? '');
  if (!isObject(record)) return false;
  const shown = idShown(answer, resource);
  return (shown === undefined || shown === id) && marked.some((member) => isText(record[member]));
}

/** The same of an entry in a list, in which no value of the run stands. */
export function isAnothersEntry(entry: unknown, { payload }: Pick<Claim, 'payload'>, nonce: string): boolean {
  if (!isObject(entry) || !isObject(payload)) return false;
  return Object.keys(payload).some((member) => isMarked(payload[member], nonce) && isText(entry[member]));
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isMarked(value: unknown, nonce: string): boolean {
  return typeof value === 'string' && value.toLowerCase().includes(nonce);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&');
}
