import { answers, asItIs, fields, instead, redirected, refusal, type Variation, type Wrap } from './variation.ts';

const ABSURD = 'RFC 9110 15.5: what cannot be read may be refused before it reaches the service';
const page = (status: number): Response =>
  new Response(`<html><body><center><h1>${status}</h1></center></body></html>`, {
    status,
    headers: { 'content-type': 'text/html' },
  });

/** Refuses requests whose path looks so, before the service sees them. */
function byPath(looksSo: RegExp, status: number): Wrap {
  return instead(({ path }) => (looksSo.test(path) ? page(status) : undefined));
}

/** Refuses every nth request of a kind before the service sees it. */
function nowAndThen(every: number, answer: (n: number) => Response): Wrap {
  let count = 0;
  return instead(() => {
    count += 1;
    return count % every === 0 ? answer(count / every) : undefined;
  });
}

/** Refuses the first requests. */
function atFirst(many: number, answer: () => Response): Wrap {
  let count = 0;
  return instead(() => {
    count += 1;
    return count <= many ? answer() : undefined;
  });
}

const empty = (status: number, headers: Readonly<Record<string, string>>): Response =>
  new Response(null, { status, headers });
const KNOWN = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);
const isItem = (path: string): boolean => /\/deals\/[^/]+$/u.test(path);
const isCollection = (path: string): boolean => /\/deals\/?$/u.test(path);
const reads = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Redirects a superfluous slash away, or a missing one in. */
function slashes(status: number): Wrap {
  return instead(({ request, path, search }) => {
    const extra = path.length > 1 && path.endsWith('/') && !/\/deals\/$|\/command\/[^/]+\/$/u.test(path);
    const missing = /\/deals$|\/command\/[^/]+$/u.test(path);
    if (!extra && !missing) return undefined;
    const to = extra ? path.slice(0, -1) : `${path}/`;
    return empty(status, { location: new URL(to + search, request.url).href });
  });
}

/** Refusals, redirects and limits: document 7, 8. */
export const refusals: readonly Variation[] = [
  {
    id: 'charset-415',
    title: 'A request whose Content-Type has a charset is refused with 415.',
    unseen: 'no request of the driver has a charset',
    source: 'document 2: types of bodies are shown without parameters',
    departs: { 'negotiate/labelled': 'a charset has no effect on recipients that keep to RFC 8259 (11)' },
    wrap: instead(({ request }) =>
      /charset/iu.test(request.headers.get('content-type') ?? '') ? empty(415, {}) : undefined,
    ),
  },
  {
    id: 'absurd-path-400',
    title: 'A path with an encoded slash, backslash, NUL or control character is refused with 400.',
    source: ABSURD,
    group: 'absurd',
    wrap: byPath(/%2f|%5c|%0[0-9a-f]|%1[0-9a-f]/iu, 400),
  },
  {
    id: 'absurd-encoding-400',
    title: 'A malformed percent-encoding is refused with 400.',
    source: ABSURD,
    group: 'absurd',
    wrap: instead(({ path, search }) => (isDecodable(path + search) ? undefined : page(400))),
  },
  {
    id: 'absurd-length-414',
    title: 'A path of more than 500 characters is refused with 414.',
    source: 'RFC 9110 15.5.15',
    wrap: instead(({ path }) => (path.length > 500 ? page(414) : undefined)),
  },
  {
    id: 'absurd-fields-431',
    title: 'A Cookie field of more than 8 kB is refused with 431.',
    source: 'RFC 6585 5',
    wrap: instead(({ request }) => ((request.headers.get('cookie') ?? '').length > 8192 ? page(431) : undefined)),
  },
  {
    id: 'body-limit-413',
    title: 'A body of more than 4 kB is refused with 413.',
    source: 'RFC 9110 15.5.14',
    options: { bodyLimit: 4096 },
    wrap: asItIs,
  },
  {
    id: 'body-without-type-415',
    title: 'A body without Content-Type is refused with 415.',
    source: 'RFC 9110 15.5.16',
    wrap: instead(({ request, body }) =>
      body !== '' && !request.headers.has('content-type') ? refusal(415) : undefined,
    ),
  },
  {
    id: 'body-missing-411',
    title: 'A POST or PUT without content is refused with 411.',
    source: 'RFC 9110 15.5.12',
    wrap: instead(({ method, body, path }) =>
      (method === 'POST' || method === 'PUT') && body === '' && !/unhold|complete|release|resume/u.test(path)
        ? refusal(411)
        : undefined,
    ),
  },
  {
    id: 'not-utf-8-415',
    title: 'A body that is not UTF-8 is refused with 415.',
    source: 'RFC 9110 15.5.16',
    wrap: instead(({ body }) => (body.includes('\ufffd') ? refusal(415) : undefined)),
  },
  {
    id: 'rate-limit-seconds',
    title: 'Every 50th request is refused with 429 and Retry-After: 0.',
    source: 'RFC 6585 4',
    group: 'away',
    wrap: nowAndThen(50, () => empty(429, { 'retry-after': '0' })),
  },
  {
    id: 'rate-limit-one-second',
    title: 'A few requests are refused with 429 and asked to wait a second.',
    source: 'RFC 6585 4',
    group: 'away',
    wrap: nowAndThen(400, () => empty(429, { 'retry-after': '1' })),
  },
  {
    id: 'rate-limit-date',
    title: 'Every 50th request is refused with 429 and a date that is now.',
    source: 'RFC 9110 10.2.3',
    group: 'away',
    wrap: nowAndThen(50, () => empty(429, { 'retry-after': new Date().toUTCString() })),
  },
  {
    id: 'away-at-first',
    title: 'The first requests are answered 503 with Retry-After: 0.',
    source: 'document 7 (503)',
    group: 'away',
    wrap: atFirst(4, () => empty(503, { 'retry-after': '0' })),
  },
  {
    id: 'away-now-and-then',
    title: 'Every 50th request is answered 503 with Retry-After: 0.',
    source: 'document 7 (503)',
    group: 'away',
    wrap: nowAndThen(50, () => empty(503, { 'retry-after': '0' })),
  },
  {
    id: 'unacceptable-served',
    title: 'What cannot be had is answered in JSON, and not with 406.',
    source: 'RFC 9110 15.5.7: a server may send what it has',
    wrap: instead(async ({ request }, next) => {
      const first = await next(request.clone() as Request);
      if (first.status !== 406) return first;
      const headers = new Headers(request.headers);
      headers.delete('accept');
      const { method } = request;
      return next(
        new Request(request.url.replace(/([?&])format=[^&]*/u, '$1'), {
          method,
          headers,
          ...(request.body === null ? {} : { body: await request.text() }),
        }),
      );
    }),
  },
  {
    id: 'unknown-methods-501',
    title: 'A method that the server does not know is answered 501.',
    hides: { 'status/405-allow': 'the methods that are tried are unknown, and so none is refused with 405' },
    source: 'RFC 9110 15.6.2',
    group: 'methods',
    wrap: instead(({ method }) => (KNOWN.has(method) ? undefined : refusal(501))),
  },
  {
    id: 'allow-empty',
    title: 'A 405 has an empty Allow.',
    source: 'RFC 9110 10.2.1: an empty list says that no method is allowed',
    wrap: fields(
      () => ({ allow: '' }),
      ({ status }) => status === 405,
    ),
  },
  {
    id: 'options-200',
    title: 'OPTIONS is answered 200 with a description.',
    source: 'RFC 9110 9.3.7',
    wrap: answers((response, { method }) => {
      if (method !== 'OPTIONS' || response.status !== 204) return response;
      const headers = new Headers(response.headers);
      headers.set('content-type', 'application/json');
      return new Response('{"methods":[]}', { status: 200, headers });
    }),
  },
  {
    id: 'options-405',
    title: 'OPTIONS is not taken.',
    source: 'RFC 9110 9.1: only GET and HEAD have to be',
    wrap: instead(({ method }) => (method === 'OPTIONS' ? refusal(405, { allow: 'GET, HEAD' }) : undefined)),
  },
  {
    id: 'slashes-308',
    title: 'A slash too many or too few is redirected with 308.',
    source: 'RFC 9110 15.4.9',
    group: 'slashes',
    wrap: slashes(308),
  },
  {
    id: 'slashes-307',
    title: 'A slash too many or too few is redirected with 307.',
    source: 'RFC 9110 15.4.8',
    group: 'slashes',
    wrap: slashes(307),
  },
  {
    id: 'slashes-301',
    title: 'A slash too many or too few is redirected with 301.',
    source: 'RFC 9110 15.4.2',
    group: 'slashes',
    wrap: slashes(301),
  },
  {
    id: 'slashes-let-pass',
    title: 'A slash too many or too few makes no difference.',
    source: 'document 4: what else is served is left open',
    group: 'slashes',
    wrap: instead(({ request, path }, next) =>
      path.length > 1 && path.endsWith('/') && !isCollection(path)
        ? next(redirected(request, path.slice(0, -1)))
        : undefined,
    ),
  },
  {
    id: 'gone-410',
    title: 'What was deleted answers 410.',
    source: 'document 4.4-m3',
    options: { deleted: 410 },
    wrap: asItIs,
  },
  {
    id: 'deals-not-listed',
    title: 'Deals are not listed: 405.',
    source: 'document 4.1: listing deals is not shown',
    group: 'unreadable',
    file: { resources: [{ name: 'deals', list: false }] },
    hides: unreadable('list'),
    wrap: instead(({ method, path }) =>
      reads(method) && isCollection(path) ? refusal(405, { allow: 'POST' }) : undefined,
    ),
  },
  {
    id: 'deals-not-listed-404',
    title: 'Deals are not listed: 404.',
    source: 'document 4.1: listing deals is not shown',
    group: 'unreadable',
    file: { resources: [{ name: 'deals', list: false }] },
    hides: unreadable('list'),
    wrap: instead(({ method, path }) => (reads(method) && isCollection(path) ? refusal(404) : undefined)),
  },
  {
    id: 'deals-not-read',
    title: 'Deals are neither listed nor read: 405.',
    source: 'document 4.1: reading deals is not shown',
    group: 'unreadable',
    file: { resources: [{ name: 'deals', list: false, item: false }] },
    hides: unreadable('item'),
    // Under another version nothing is there that could be read or written.
    wrap: instead(({ method, path }, _next, { options }) =>
      reads(method) && path.includes(`/rest/${options.version}/`) && (isCollection(path) || isItem(path))
        ? refusal(405, { allow: isItem(path) ? 'PUT, DELETE' : 'POST' })
        : undefined,
    ),
  },
  {
    id: 'deals-not-read-404',
    title: 'Deals are neither listed nor read: 404.',
    source: 'document 4.1: reading deals is not shown',
    group: 'unreadable',
    file: { resources: [{ name: 'deals', list: false, item: false }] },
    hides: unreadable('item'),
    wrap: instead(({ method, path }) =>
      reads(method) && (isCollection(path) || isItem(path)) ? refusal(404) : undefined,
    ),
  },
  {
    id: 'page-for-unknown-addresses',
    title: 'An unknown address outside the API is answered with the page of an application.',
    source: 'document 4: what else is served is left open',
    wrap: instead(({ method, path }) =>
      reads(method) && !/\/(?:rest|users|command|commands|query)(?:\/|\.|$)|\/$|\/shop$/u.test(path)
        ? new Response(method === 'HEAD' ? null : '<!doctype html><title>Deals</title><div id="root"></div>', {
            headers: { 'content-type': 'text/html' },
          })
        : undefined,
    ),
  },
  {
    id: 'proxy-refuses-absurd',
    title: 'A proxy refuses what looks like an attack with 403 and a page.',
    source: ABSURD,
    group: 'absurd',
    wrap: instead(({ path }) => (/%00|%0a|%2f|%5c|%ff/iu.test(path) ? page(403) : undefined)),
  },
  {
    id: 'other-version-too',
    title: 'Two versions are served side by side.',
    source: 'document 9: the set of versions is not shown',
    group: 'version',
    wrap: instead(({ request, path }, next) =>
      path.includes('/rest/2/') ? next(redirected(request, path.replace('/rest/2/', '/rest/1/'))) : undefined,
    ),
  },
  {
    id: 'version-as-word',
    title: 'The version is v1.',
    source: 'document 9: the set of versions is not shown',
    options: { version: 'v1' },
    group: 'version',
    wrap: asItIs,
  },
  {
    id: 'behind-a-prefix',
    title: 'Everything is served below a path.',
    source: 'document 4: paths are relative to the base address',
    options: { basePath: '/api/shop' },
    group: 'version',
    wrap: asItIs,
  },
];

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** What cannot be seen of deals that are not shown. */
function unreadable(what: 'list' | 'item'): Record<string, string> {
  const unlisted = 'deals are not listed';
  if (what === 'list') return { 'read/* on deals': unlisted, 'create/refused on deals': unlisted };
  const reason = 'deals are neither listed nor read';
  const onDeals = ['address/*', 'create/*', 'delete/*', 'read/*', 'negotiate/*', 'validator/*'].map(
    (rule) => `${rule} on deals*`,
  );
  return Object.fromEntries(
    [...onDeals, 'address/exact on deals', 'method/refused on deals', 'operation/*', 'command/*'].map((rule) => [
      rule,
      reason,
    ]),
  );
}
