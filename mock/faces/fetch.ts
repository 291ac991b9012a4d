import type { Fetch, Mock } from '../interface.ts';
import { EMPTY, type MockRequest, type MockResponse } from '../message.ts';
import { loadingFor } from '../service/payload-loading.ts';
import { arrivalOf } from './arrival.ts';
import { isControl } from './control-address.ts';
import { bodyUnder } from './faulted-response.ts';
import { splitTarget } from './request-target.ts';
import { responseWith } from './response.ts';

/** The Fetch face of a mock: in-process, and under MSW. */
export function createFetch(mock: Pick<Mock, 'options' | 'enter' | 'leave' | 'answer' | 'wrapped' | 'control'>): Fetch {
  return async (request) => {
    const { options, wrapped } = mock;
    if (isControl(new URL(request.url).pathname, options.basePath)) return mock.control(request);
    const loading = loadingFor(request.method);
    if (loading !== undefined) await loading;
    if (wrapped !== undefined) return answerWrapped(mock, wrapped, request);
    return sent(mock.answer(askOf(request, await bytesWithin(request, options.bodyLimit))), request);
  };
}

async function sent(reply: MockResponse, { signal }: Request): Promise<Response> {
  if (reply.fault === undefined) return responseOf(reply);
  return responseOf(reply, await bodyUnder(reply.fault, reply.body, signal));
}

/** The service alone as a function of a Request: what something that wraps it stands in front of. */
export function createServiceFetch(mock: Pick<Mock, 'options' | 'serve'>): Fetch {
  return async (request) => responseOf(mock.serve(askOf(request, await bytesWithin(request, mock.options.bodyLimit))));
}

async function answerWrapped(
  mock: Pick<Mock, 'options' | 'enter' | 'leave'>,
  wrapped: Fetch,
  request: Request,
): Promise<Response> {
  // What wraps the service reads the body itself.
  const copy = request.body === null ? request : request.clone();
  const passage = mock.enter(askOf(request, await bytesWithin(copy, mock.options.bodyLimit)));
  if (passage.early !== undefined) return sent(mock.leave(passage, passage.early), request);
  const reply = await replyOf(await wrapped(request), request.method);
  return sent(mock.leave(passage, reply), request);
}

/** The bytes of a request's body, of which no more is read than the limit; nothing at all where its length is told to be more. */
export async function bytesWithin(request: Request, limit: number): Promise<MockRequest['body']> {
  const { body } = arrivalOf(request);
  if (body !== undefined) return body.length > limit ? 'too-large' : body;
  if (request.body === null) return EMPTY;
  if (Number(request.headers.get('content-length') ?? 0) <= limit) return readLimited(request.body, limit);
  stop(request.body);
  return 'too-large';
}

/** A Request as the mock reads it. */
export function askOf(request: Request, body: MockRequest['body']): MockRequest {
  const arrival = arrivalOf(request);
  const url = new URL(request.url);
  const { path, query } = splitTarget(arrival.target ?? url.pathname + url.search);
  return {
    method: request.method,
    path,
    query,
    origin: url.origin === 'null' ? undefined : url.origin,
    header: (name) => request.headers.get(name) ?? undefined,
    fields: () => [...request.headers].flat(),
    body,
  };
}

// A view on a shared buffer is no BodyInit to TypeScript; no reply has one.
type Body = string | Uint8Array<ArrayBuffer> | null;

// To read a body off the Response that it was just put into takes longer than to answer.
const bodies = new WeakMap<Response, MockResponse['body']>();

/** Turns a reply into a Response, whose body may be another than the reply's. */
export function responseOf(reply: MockResponse, body: BodyInit | null = reply.body as Body): Response {
  const headers = new Headers();
  for (let i = 0; i < reply.fields.length; i += 2) headers.append(reply.fields[i] ?? '', reply.fields[i + 1] ?? '');
  const response = responseWith(body, reply.status, headers);
  if (body === reply.body) bodies.set(response, reply.body);
  return response;
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  const known = bodies.get(response);
  if (known === undefined || response.bodyUsed) return new Uint8Array(await response.arrayBuffer());
  return typeof known === 'string' ? encoder.encode(known) : (known ?? EMPTY);
}

const encoder = new TextEncoder();

/**
 * What a wrapped answer is on the connection. A wrapper may have changed the body, so its length is taken anew, except where
 * the field tells of a body that is not sent.
 */
export async function replyOf(response: Response, method: string): Promise<MockResponse> {
  const { status } = response;
  const headers = new Headers(response.headers);
  const sendsNone = method === 'HEAD' || status === 204 || status === 304;
  const body = sendsNone ? null : await bytesOf(response);
  if (body !== null) headers.set('content-length', String(body.length));
  if (!headers.has('date')) headers.set('date', new Date().toUTCString());
  return { status, fields: [...headers].flat(), body, chosenByAccept: false };
}

async function readLimited(stream: ReadableStream<Uint8Array>, limit: number): Promise<MockRequest['body']> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > limit) {
      stop(reader);
      return 'too-large';
    }
    chunks.push(next.value);
  }
  return join(chunks, length);
}

// Whoever sends is told that nobody reads on. Not waited for: one of two copies of a body is not done before the other is.
function stop(source: Pick<ReadableStream, 'cancel'>): void {
  void source.cancel().catch(() => undefined);
}

/** Chunks as one. */
export function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
