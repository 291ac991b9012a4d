import { type HttpHandler, HttpResponse, http } from 'msw';
import { createMock } from './create-mock.ts';
import { asSent, loadsFile, loadsPage } from './faces/msw-request.ts';
import { asShown, type CorsRule, warnOnce } from './faces/msw-response.ts';
import type { Mock } from './interface.ts';
import { refuseNames } from './option-checks.ts';
import type { MockOptions } from './options.ts';
import { openStorage, type PageStorage } from './state/keep-in-storage.ts';

/** How MSW is to put a mock in place of the service. */
export interface MswOptions {
  /** Origin and path prefix of the service; by default the page's own origin, and in Node `http://localhost`. */
  readonly baseUrl?: string | undefined;
  /**
   * A service worker answers before the rules for other origins apply. `tell`, the default: the console and the field
   * `x-mock-cors` say what a browser would have kept from the page. `enforce`: it is kept from the page.
   */
  readonly cors?: CorsRule | undefined;
  /**
   * Requests that are not for the service, besides the files that a page loads of its own origin: those are let through
   * without being named. Called with every request that could be for the service.
   */
  readonly ignore?: ((request: Request) => boolean) | undefined;
}

/** Where the mocked service is to be found, and what the mock is told. */
export interface HandlerOptions extends MockOptions, MswOptions {
  /**
   * Keeps the state of every tenant, sessions, snapshots and the clock in the tab: it survives a reload and hot replacement.
   * A mock for another address keeps its own.
   */
  readonly persist?: 'sessionStorage' | undefined;
}

/** MSW handlers that answer for the service: `setupServer(...handlers())`, `setupWorker(...handlers())`. */
export function handlers(options: HandlerOptions = {}): HttpHandler[] {
  refuseNames(options, HANDLER_NAMES);
  const { baseUrl, cors, ignore, persist, ...mockOptions } = options;
  const basePath = baseUrl === undefined ? {} : { basePath: new URL(baseUrl).pathname };
  const given = { ...basePath, ...mockOptions };
  const place = baseUrl ?? ownOrigin() + (given.basePath ?? '');
  const kept = persist === undefined ? undefined : openStorage(storageFor(persist), `assayer-mock ${place}`, tell);
  const mock = createMock(kept === undefined ? given : { starts: kept.starts, ...given });
  kept?.attach(mock);
  return mockHandlers(mock, { baseUrl, cors, ignore });
}

// Both faults of the page: another value is a slip, and a page without an origin, as Node, has no storage.
function storageFor(persist: unknown): PageStorage {
  if (persist !== 'sessionStorage')
    throw new Error(
      `mock handlers: persist: ${JSON.stringify(persist)} is not allowed there. Allowed: sessionStorage.`,
    );
  const { sessionStorage: storage } = globalThis as { sessionStorage?: PageStorage };
  if (storage !== undefined) return storage;
  throw new Error('mock handlers: persist: there is no sessionStorage here; leave persist out where no page is');
}

function tell(text: string): void {
  console.warn(`assayer mock: ${text}`);
}

// An object, so that none is forgotten: the compiler holds it against the type.
const HANDLER_NAMES = Object.keys({ baseUrl: 0, cors: 0, ignore: 0, persist: 0 } satisfies Record<
  Exclude<keyof HandlerOptions, keyof MockOptions>,
  0
>);

/** The same for a mock that you hold, so that a page or a test can reset its state. */
export function mockHandlers(mock: Pick<Mock, 'fetch' | 'options'>, options: MswOptions = {}): HttpHandler[] {
  const { baseUrl = ownOrigin() + mock.options.basePath, cors = 'tell', ignore = () => false } = options;
  if (cors !== 'tell' && cors !== 'enforce')
    throw new Error(`mock handlers: cors: ${JSON.stringify(cors)} is not allowed there. Allowed: tell, enforce.`);
  if (typeof ignore !== 'function') throw new Error('mock handlers: ignore is no function that takes a Request');
  const base = addressOf(baseUrl, mock.options.basePath);
  const warn = warnOnce();
  return [
    http.all(addressesUnder(base), async ({ request, cookies }) => {
      const page = pageOrigin();
      if (loadsPage(request) || loadsFile(request, page) || ignore(request)) return undefined;
      const sent = asSent(request, cookies, page);
      const response = await mock.fetch(sent).catch((cause: unknown) => failed(sent, cause, warn));
      if (response.type === 'error') return HttpResponse.error();
      return asShown(sent, response, { page, cors, warn });
    }),
  ];
}

/** The page gets a failed fetch, such as for a connection that was reset on purpose; why is told beside it. */
function failed({ method, url, signal }: Request, cause: unknown, warn: (message: string) => void): Response {
  const why = cause instanceof Error ? cause.message : String(cause);
  if (!signal.aborted) warn(`assayer mock: ${method} ${url}: ${why}`);
  return Response.error();
}

function ownOrigin(): string {
  return pageOrigin() ?? 'http://localhost';
}

// A page that was loaded from nowhere (about:blank, a file) has no origin that can be used.
function pageOrigin(): string | undefined {
  const origin = globalThis.location?.origin;
  return origin === 'null' ? undefined : origin;
}

function addressOf(baseUrl: string, basePath: string): string {
  const { origin, pathname } = new URL(baseUrl);
  if (pathname.replace(/(?<!\/)\/+$/u, '') === basePath) return origin + basePath;
  throw new Error(
    `mock handlers: baseUrl is ${baseUrl}, and the mock is served below "${basePath}/"; make their paths the same: ` +
      `createMock({ basePath: ${JSON.stringify(pathname)} })`,
  );
}

// Only the document's own addresses and the mock's: everything else that a page loads passes untouched.
function addressesUnder(base: string): RegExp {
  const literal = base.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&');
  const first = 'users|rest|command|commands|query|_mock|_tenant';
  return new RegExp(`^${literal}(?:/?$|/(?:${first})(?:[/.].*)?$)`, 'u');
}
