import { isObject } from '../../core/representation/json-value.ts';
import type { Json, JsonObject } from '../../fixtures/json.ts';
import { arrivalOf, arrivedAs } from '../../mock/faces/arrival.ts';
import { type Change, type Deviation, onAnswer, type RequestView, withFields } from './deviation.ts';

/** Whether a request creates a deal (document 4.1). */
export function isCreation({ method, path }: Pick<RequestView, 'method' | 'path'>): boolean {
  return method === 'POST' && /\/rest\/[^/]+\/deals\/?$/u.test(path);
}

/** The id of the deal whose own address a path is, as it stands there; undefined for any other path. */
export function dealIn(path: string): string | undefined {
  return /\/rest\/[^/]+\/deals\/([^/]+)$/u.exec(path)?.[1];
}

/** The path without its last segment, and that of another deal beside it. */
export function beside(path: string, id: string): string {
  return `${path.slice(0, path.lastIndexOf('/') + 1)}${id}`;
}

/** The body as a JSON object; an empty one when it is none. */
export function payloadOf({ body }: Pick<RequestView, 'body'>): JsonObject {
  try {
    const value = JSON.parse(body) as Json; // JSON.parse gives what JSON can write and nothing else
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Whether the body is JSON in UTF-8. */
export function isWellFormed({ body }: Pick<RequestView, 'body'>): boolean {
  // What is no UTF-8 was read as this character, which no payload of a run holds.
  if (body.includes('\ufffd')) return false;
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

/** The same request with another method, path or body, as if the client had sent that. */
export function resent(
  { request, method, body }: RequestView,
  other: { readonly method?: string; readonly path?: string; readonly body?: string },
): Request {
  const url = new URL(request.url);
  // The body is the new one's own.
  const { target = url.pathname + url.search, body: _, ...arrival } = arrivalOf(request);
  const path = other.path ?? target;
  const sent = other.method ?? method;
  const content = other.body ?? body;
  const carries = sent !== 'GET' && sent !== 'HEAD' && content !== '';
  const made = new Request(new URL(path, url), {
    method: sent,
    headers: request.headers,
    ...(carries ? { body: content } : {}),
  });
  return arrivedAs(made, { ...arrival, target: path });
}

/** The same request with another JSON object as its body. */
export function edited(seen: RequestView, change: (payload: JsonObject) => Json): Request {
  return resent(seen, { body: JSON.stringify(change(payloadOf(seen))) });
}

/** A GET of a path in JSON, as the client of this request would send it. */
export function reading(seen: RequestView, path: string): Request {
  const request = resent(seen, { method: 'GET', path });
  request.headers.set('accept', 'application/json');
  return request;
}

/** A fault in the answer of every deal that was created. */
export function onCreated(change: Change): Deviation['wrap'] {
  return onAnswer((response, seen) => (isCreation(seen) && response.ok ? change(response, seen) : response));
}

/** A fault in the Location of every deal that was created; `undefined` takes it away. */
export function onLocation(change: (location: string, seen: RequestView) => string | undefined): Deviation['wrap'] {
  return onCreated((response, seen) =>
    withFields(response, { location: change(response.headers.get('location') ?? '', seen) }),
  );
}

/** An answer with a JSON body. */
export function jsonAnswer(status: number, value: Json, fields: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...fields } });
}

/** An answer without a body. */
export function bareAnswer(status: number, fields: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: fields });
}

/** A fault that remembers something from request to request; what it remembers begins anew with each mock. */
export function remembering<T>(begin: () => T, wrap: (memory: T) => Deviation['wrap']): Deviation['wrap'] {
  return (fetch, mock) => wrap(begin())(fetch, mock);
}
