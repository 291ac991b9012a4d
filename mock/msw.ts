import { type HttpHandler, http } from 'msw';
import { arrivedAs } from './arrival.ts';
import { createMock, type MockOptions } from './index.ts';

/** Where the mocked service is to be found. */
export interface HandlerOptions extends MockOptions {
  /** Origin and path prefix of the service; by default the page's own origin, and in Node `http://localhost`. */
  readonly baseUrl?: string;
}

/** MSW handlers that answer for the service: `setupServer(...handlers())`, `setupWorker(...handlers())`. */
export function handlers(options: HandlerOptions = {}): HttpHandler[] {
  const { baseUrl = globalThis.location?.origin ?? 'http://localhost', ...mockOptions } = options;
  const base = new URL(baseUrl);
  const basePath = base.pathname.replace(/\/+$/u, '');
  const mock = createMock({ basePath, ...mockOptions });
  return [
    http.all(addressesUnder(base.origin + basePath), ({ request, cookies }) => {
      // A page may not read the Cookie field; MSW tells the cookies beside the request.
      const cookie = request.headers.get('cookie') ?? cookieField(cookies);
      return mock.fetch(arrivedAs(request, cookie === '' ? {} : { cookie }));
    }),
  ];
}

// Only the document's own addresses: everything else that a page loads is none of the mock's business.
function addressesUnder(base: string): RegExp {
  const literal = base.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&');
  return new RegExp(`^${literal}(?:/?$|/(?:users|rest|command|commands|query)(?:[/.].*)?$)`, 'u');
}

function cookieField(cookies: Readonly<Record<string, string>>): string {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}
