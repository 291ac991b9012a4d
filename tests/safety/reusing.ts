import type { Wrap } from '../../mock/interface.ts';

/** Gives the lowest free number to a new deal, that of a deleted one too: legal, since the document does not say how ids are given. */
export const reusing: Wrap = (fetch, mock) => async (request) => {
  const response = await fetch(request);
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'POST' || response.status !== 201 || !/\/deals\/$/u.test(pathname)) return response;
  const { store } = mock.tenants.of('');
  const location = new URL(response.headers.get('location') ?? '', origin).href;
  const made = store.deals.entries.get(location.slice(location.lastIndexOf('/') + 1));
  let free = 1;
  while (store.deals.entries.has(String(free))) free += 1;
  if (made === undefined || free > Number(made.id)) return response;
  store.removeDeal(made);
  store.putDeal({ id: String(free), data: made.data });
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  // Of the deal by its other number.
  headers.delete('etag');
  headers.set('location', location.replace(/\d+$/u, String(free)));
  const renumbered = (await response.text())
    .replaceAll(`/deals/${made.id}"`, `/deals/${free}"`)
    .replaceAll(`"id":"${made.id}"`, `"id":"${free}"`);
  return new Response(renumbered, { status: 201, headers });
};
