import type { Answer } from '../../core/answer.ts';
import { at } from '../../core/representation/json-pointer.ts';
import { isObject } from '../../core/representation/json-value.ts';
import type { Resource } from '../../core/target.ts';
import { kindOf } from './evidence.ts';

/** Demands that each entry of an array of records (document 4.3, 4.4) is one: neither null nor a list, which hold nothing of a record, nor a text of JSON. */
export function holdsRecords(answer: Answer, entries: readonly unknown[], resource?: Resource): Answer {
  const pointer = resource?.list?.id ?? '/id';
  const odd = entries.find(
    (entry) => entry === null || (Array.isArray(entry) && at(entry, pointer) === undefined) || isRecordAsText(entry),
  );
  return answer.owes(odd === undefined, 'an array of records', `${kindOf(odd)} in it`);
}

function isRecordAsText(entry: unknown): boolean {
  if (typeof entry !== 'string' || !/^\s*\{"/u.test(entry)) return false;
  try {
    return isObject(JSON.parse(entry));
  } catch {
    return false;
  }
}

/** Demands that no entry shows an empty text as its id, which is in no path (document 2: a path segment). */
export function idsAreNotEmpty(answer: Answer, entries: readonly unknown[], { item, list }: Resource): Answer {
  // Where nothing is asked for by its id, an id may be that of a group.
  const isAsked = item !== undefined;
  const empty = entries.findIndex((entry) => (list?.entries === 'ids' ? entry : at(entry, list?.id ?? '/id')) === '');
  return answer.owes(!isAsked || empty < 0, 'an id of each record', `an empty one in entry ${empty + 1}`);
}
