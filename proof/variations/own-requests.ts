import { answers, instead, isIn, redirected, refusal, rewritten, type Variation, type Wrap } from './variation.ts';

const TOLD = 'the target file says so; the document shows neither parameters nor fields of its own';
const isItem = (path: string): boolean => /\/deals\/[^/]+$/u.test(path);
const isOfDeals = (path: string): boolean => /\/deals(?:\/|$)/u.test(path);

/** Answers requests for deals, and for the command documents about them, only in one media type, whose payloads have it too. */
function only(type: string): Wrap {
  return instead(async ({ request, path, body }, next) => {
    if (!isOfDeals(path) && !path.includes('/commands/')) return undefined;
    const accept = (request.headers.get('accept') ?? '*/*').toLowerCase();
    const isAsked = accept.includes(type) || accept.includes('*/*');
    if (!isAsked) return /json/u.test(accept) ? refusal(406) : undefined;
    const sent = (request.headers.get('content-type') ?? '').toLowerCase();
    if (body !== '' && sent !== type) return refusal(415);
    const plain = redirected(request, path);
    plain.headers.set('accept', accept.replaceAll(type, 'application/json'));
    if (body !== '') plain.headers.set('content-type', 'application/json');
    const response = await next(plain);
    const headers = new Headers(response.headers);
    if (response.ok && (headers.get('content-type') ?? '').includes('json')) headers.set('content-type', type);
    return new Response(response.body, { status: response.status, headers });
  });
}

/** Takes a revision as a parameter of DELETE, as records show it. */
function byRevision(): Wrap {
  const revision = (path: string): string => `1-${decodeURIComponent(path.split('/').at(-1) ?? '')}`;
  const show = answers(async (response, { method, path, request }) => {
    const location = response.headers.get('location');
    if (method !== 'POST' || response.status !== 201 || location === null || !/\/deals\/$/u.test(path)) return response;
    if (!isIn(response, 'json')) return response;
    const { pathname } = new URL(location, request.url);
    const rev = revision(pathname.replace(/\/$/u, ''));
    return rewritten(response, (text) => JSON.stringify({ ...Object(JSON.parse(text)), rev }));
  });
  const demand = instead(({ request, method, path, search }, next) => {
    if (method !== 'DELETE' || !isItem(path)) return undefined;
    const rev = new URLSearchParams(search).get('rev');
    if (rev !== null && rev !== revision(path)) return refusal(409);
    const plain = new Request(new URL(path, request.url), { method, headers: request.headers });
    // What is not there is unknown whatever revision is told.
    return rev === null ? unlessUnknown(plain, next) : next(plain);
  });
  return (fetch, mock) => demand(show(fetch, mock), mock);
}

async function unlessUnknown(request: Request, next: (request: Request) => Promise<Response>): Promise<Response> {
  const found = await next(new Request(request.url));
  return found.status === 200 ? refusal(428) : next(request);
}

/** Demands a field in every request for deals. */
const withField: Wrap = instead(({ request, path, method }) =>
  isOfDeals(path) && method !== 'OPTIONS' && request.headers.get('x-deal-desk') !== 'seven' ? refusal(403) : undefined,
);

/** Servers whose requests need something that only a target file can tell. */
export const ownRequests: readonly Variation[] = [
  {
    id: 'json-api-only',
    title: 'Deals are given and taken as application/vnd.api+json alone, without parameters: 406 and 415 otherwise.',
    source: `document 4.5: the media type is left open; ${TOLD}`,
    group: 'json-type selectors',
    needsFile: 'nothing tells the media type of payloads',
    file: {
      resources: [
        {
          name: 'deals',
          mediaTypes: { json: 'application/vnd.api+json', request: 'application/vnd.api+json' },
        },
      ],
    },
    wrap: only('application/vnd.api+json'),
  },
  {
    id: 'deletion-by-revision',
    title: 'A deal is deleted only with its revision as a parameter.',
    source: TOLD,
    // It has to be the last to write the body of a creation.
    layer: 'notation',
    group: 'deletion envelope notation location',
    needsFile: 'nothing tells the parameter',
    file: { resources: [{ name: 'deals', deleteQuery: { rev: '/rev' } }] },
    wrap: byRevision(),
  },
  {
    id: 'requests-with-own-field',
    title: 'Requests for deals are refused with 403 unless they carry a field.',
    source: TOLD,
    group: 'deletion',
    needsFile: 'nothing tells the field',
    file: { resources: [{ name: 'deals', headers: { 'X-Deal-Desk': 'seven' } }] },
    wrap: withField,
  },
];
