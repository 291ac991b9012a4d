import type { JsonObject } from '../../fixtures/json.ts';
import { arrivalOf } from '../../mock/faces/arrival.ts';
import type { Fetch, Mock } from '../../mock/interface.ts';
import type { MockOptions } from '../../mock/options.ts';

/** A deliberate fault, as real teams make them: a wrapper around the conformant mock, which knows nothing of it. */
export interface Deviation {
  /** `delete-answers-200`: stable, in the words of what goes wrong. */
  readonly id: string;
  /** One sentence: what the server does wrong. */
  readonly title: string;
  /** The rules that it breaks. Each of them has to fail. */
  readonly breaks: readonly string[];
  /** Rules that it breaks besides, each with the reason why that cannot be told apart. They may fail. */
  readonly alsoStrikes?: Readonly<Record<string, string>>;
  /** The claims under which it shows; the mock's defaults otherwise. */
  readonly options?: MockOptions;
  /** Members of the target file that are to be other than the mock's own, for rules that only another target is owed. */
  readonly file?: JsonObject;
  /** Rules are tried one after another: for a fault whose reach depends on what else goes on, such as one that counts. */
  readonly oneByOne?: true;
  /** It is in all answers of a kind, so whatever rule meets one may fail. */
  readonly serviceWide?: true;
  /** The rule that it breaks watches what others provoke, and not only what drives it: it shows in a whole run. */
  readonly inWholeRun?: true;
  readonly wrap: (fetch: Fetch, mock: Mock) => Fetch;
}

/** A request as a fault looks at it. */
export interface RequestView {
  readonly request: Request;
  readonly method: string;
  /** Raw and still percent-encoded, the mock's base path included. */
  readonly path: string;
  readonly search: string;
  /** The body as text; empty when there is none. */
  readonly body: string;
}

/** What a fault does to an answer: another answer, or the same one. */
export type Change = (response: Response, seen: RequestView) => Response | Promise<Response>;

/** A fault in what is answered. The request has been carried out. */
export function onAnswer(change: Change): Deviation['wrap'] {
  return (fetch) => async (request) => {
    const seen = await look(request);
    return change(await fetch(again(seen)), seen);
  };
}

/** Carries out a request, as the mock does. */
export type Next = (request: Request) => Promise<Response>;

/** What a fault does with a request: it may answer itself, or let `next` carry out the request or another one. */
export type Take = (seen: RequestView, next: Next, mock: Mock) => Promise<Response>;

/** A fault in how requests are taken. */
export function onRequest(take: Take): Deviation['wrap'] {
  return (fetch, mock) => async (request) => {
    const seen = await look(request);
    return take(seen, fetch, mock);
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

// A fault must not repair what it looks at: bytes that are not UTF-8 become a text that is no JSON.
function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return '\ufffd (bytes that are not UTF-8)';
  }
}

/** Reads a request once, so that a fault may look at its body and still pass it on. */
export async function look(request: Request): Promise<RequestView> {
  const { pathname, search } = new URL(request.url);
  const arrived = arrivalOf(request).body;
  if (arrived !== undefined) return { request, method: request.method, path: pathname, search, body: textOf(arrived) };
  const body = request.body === null ? '' : textOf(new Uint8Array(await request.clone().arrayBuffer()));
  return { request, method: request.method, path: pathname, search, body };
}

/** The request as it came, to be passed on. */
export function again(seen: RequestView): Request {
  return seen.request;
}

/** The same answer with other fields: `undefined` takes one away. */
export function withFields(response: Response, fields: Readonly<Record<string, string | undefined>>): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
  return new Response(response.body, { status: response.status, headers });
}

/** The same answer with another status; a body is left out where the status may have none. */
export function withStatus(response: Response, status: number): Response {
  const bodiless = status === 204 || status === 304;
  return new Response(bodiless ? null : response.body, { status, headers: response.headers });
}

/** The same answer with another text as its body. */
export async function withText(response: Response, change: (text: string) => string): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(change(await response.text()), { status: response.status, headers });
}

/** The same answer with another JSON value; an answer that is no JSON stays as it is. */
export async function withJson(response: Response, change: (value: unknown) => unknown): Promise<Response> {
  if (!isJson(response)) return response;
  return withText(response, (text) => JSON.stringify(change(JSON.parse(text))));
}

/** Whether an answer says that it is JSON and has a body. */
export function isJson(response: Response): boolean {
  return response.body !== null && /json/u.test(response.headers.get('content-type') ?? '');
}
