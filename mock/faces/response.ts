import { reasonOf } from '../reasons.ts';

/**
 * A Response that holds Set-Cookie in a page too, where Response by itself drops it (Fetch 2.2.6, forbidden
 * response-header names): MSW keeps a page's mocked cookies, if it is told of them.
 */
export function responseWith(body: BodyInit | null, status: number, headers: Headers): Response {
  const response = new Response(body, { status, statusText: reasonOf(status), headers });
  if (!headers.has('set-cookie') || response.headers.has('set-cookie')) return response;
  return Object.defineProperty(response, 'headers', { value: headers });
}
