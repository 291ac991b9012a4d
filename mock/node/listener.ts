import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { bodyLimitAt, bodyTooLarge } from '../control/body-limit.ts';
import type { Guard } from '../control/guard.ts';
import { arrivedAs } from '../faces/arrival.ts';
import { CONTROL, controlPath, isControl } from '../faces/control-address.ts';
import { replyOf } from '../faces/fetch.ts';
import { splitTarget } from '../faces/request-target.ts';
import { wireWriterOf } from '../faces/wire.ts';
import type { Fetch, Mock } from '../interface.ts';
import { EMPTY, type Fields, type MockRequest, type MockResponse } from '../message.ts';
import { problem } from '../service/problems.ts';
import { writeFaulted } from './fault.ts';
import { hasBody, readBody } from './request-body.ts';
import { headOf } from './request-head.ts';

/**
 * Answers a request of node:http. `isWaiting`: the client sends its body when it is told to (Expect: 100-continue), as node:http
 * says by the event `checkContinue`.
 */
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse, isWaiting?: boolean) => void;

/** The mock as a listener of node:http. Without a guard there is no control API: it never stands open on a socket. */
export function nodeListener(mock: Mock, guard?: Guard, notice: (text: string) => void = () => undefined): Listener {
  const answer = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: MockRequest['body'],
  ): void | Promise<void> => {
    const { wrapped } = mock;
    if (wrapped === undefined || body === 'too-large' || !canBeRequest(incoming))
      return write(outgoing, mock.answer(askOf(incoming, body)));
    return answerWrapped(mock, wrapped, incoming, outgoing, body);
  };
  return (incoming, outgoing, isWaiting = false) => {
    if (hasTwoHosts(incoming)) {
      refuse(outgoing, problem(400, 'the request has more than one Host field; send one'));
      return;
    }
    if (guard !== undefined && isOfControl(mock, incoming)) {
      receiveControl(mock, guard, notice, incoming, outgoing, isWaiting);
      return;
    }
    const done = (body: MockRequest['body']): void => {
      const failed = (cause: unknown): void => fail(outgoing, cause);
      // Nearly every answer is there at once, and a promise for each would be a good part of its cost.
      try {
        answer(incoming, outgoing, body)?.catch(failed);
      } catch (cause) {
        failed(cause);
      }
    };
    if (hasBody(incoming)) readBody(incoming, outgoing, mock.options.bodyLimit, isWaiting, done);
    else done(EMPTY);
  };
}

function fail(outgoing: ServerResponse, cause: unknown): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  const why = cause instanceof Error ? cause.message : String(cause);
  outgoing
    .writeHead(500, { 'Content-Type': 'text/plain' })
    .end(`the mock failed, which is a defect of assayer: ${why}\n`);
}

// RFC 9112 3.2. Two lines are joined by a comma, which hardly any Host has by itself.
function hasTwoHosts({ headers, rawHeaders }: IncomingMessage): boolean {
  if (headers.host?.includes(',') !== true) return false;
  return rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

function receiveControl(
  mock: Mock,
  guard: Guard,
  notice: (text: string) => void,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isWaiting: boolean,
): void {
  const caller = askOf(incoming, EMPTY);
  // Before the body, so that nobody who may not call has this much of it held.
  const stopped = guard.stop(caller);
  if (stopped !== undefined) {
    if (stopped.status >= 400) notice(wordRefusal(caller, stopped));
    refuse(outgoing, stopped);
    return;
  }
  const done = (body: Uint8Array): void => {
    answerControl(mock, incoming, outgoing, body, guard.fieldsFor(caller)).catch((cause) => fail(outgoing, cause));
  };
  const path = controlPath(caller.path, mock.options.basePath) ?? '/';
  const take = (body: MockRequest['body']): void => {
    if (body === 'too-large') refuse(outgoing, withFields(bodyTooLarge(path), guard.fieldsFor(caller)));
    else done(body);
  };
  if (hasBody(incoming)) readBody(incoming, outgoing, bodyLimitAt(path).limit, isWaiting, take);
  else done(EMPTY);
}

function withFields(reply: MockResponse, fields: Fields): MockResponse {
  return { ...reply, fields: [...reply.fields, ...fields] };
}

/** A refusal for whoever runs the mock: a page whose call was refused can often not say why. */
function wordRefusal({ method, path }: MockRequest, { status, body }: MockResponse): string {
  const { detail } = JSON.parse(String(body)) as { detail: string }; // problem details, as the guard makes them
  const told = `assayer mock: ${method.slice(0, 20)} ${path.slice(0, 100)} was refused with ${status}: ${detail}`;
  // What a client sends must not steer the terminal.
  return told.replace(/[^\x20-\x7e]/gu, '?');
}

async function answerControl(
  mock: Mock,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: Uint8Array,
  readable: Fields,
): Promise<void> {
  if (!canBeRequest(incoming)) return refuse(outgoing, problem(405, `the control API knows no ${incoming.method}`));
  return stream(outgoing, await mock.control(requestOf(incoming, body)), readable);
}

async function answerWrapped(
  mock: Mock,
  wrapped: Fetch,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: Uint8Array,
): Promise<void> {
  const passage = mock.enter(askOf(incoming, body));
  if (passage.early !== undefined) return write(outgoing, mock.leave(passage, passage.early));
  const response = await wrapped(requestOf(incoming, body));
  const byHand = wireWriterOf(response);
  // What chaos was asked for goes before what is written by hand.
  if (byHand !== undefined && passage.trouble === undefined) {
    mock.leave(passage, {
      status: response.status,
      fields: [...response.headers].flat(),
      body: null,
      chosenByAccept: false,
    });
    return byHand(outgoing, incoming);
  }
  return write(outgoing, mock.leave(passage, await replyOf(response, incoming.method ?? 'GET')));
}

function isOfControl({ options }: Mock, { url = '/' }: IncomingMessage): boolean {
  return url.includes(CONTROL) && isControl(splitTarget(url).path, options.basePath);
}

function askOf(incoming: IncomingMessage, body: MockRequest['body']): MockRequest {
  const { path, query } = splitTarget(incoming.url ?? '/');
  const { origin, header, fields } = headOf(incoming);
  return { method: incoming.method ?? 'GET', path, query, origin, header, fields, body };
}

// A Request refuses these methods (Fetch 2.2.1).
function canBeRequest({ method }: IncomingMessage): boolean {
  return method !== 'CONNECT' && method !== 'TRACE' && method !== 'TRACK';
}

function requestOf(incoming: IncomingMessage, given: MockRequest['body']): Request {
  const body = given === 'too-large' ? EMPTY : given;
  const { method = 'GET', url: target = '/', rawHeaders } = incoming;
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '');
  const { path, query } = splitTarget(target);
  const { origin } = headOf(incoming);
  // A port above 65535 looks like one and makes no address.
  const home = origin !== undefined && URL.canParse(origin) ? origin : 'http://localhost';
  const address = `${home}${path.startsWith('/') ? path : `/${path}`}`;
  const url = query === '' ? address : `${address}?${query}`;
  const carries = method !== 'GET' && method !== 'HEAD' && body.length > 0;
  // A view on a shared buffer is no BodyInit to TypeScript; node:http never gives one.
  const content = carries ? { body: body as Uint8Array<ArrayBuffer> } : {};
  return arrivedAs(new Request(url, { method, headers, ...content }), { target });
}

function write(outgoing: ServerResponse, reply: MockResponse): void | Promise<void> {
  if (reply.fault !== undefined) return writeFaulted(outgoing, reply, reply.fault);
  // Every reply has its own Date, by the clock that its Last-Modified is from.
  outgoing.sendDate = false;
  // node:http takes the flat list; its types ask for an array that may be changed.
  outgoing.writeHead(reply.status, reply.fields as string[]);
  outgoing.end(reply.body ?? undefined);
}

function refuse(outgoing: ServerResponse, { status, fields, body }: MockResponse): void {
  outgoing.writeHead(status, fields as string[]); // as above
  outgoing.end(body ?? undefined);
}

// The control API's answers, which may go on for as long as the client listens.
async function stream(outgoing: ServerResponse, response: Response, fields: Fields): Promise<void> {
  outgoing.writeHead(response.status, [...[...response.headers].flat(), ...fields]);
  if (response.body === null) {
    outgoing.end();
    return;
  }
  // A client that goes away ends the stream; nobody is left to be told.
  // The stream types of the DOM and of Node differ in what only byte readers use.
  const body = Readable.fromWeb(response.body as NodeStream<Uint8Array>);
  await pipeline(body, outgoing).catch(() => undefined);
}
