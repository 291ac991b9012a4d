import type { Fetch, Mock } from '../../mock/interface.ts';
import { look, type RequestView } from '../deviations/deviation.ts';
import { isCreation, payloadOf } from '../deviations/requests.ts';
import { answers, bodies, instead, records, refusal, type Variation, type Wrap } from './variation.ts';

const OPEN = 'document 4.2: payloads and success status of operations are not shown';
const JSON_TYPE = { 'content-type': 'application/json' };

/** The address of the deal that a PUT is about. */
function dealOf(seen: RequestView, mock: Mock): string | undefined {
  const under = /^.*\/deals\/[^/]+/u.exec(seen.path)?.[0];
  if (under !== undefined || !/\/commands\/[^/]+$/u.test(seen.path)) return under;
  const { basePath, version } = mock.options;
  return `${basePath}/rest/${version}/deals/${encodeURIComponent(String(payloadOf(seen)['deal']))}`;
}

function read(next: Fetch, { request }: RequestView, path: string): Promise<Response> {
  return next(new Request(new URL(path, request.url), { headers: { accept: 'application/json' } }));
}

/** An operation is answered with the deal as it is then. */
const withTheDeal: Wrap = instead(async (seen, next, mock) => {
  if (seen.method !== 'PUT') return undefined;
  const deal = dealOf(seen, mock);
  const response = await next(seen.request);
  if (deal === undefined || response.status !== 204) return response;
  const now = await read(next, seen, deal);
  if (!now.ok) return response;
  // No tag: what a PUT is answered tells one only of what was sent as it is (RFC 9110 9.3.4).
  return new Response(await now.text(), { status: 200, headers: { ...JSON_TYPE, 'content-location': deal } });
});

const isHold = (seen: RequestView): boolean =>
  /\/hold(?:ed|s)?$/u.test(seen.path) ||
  payloadOf(seen)['action'] === 'HoldDeal' ||
  /\/command\/HoldDeal\/?$/u.test(seen.path);

/** A hold of what is held is refused, and changes nothing. */
const refusingHolds: Wrap = instead(async (seen, next, mock) => {
  if ((seen.method !== 'PUT' && seen.method !== 'POST') || !isHold(seen)) return undefined;
  const id = payloadOf(seen)['id'];
  const { basePath, version } = mock.options;
  const deal = dealOf(seen, mock) ?? `${basePath}/rest/${version}/deals/${encodeURIComponent(String(id))}`;
  // The same command document once more is the same command (4.2 F, G).
  if (seen.path.includes('/commands/') && (await read(next, seen, seen.path)).ok) return undefined;
  const found = await read(next, seen, deal);
  const known: unknown = found.ok ? await found.json() : undefined;
  const isHeld = typeof known === 'object' && known !== null && 'held' in known && known.held === true;
  return isHeld && isComplete(seen) ? refusal(409) : undefined;
});

/** Whether the payload is one that would be taken: what is wrong with it is told first. */
function isComplete(seen: RequestView): boolean {
  const payload = payloadOf(seen);
  const parameters = payload['params'] ?? payload;
  return typeof parameters === 'object' && parameters !== null && 'reason' in parameters;
}

const DEAL = /^.*\/deals\/[^/.]+/u;

/** Counts the writes that reached a deal, repeated ones too, and shows the count. */
const counting: Wrap = (fetch, mock) => {
  const counts = new Map<string, number>();
  const countOf = (path: string): number => counts.get(DEAL.exec(path)?.[0] ?? '') ?? 0;
  const isItself = (path: string): boolean => DEAL.exec(path)?.[0] === path.replace(/\.(?:json|xml|html)$/u, '');
  const inJson = records((record, { path }, listed) =>
    listed || !isItself(path) ? record : { ...record, writes: countOf(path) },
  );
  const inXml = bodies('xml', (text, { path }) =>
    isItself(path) ? text.replace('<deal>', `<deal><writes>${countOf(path)}</writes>`) : text,
  );
  const inHtml = bodies('html', (text, { path }) =>
    isItself(path) ? text.replace('<dl>', `<dl><dt>writes</dt><dd>${countOf(path)}</dd>`) : text,
  );
  const marked = answers((response, seen) => {
    const etag = response.headers.get('etag');
    const isNew = isCreation(seen) && response.status === 201;
    if (etag === null || !(isNew || isItself(seen.path))) return response;
    const headers = new Headers(response.headers);
    headers.set('etag', etag.replace(/"$/u, `~${isNew ? 0 : countOf(seen.path)}"`));
    headers.delete('last-modified');
    return new Response(response.body, { status: response.status, headers });
  });
  const counted: Wrap = (inner) => async (request) => {
    const seen = await look(request);
    const deal = seen.method === 'PUT' ? dealOf(seen, mock) : undefined;
    // The date of the mock does not tell of a counted write. Without a date, conditions by date are ignored (RFC 9110 13.1.3, 13.1.4).
    if (isItself(seen.path)) for (const name of BY_DATE) request.headers.delete(name);
    // Tags of deals alone have such a number, wherever they are sent.
    for (const name of ['if-match', 'if-none-match']) {
      const back = request.headers
        .get(name)
        ?.replace(/~(\d+)"/gu, (_whole, n: string) => (Number(n) === countOf(seen.path) ? '"' : '~old"'));
      if (back !== undefined) request.headers.set(name, back);
    }
    const response = await inner(request);
    if (deal !== undefined && response.ok) counts.set(deal, (counts.get(deal) ?? 0) + 1);
    return response;
  };
  return [counted, inJson, inXml, inHtml, marked].reduce((inner, wrap) => wrap(inner, mock), fetch);
};

const BY_DATE: readonly string[] = ['if-modified-since', 'if-unmodified-since'];

/** A creation is answered with a report that has an address of its own. */
const reporting: Wrap = (fetch, mock) => {
  const reports = new Map<string, string>();
  const made = answers(async (response, seen) => {
    const location = response.headers.get('location');
    if (!isCreation(seen) || response.status !== 201 || location === null) return response;
    await response.body?.cancel();
    const own = `${mock.options.basePath}/reports/${reports.size + 1}`;
    const { name, price } = payloadOf(seen);
    const text = JSON.stringify({ done: 'filed', name, price, links: [{ rel: 'deal', href: location }] });
    reports.set(own, text);
    return new Response(text, { status: 201, headers: { ...JSON_TYPE, location, 'content-location': own } });
  });
  const kept = instead(({ method, path }) => {
    const text = reports.get(path);
    if (text === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
    return new Response(method === 'HEAD' ? null : text, { headers: JSON_TYPE });
  });
  return kept(made(fetch, mock), mock);
};

const asPage: Wrap = answers(async (response, seen) => {
  const location = response.headers.get('location');
  if (!isCreation(seen) || response.status !== 201 || location === null) return response;
  await response.body?.cancel();
  const { name, price } = payloadOf(seen);
  const escaped = (value: unknown): string =>
    String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const text = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Filed</title><p>Filed <a href="${escaped(location)}">${escaped(name)}</a> at ${escaped(price)}.</html>`;
  return new Response(text, { status: 201, headers: { 'content-type': 'text/html; charset=utf-8', location } });
});

/** What writes are answered, and what shows of them: document 4.2, 4.4. */
export const answeredWrites: readonly Variation[] = [
  {
    id: 'put-answers-the-deal',
    title: 'A PUT that was done is answered 200 with the deal as it is then, and its address in Content-Location.',
    source: `${OPEN}; 7 (200): the body holds what the method returns; RFC 9110 8.7`,
    group: 'put',
    hides: { 'operation/empty': 'no operation is answered 204' },
    wrap: withTheDeal,
  },
  {
    id: 'hold-of-what-is-held-refused',
    title: 'A hold of a deal that is held is refused with 409, and changes nothing.',
    source: 'document 3: states and transitions are not shown; RFC 9110 9.2.2: the answer of a repeat may differ',
    group: 'put held names',
    wrap: refusingHolds,
  },
  {
    id: 'deals-count-their-writes',
    title: 'A deal shows how often it was written, repeated writes counted; its tag follows, and it has no date.',
    source: 'RFC 9110 9.2.2: a server may log each request and keep a history of revisions beside what was asked for',
    group: 'etag held put ids location',
    wrap: counting,
  },
  {
    id: 'created-with-report',
    title: 'A creation is answered with a report of it, which Content-Location gives an address of its own.',
    source: 'RFC 9110 8.7: another Content-Location than Location is that of a report on what was done; 4.4-c3',
    group: 'etag envelope xml-type',
    hides: { 'create/etag-agrees': 'the report has no tag' },
    wrap: reporting,
  },
  {
    id: 'created-as-page',
    title: 'A creation is answered with a page that links to the deal, whatever Accept asks for.',
    source: 'document 4.4-c3: HTML is one of the formats; RFC 9110 12.5.1: Accept may be disregarded',
    group: 'etag envelope',
    hides: { 'create/etag-agrees': 'the page has no tag' },
    wrap: asPage,
  },
];
