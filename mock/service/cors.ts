import type { Fields, MockRequest } from '../message.ts';

const EXPOSED = [
  'Location, ETag, Last-Modified, Allow, WWW-Authenticate, Retry-After',
  'x-mock-rule, x-mock-near-miss, x-mock-hint, x-mock-fault, x-mock-deviation, x-mock-stub, x-mock-source, x-mock-breach',
].join(', ');
const METHODS = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';

/** What lets a page of another origin read the reply with its cookies sent: the origin by name, never `*` (Fetch 3.2.5). */
export function corsFields(origin: string): Fields {
  return [
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Allow-Credentials',
    'true',
    'Access-Control-Expose-Headers',
    EXPOSED,
  ];
}

/** Whether a browser asks beforehand what it may send. */
export function isPreflight(ask: Pick<MockRequest, 'header'>): boolean {
  return ask.header('origin') !== undefined && ask.header('access-control-request-method') !== undefined;
}

/** What a preflight is told besides: every method, and the very header names that it asks for. */
export function preflightFields(ask: Pick<MockRequest, 'header'>): Fields {
  const names = ask.header('access-control-request-headers');
  const headers = names === undefined ? [] : ['Access-Control-Allow-Headers', names];
  const privately =
    ask.header('access-control-request-private-network') === 'true'
      ? ['Access-Control-Allow-Private-Network', 'true']
      : [];
  const method = ask.header('access-control-request-method') ?? '';
  // A method that is served nowhere is let through too: the page then sees the 405 and its Allow.
  const methods = METHODS.split(', ').includes(method) ? METHODS : `${METHODS}, ${method}`;
  return ['Access-Control-Allow-Methods', methods, ...headers, 'Access-Control-Max-Age', '600', ...privately];
}
