import type { Resource } from '../target.ts';
import { at } from './json-pointer.ts';
import { idText } from './json-value.ts';

type Read = Pick<Resource, 'list'> & Partial<Pick<Resource, 'query'>>;

/** Those entries of a list's body that are records; undefined where it holds no array. */
export function listedIn(body: unknown, { list }: Read): readonly unknown[] | undefined {
  return recordsOf(at(body, list?.envelope ?? ''), list);
}

/** The same in the body of an answer to a query, which may have an envelope of its own. */
export function foundIn(body: unknown, resource: Read): readonly unknown[] | undefined {
  return recordsOf(at(body, queryEnvelope(resource)), resource.list);
}

/** Where the answer to a query holds its array: as in the list, unless the target file says otherwise. */
export function queryEnvelope({ list, query }: Read): string {
  return query?.envelope ?? list?.envelope ?? '';
}

function recordsOf(found: unknown, list: Read['list']): readonly unknown[] | undefined {
  if (!Array.isArray(found)) return undefined;
  const { records } = list ?? {};
  if (records === undefined) return found;
  return found.filter((entry) => records.values.some((value) => value === at(entry, records.field)));
}

/** The id that an entry of a list shows; undefined where it shows none. */
export function idOfEntry(entry: unknown, { list }: Read): string | undefined {
  return idText(at(entry, list?.id ?? '/id'));
}
