import { isObject } from '../../core/representation/json-value.ts';
import type { Json, JsonObject } from '../../fixtures/json.ts';
import type { Fetch } from '../../mock/interface.ts';
import type { RequestView } from '../deviations/deviation.ts';
import { dealIn } from '../deviations/requests.ts';
import { answers, instead, refusal, type Variation, type Wrap } from './variation.ts';

const MORE = 'document 4 does not say that there are no others; RFC 9110 9.1';

/** A method that deals take beside those of the document. Allow names it, and other fields may tell more. */
function served(
  own: string,
  told: Readonly<Record<string, string>>,
  answer: (seen: RequestView, next: Fetch, shown: Response) => Response | Promise<Response>,
): Wrap {
  return (fetch, mock) => {
    const named = answers((response, { path }) => {
      const allowed = response.headers.get('allow');
      if (allowed === null || dealIn(path) === undefined) return response;
      const headers = new Headers({ ...Object.fromEntries(response.headers), ...told, allow: `${allowed}, ${own}` });
      return new Response(response.body, { status: response.status, headers });
    });
    const taken = instead(async (seen, next) => {
      if (seen.method !== own || dealIn(seen.path) === undefined) return undefined;
      const headers = new Headers(seen.request.headers);
      headers.delete('content-length');
      headers.set('accept', 'application/json');
      const shown = await next(new Request(seen.request.url, { headers }));
      if (shown.status === 304) return refusal(412);
      return shown.ok ? answer(seen, next, shown) : shown;
    });
    return taken(named(fetch, mock), mock);
  };
}

/** Methods that the document does not name: RFC 4918, RFC 5789. */
export const moreMethods: readonly Variation[] = [
  {
    id: 'patch-served',
    title: 'A deal takes PATCH with a merge patch.',
    source: `${MORE}; RFC 5789, RFC 7396`,
    group: 'methods',
    unseen: 'no request that is compared asks which methods a deal takes',
    wrap: (fetch, mock) =>
      served('PATCH', { 'accept-patch': 'application/merge-patch+json' }, async ({ body, path }, _next, shown) => {
        const patch = parsed(body);
        if (patch === undefined) return refusal(400);
        const { deals } = mock.tenants.of('').store;
        const deal = deals.entries.get(decodeURIComponent(dealIn(path) ?? ''));
        if (deal === undefined) return refusal(404);
        mock.tenants.of('').store.changeDeal(deal, { ...deal.data, ...patch });
        return new Response(await shown.text(), { headers: { 'content-type': 'application/json' } });
      })(fetch, mock),
  },
  {
    id: 'propfind-served',
    title: 'A deal takes PROPFIND, as WebDAV has it.',
    source: `${MORE}; RFC 4918 9.1`,
    group: 'methods',
    unseen: 'no request that is compared asks which methods a deal takes',
    wrap: served('PROPFIND', { dav: '1' }, ({ path }) => {
      const found = `<D:response><D:href>${path.replaceAll('&', '&amp;')}</D:href><D:propstat><D:prop/><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
      const body = `<?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:">${found}</D:multistatus>`;
      return new Response(body, { status: 207, headers: { 'content-type': 'application/xml; charset=utf-8' } });
    }),
  },
];

function parsed(body: string): JsonObject | undefined {
  try {
    const value = JSON.parse(body) as Json; // JSON.parse gives what JSON can write and nothing else
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
