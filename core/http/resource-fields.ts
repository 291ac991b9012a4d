import type { Resource } from '../target.ts';
import type { HttpRequest } from './exchange.ts';

/**
 * A request about a resource, with the fields that its target file asks for: its own header fields, the media type by which it
 * is asked for, and the one of what is sent. What the request says itself wins.
 */
export function withFieldsOf(resource: Pick<Resource, 'headers' | 'mediaTypes'>, request: HttpRequest): HttpRequest {
  const { headers, mediaTypes } = resource;
  const own = {
    ...unlessUsual('accept', mediaTypes.json),
    ...(request.json === undefined ? {} : unlessUsual('content-type', mediaTypes.request)),
  };
  return { ...request, headers: { ...own, ...headers, ...request.headers } };
}

// The client says application/json of its own accord, unless the fields of the whole target say something else.
function unlessUsual(name: string, type: string): Readonly<Record<string, string>> {
  return type === 'application/json' ? {} : { [name]: type };
}
