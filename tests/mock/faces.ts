import { describe, type TestContext } from 'vitest';
import type { MockOptions } from '../../mock/index.ts';
import type { Cannot, Need } from './transports.ts';

/** A mock behind one of its faces. */
export interface Service extends AsyncDisposable {
  /** Without a trailing slash; holds the base path. */
  readonly url: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Sends a target as it is, where there is a wire to send it on, and gives the status. */
  readonly raw?: (method: string, target: string) => Promise<number>;
}

/** Opens a fresh mock. */
export type Open = (options?: MockOptions) => Promise<Service>;

/** A way to reach the mock. */
export interface Face {
  readonly name: string;
  readonly open: Open;
  readonly cannot: Cannot;
}

/** Skips a test, with the reason, where the face cannot show what it needs. */
export type Needs = (context: TestContext, need: Need) => void;

/** Tests that every face has to pass: what a mount adds or loses would show as a difference. */
export interface List {
  readonly title: string;
  readonly tests: (open: Open, needs: Needs) => void;
}

/** Makes a list. */
export function onEveryFace(title: string, tests: List['tests']): List {
  return { title, tests };
}

/** Registers lists on faces. */
export function tryOn(faces: readonly Face[], lists: readonly List[]): void {
  for (const { name, open, cannot } of faces) {
    const needs: Needs = (context, need) => {
      const reason = cannot[need];
      if (reason !== undefined) context.skip(reason);
    };
    for (const { title, tests } of lists) describe(`${title}, ${name}`, () => tests(open, needs));
  }
}

/** What a request is made of, shortly. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Sends a request below the service's address. */
export function send(service: Service, method: string, path: string, sent: Sent = {}): Promise<Response> {
  const headers = new Headers(sent.json === undefined ? {} : { 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(sent.headers ?? {})) headers.set(name, value);
  const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json);
  const url = path.startsWith('http') ? path : service.url + path;
  return service.fetch(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }));
}

/** GETs, and reads the JSON of the answer. */
export async function readJson(service: Service, path: string): Promise<unknown> {
  const response = await send(service, 'GET', path);
  return response.json();
}

/** Creates a deal and returns its address. */
export async function createDeal(service: Service, payload: object = { name: 'a deal', price: 100 }): Promise<string> {
  const response = await send(service, 'POST', '/rest/1/deals/', { json: payload });
  const location = response.headers.get('location');
  if (response.status !== 201 || location === null) throw new Error(`no deal was created: ${response.status}`);
  return new URL(location, service.url).href;
}
