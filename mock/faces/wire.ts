import type { IncomingMessage, ServerResponse } from 'node:http';

/** Writes an answer by hand, on the connection itself. */
export type WireWriter = (outgoing: ServerResponse, incoming: IncomingMessage) => void | Promise<void>;

const writers = new WeakMap<Response, WireWriter>();

/** Has the Node mount call `write` in place of sending the response: for what a Response cannot say, such as bytes after a 204. */
export function onWire(response: Response, write: WireWriter): Response {
  writers.set(response, write);
  return response;
}

/** What is to write this response, if anything is. */
export function wireWriterOf(response: Response): WireWriter | undefined {
  return writers.get(response);
}
