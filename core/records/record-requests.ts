import type { Answer } from '../answer.ts';
import { fillTemplate } from '../http/address.ts';
import type { HttpRequest } from '../http/exchange.ts';
import type { Home } from '../http/origins.ts';
import { idAt } from '../ids/record-address.ts';
import { at } from '../representation/json-pointer.ts';
import { idText } from '../representation/json-value.ts';
import type { RecordResource } from './record-claim.ts';

/** A record by its id, and the answer that told of it. */
export interface Named {
  readonly id: string;
  readonly answer?: Answer;
}

/** Reads a record by its id; undefined where the resource's records are not read. */
export function readRequest(resource: RecordResource, id: string): HttpRequest | undefined {
  if (resource.item === undefined) return undefined;
  return { method: 'GET', address: fillTemplate(resource.item.address, { id }), headers: fieldsFor(resource) };
}

/** Reads the collection; undefined where it is not listed. */
export function listRequest(resource: RecordResource): HttpRequest | undefined {
  if (resource.list === undefined) return undefined;
  return { method: 'GET', address: resource.list.address, headers: fieldsFor(resource) };
}

/** Deletes a record by its id; undefined where the resource offers no deletion. */
export function deleteRequestOf(home: Home, resource: RecordResource, { id, answer }: Named): HttpRequest | undefined {
  if (resource.delete === undefined || resource.never.includes('DELETE')) return undefined;
  const template = resource.delete.address;
  const told = Object.entries(resource.delete.query ?? {}).map(([name, pointer]) => {
    const value = idText(at(answer?.representation.value, pointer)) ?? '';
    return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  });
  // The target's own spelling of the address, where it is one of this template.
  const location = answer?.location;
  const isSpelt = location !== undefined && idAt(home, template, location) === id;
  const place = isSpelt ? location : fillTemplate(template, { id });
  const query = told.join('&');
  const separator = place.includes('?') ? '&' : '?';
  return { method: 'DELETE', address: query === '' ? place : place + separator + query, alone: true };
}

/** The fields that requests about a resource carry: its own, and its own media type where the target file names one. */
export function fieldsFor({ mediaTypes, headers, representations = [] }: RecordResource): Record<string, string> {
  const [first] = representations;
  const name = first === undefined || representations.includes('json') ? 'json' : first;
  const accept = mediaTypes[name] === 'application/json' ? {} : { accept: mediaTypes[name] };
  return { ...accept, ...headers };
}
