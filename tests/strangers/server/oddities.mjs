// Unusual, but neither the document nor HTTP forbids it.
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Reply, problem, sleep, after, sent, safe, setBody, ok, okGet, without } from './kit.mjs';

const jsonLabel = (label) => sent((q, out) => String(out.headers['Content-Type']).startsWith('application/json'), (out) => { out.headers['Content-Type'] = label; });

export const oddityEntries = [
  { id: 'odd-uuid-ids', says: 'Deals have UUIDs as ids.', hooks: { newDealId: () => randomUUID() } },
  { id: 'odd-wordy-ids', says: 'Deal ids are texts like "deal:7~a" that hold reserved characters (percent-encoded in links).', hooks: after('newDealId', (id) => `deal:${id}~a`) },
  { id: 'odd-numeric-ids', says: 'The id of a deal is a JSON number in the body.', hooks: after('dealView', (v) => { v.id = Number(v.id); }) },
  { id: 'odd-charset-lower', says: 'application/json;charset=utf-8, without space.', hooks: jsonLabel('application/json;charset=utf-8') },
  { id: 'odd-charset-quoted', says: 'Application/JSON; Charset="UTF-8": other case, quoted.', hooks: jsonLabel('Application/JSON; Charset="UTF-8"') },
  { id: 'odd-extra-fields', says: 'Extra members in every deal and user (_type, _revision, audit).', hooks: { ...after('dealView', (v) => { Object.assign(v, { _type: 'Deal', _revision: 3, audit: { by: 'system', ok: true } }); }), ...after('userView', (v) => { Object.assign(v, { _type: 'User', roles: [] }); }) } },
  { id: 'odd-extra-headers', says: 'Unknown fields (X-Request-Id, Server-Timing, Server).', hooks: sent(() => true, function hook(out) { Object.assign(out.headers, { 'X-Request-Id': `r${this.count('request')}`, 'Server-Timing': 'db;dur=1.2', Server: 'Deals/1.0 (odd)' }); }) },
  { id: 'odd-lower-names', says: 'Field names in lower case.', hooks: sent(() => true, (out) => { out.headers = Object.fromEntries(Object.entries(out.headers).map(([k, v]) => [k.toLowerCase(), v])); }) },
  { id: 'odd-chunked', says: 'Bodies are chunked, in small pieces, without Content-Length.', hooks: { async send(next, q, out, res) { if (q.method === 'HEAD' || !out.body?.length) return next(q, out, res); res.writeHead(out.status, without(out.headers, 'Content-Length')); for (let i = 0; i < out.body.length; i += 400) res.write(out.body.subarray(i, i + 400)); return res.end(); } } },
  { id: 'odd-head-no-length', says: 'HEAD has no Content-Length.', hooks: sent((q) => q.method === 'HEAD', (out) => { delete out.headers['Content-Length']; }) },
  { id: 'odd-410', says: 'Deleted deals answer 410.', hooks: { dealMissing(next, id) { return this.gone.has(id) ? problem(410, 'deleted') : next(id); } } },
  { id: 'odd-empty-204', says: 'A name without match answers 204 (position of 4.4 rule 2).', hooks: after('usersRead', (r) => (r.value.length ? r : { status: 204 })) },
  { id: 'odd-weak-etags', says: 'ETags are weak.', hooks: after('tag', (t) => `W/${t}`) },
  { id: 'odd-no-validators', says: 'No ETag, no Last-Modified anywhere.', hooks: { ...sent(() => true, (out) => { delete out.headers.ETag; delete out.headers['Last-Modified']; }), conditional: (next, q, r, out) => next(q, { ...r, modified: undefined }, { ...out, headers: without(out.headers, 'ETag', 'Last-Modified') }) } },
  { id: 'odd-only-last-modified', says: 'Last-Modified, but no ETag.', hooks: { ...sent(() => true, (out) => { delete out.headers.ETag; }) } },
  { id: 'odd-etag-characters', says: 'Strong ETags with commas, spaces-free signs and slashes: "a,b/…;=".', hooks: after('tag', (t) => `"a,b/;=${t.slice(1, -1)}!"`) },
  { id: 'odd-slow', says: 'Every answer takes 50 ms.', hooks: { async send(next, q, out, res) { await sleep(50); return next(q, out, res); } } },
  { id: 'odd-order', says: 'Lists are in another order, newest first.', hooks: { ...after('allDeals', (l) => [...l].reverse()), ...after('allUsers', (l) => [...l].reverse()) } },
  { id: 'odd-member-order', says: 'Members of JSON objects are in reverse order.', hooks: { toJson: (next, value) => next(JSON.parse(JSON.stringify(value), (k, v) => (v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).reverse()) : v))) } },
  { id: 'odd-pretty', says: 'JSON is indented, with line ends, and ends in a line end.', hooks: { toJson: (next, value) => `${JSON.stringify(value, null, 2)}\r\n` } },
  { id: 'odd-ascii-escapes', says: 'Non-ASCII characters and "/" are written as escapes in JSON.', hooks: { toJson: (next, value) => next(value).replace(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).replaceAll('/', '\\/') } },
  { id: 'odd-slash-redirect', says: 'The collection without its last slash redirects with 308.', hooks: { route(next, q) { if (q.path === '/rest/v1/deals') throw new Reply({ status: 308, headers: { Location: '/rest/v1/deals/' } }); return next(q); } } },
  { id: 'odd-users-slash-404', says: '/users/ with a last slash is 404.', hooks: { route(next, q) { if (q.segments[0] === 'users' && q.path.endsWith('/')) throw problem(404, 'not found'); return next(q); } } },
  { id: 'odd-location-absolute', says: 'Location is absolute (with the Host of the request).', hooks: sent((q, out) => out.headers.Location?.startsWith('/'), (out, q) => { if (q.headers.host) out.headers.Location = `http://${q.headers.host}${out.headers.Location}`; }) },
  { id: 'odd-location-relative', says: 'Location is relative to the request address ("./7").', hooks: sent((q, out) => out.status === 201 && q.path.endsWith('/deals/'), (out) => { out.headers.Location = `./${out.headers.Location.split('/').at(-1)}`; }) },
  { id: 'odd-link-list', says: 'Links are an array of {rel, href} in deals.', hooks: after('dealView', (v) => { v.links = Object.entries(v.links).map(([rel, href]) => ({ rel, href })); }) },
  { id: 'odd-link-field', says: 'Links of deals are in the member "href" and in a Link field.', hooks: { ...after('dealView', (v) => { v.href = v.links.self; delete v.links; }), ...sent((q, out) => out.headers.Location, (out) => { out.headers.Link = `<${out.headers.Location}>; rel="self"`; }) } },
  { id: 'odd-create-small-body', says: 'The body of 201 holds only id, name and link.', hooks: after('created', (r) => { const { id, name, links } = r.value; r.value = { id, name, links: { self: links.self } }; delete r.modified; }) },
  { id: 'odd-put-200', says: 'PUT operations answer 200 with the deal (their answers are not shown).', hooks: Object.assign({}, ...['verbPut', 'dealAction', 'dealUpdate'].map((m) => after(m, function hook(r, q, deal) { return { status: 200, name: 'deal', value: this.dealView(deal) }; }))) },
  { id: 'odd-put-202', says: 'Form A answers 202 with a note, the effect is there at once.', hooks: after('verbPut', () => ({ status: 202, name: 'message', value: 'accepted' })) },
  { id: 'odd-holds-204', says: 'POST …/holds answers 204, the hold has no address (creation rule 5).', hooks: { ...after('holdCreate', () => ({ status: 204 })), holdRead() { throw problem(404, 'no such resource'); }, holdView: (next, hold) => ({ reason: hold.reason }) } },
  { id: 'odd-error-text', says: 'Errors are problem documents (application/problem+json) in JSON.', hooks: sent((q, out) => out.status >= 400 && out.status !== 401 && q.kind === 'json' && out.body?.length, (out, q, r) => setBody(out, JSON.stringify({ type: 'about:blank', title: r.value?.error, status: out.status }), 'application/problem+json')) },
  { id: 'odd-error-empty', says: 'Errors other than 401 have no body.', hooks: sent((q, out) => out.status >= 400 && out.status !== 401, (out) => { out.body = Buffer.alloc(0); out.headers = { ...without(out.headers, 'Content-Type'), 'Content-Length': 0 }; }) },
  { id: 'odd-not-acceptable-json', says: 'An Accept that fits nothing gets JSON with 200 instead of 406.', hooks: after('negotiate', (k) => k ?? 'json') },
  { id: 'odd-text-xml', says: 'XML is labelled text/xml; charset=UTF-8 when that is asked for or else application/xml without charset.', hooks: sent((q, out) => String(out.headers['Content-Type']).startsWith('application/xml'), (out, q) => { out.headers['Content-Type'] = /text\/xml/.test(q.headers.accept ?? '') ? 'text/xml; charset=UTF-8' : 'application/xml'; }) },
  { id: 'odd-xml-attributes', says: 'XML without declaration, with comment, CDATA and self-closing elements.', hooks: { toXml(next, value, name) { return `<!-- deals -->${next(value, name).replace(/^<\?xml[^>]*>\s*/, '').replace(/<([\w]+)><\/\1>/g, '<$1/>').replace(/<name>([^<]*)&#38;([^<]*)<\/name>/g, '<name>$1<![CDATA[&]]>$2</name>')}`; } } },
  { id: 'odd-gzip', says: 'Bodies are gzipped for clients that accept it (weak ETag then, Vary: Accept, Accept-Encoding always).',
    hooks: sent((q, out) => ok(q, out) || out.status === 304, (out, q) => {
      if (out.headers.Vary) out.headers.Vary += ', Accept-Encoding';
      if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(q.headers['accept-encoding'] ?? '')) return;
      if (out.body) { setBody(out, gzipSync(out.body)); out.headers['Content-Encoding'] = 'gzip'; }
      if (out.headers.ETag) out.headers.ETag = `W/${out.headers.ETag}`;
    }) },
  { id: 'odd-connection-close', says: 'The connection is closed after each answer.', hooks: sent(() => true, (out) => { out.headers.Connection = 'close'; }) },
  { id: 'odd-set-cookie', says: 'Two Set-Cookie lines for other cookies with every answer of the root.', hooks: sent((q) => q.path === '/', (out) => { out.headers['Set-Cookie'] = ['lang=en; Path=/', 'seen=1; Path=/; HttpOnly']; }) },
  { id: 'odd-two-challenges', says: 'Two challenges in one WWW-Authenticate, with quoted commas.', hooks: after('unauthorized', (r) => { r.headers['WWW-Authenticate'] = 'Bearer realm="a, b", Cookie realm="deals"'; }) },
  { id: 'odd-content-location', says: 'Reads carry a Content-Location with the suffix of the representation.', hooks: sent((q, out) => okGet(q, out) && q.segments[0] === 'users' && q.segments.length === 2, (out, q) => { out.headers['Content-Location'] = `/users/${encodeURIComponent(q.segments[1])}.${q.kind}`; }) },
  { id: 'odd-options-200', says: 'OPTIONS answers 200 with Content-Length: 0.', hooks: after('options', (r) => ({ ...r, status: 200 })) },
  { id: 'odd-unknown-parameter-400', says: 'Unknown query parameters on lists are refused with 400.', hooks: { usersRead(next, q) { for (const k of q.query.keys()) if (!['name', 'format'].includes(k)) throw problem(400, `unknown parameter ${k}`); return next(q); } } },
  { id: 'odd-numbers-exponent', says: 'Prices are written in exponent form in JSON (1.2005e+3).', hooks: { toJson: (next, value) => next(value).replace(/"price":(\d+(?:\.\d+)?)(?=[,}])/g, (_, n) => `"price":${Number(n).toExponential()}`) } },
  { id: 'odd-cache-headers', says: 'Cache-Control: private, max-age=0, must-revalidate with Expires in the pastand Pragma.', hooks: sent((q) => safe(q), (out) => { Object.assign(out.headers, { 'Cache-Control': 'private, max-age=0, must-revalidate', Expires: 'Thu, 01 Jan 1970 00:00:00 GMT', Pragma: 'no-cache' }); }) },
  { id: 'odd-vary-case', says: 'Vary in other case and order: "origin, ACCEPT".', hooks: sent((q, out) => out.headers.Vary, (out) => { out.headers.Vary = out.headers.Vary.includes('Cookie') ? 'origin, COOKIE, ACCEPT' : 'origin, ACCEPT'; }) },
];
