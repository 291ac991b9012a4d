import { setupServer } from 'msw/node';
import { describe } from 'vitest';
import { createMock, type MockOptions } from '../../mock/index.ts';
import { handlers } from '../../mock/msw.ts';
import { startMock } from '../../mock/node.ts';

/** A mock behind one of its faces. */
export interface Service extends AsyncDisposable {
  /** Without a trailing slash; holds the base path. */
  readonly url: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Opens a fresh mock. */
export type Open = (options?: MockOptions) => Promise<Service>;

const ADDRESS = 'http://mock.test';

const faces: Readonly<Record<string, Open>> = {
  'in process': async (options = {}) => ({
    url: ADDRESS + (options.basePath ?? ''),
    fetch: createMock(options).fetch,
    [Symbol.asyncDispose]: async () => {},
  }),
  'on a socket': async (options = {}) => {
    const started = await startMock(options);
    return { url: started.url, fetch, [Symbol.asyncDispose]: started.close };
  },
  'on a socket, wrapped': async (options = {}) => {
    const started = await startMock({ ...options, wrap: (inner) => (request) => inner(request) });
    return { url: started.url, fetch, [Symbol.asyncDispose]: started.close };
  },
  'under MSW': async (options = {}) => {
    const url = ADDRESS + (options.basePath ?? '');
    const server = setupServer(...handlers({ ...options, baseUrl: url }));
    server.listen({ onUnhandledRequest: 'error' });
    return { url, fetch: (request) => fetch(request), [Symbol.asyncDispose]: async () => server.close() };
  },
};

/** The same tests on every face: what a mount adds or loses would show as a difference. */
export function onEveryFace(title: string, tests: (open: Open) => void): void {
  describe.each(Object.entries(faces))(`${title}, %s`, (_name, open) => tests(open));
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
