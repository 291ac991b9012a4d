import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

const STATUS = 'operation/status';
const options = { operationForms: ['E'] } as const;
const CANCELLATIONS = /\/cancellations$/u;
const CANCELLATION = /\/cancellations\/[^/]+$/u;

const saysType = (response: Response, type: string): boolean =>
  response.headers.get('content-type')?.includes(type) === true;

/** Changes the 201 of a cancellation. */
const making =
  (change: (made: Response, url: string) => Response | Promise<Response>) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    const isIt = response.status === 201 && CANCELLATIONS.test(new URL(request.url).pathname);
    return isIt ? change(response, request.url) : response;
  };

const withField = ({ status, headers, body }: Response, name: string, value: string): Response => {
  const fields = new Headers(headers);
  fields.set(name, value);
  return new Response(body, { status, headers: fields });
};

const locating = (placeOf: (location: string, made: Response) => string): ((fetch: Fetch) => Fetch) =>
  making((made) => withField(made, 'location', placeOf(made.headers.get('location') ?? '', made)));

/** Cuts the 201 of a type. */
const cut = (type: string): ((fetch: Fetch) => Fetch) =>
  making(async (made) => {
    if (!saysType(made, type)) return made;
    const headers = new Headers(made.headers);
    headers.delete('content-length');
    return new Response((await made.text()).slice(0, -20), { status: 201, headers });
  });

/** Answers GET of a cancellation otherwise. */
const reading =
  (answer: (request: Request, fetch: Fetch) => Promise<Response>) =>
  (fetch: Fetch): Fetch =>
  async (request) =>
    request.method === 'GET' && CANCELLATION.test(new URL(request.url).pathname)
      ? answer(request, fetch)
      : fetch(request);

const index = (url: string, other: number): string => url.replace(/\d+$/u, String(other));

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  [
    'a Location of the deal',
    locating((place, made) => (saysType(made, 'html') ? place.replace(/\/canc.*/u, '') : place)),
  ],
  ['a Location with a suffix', locating((place, made) => (saysType(made, 'xml') ? `${place}.xml` : place))],
  ['a page that is cut', cut('html')],
  ['XML that is cut', cut('xml')],
  [
    'the first record by every index',
    reading(({ url, headers }, fetch) => fetch(new Request(index(url, 1), { headers }))),
  ],
  [
    'no record as HTML',
    reading(async (request, fetch) =>
      request.headers.get('accept') === 'text/html' ? new Response(null, { status: 404 }) : fetch(request),
    ),
  ],
  [
    'another success for a record',
    reading(async (request, fetch) => {
      const response = await fetch(request);
      return new Response(response.body, {
        status: response.status === 200 ? 203 : response.status,
        headers: response.headers,
      });
    }),
  ],
  ['null in the list', rewritingJson<readonly unknown[]>(CANCELLATIONS, (all) => [...all, null])],
];

test.each(inGate(WRONG, Infinity))('found: %s', async (_, wrap) => {
  const { ended } = await judged([STATUS], { wrap, options });
  expect(ended('fail')).toEqual([`${STATUS} CancelDeal/E`]);
});

test('found: an ETag of another record on a 201', async () => {
  const { of } = await judged(['read/made'], { wrap: making((made) => withField(made, 'etag', '"x"')), options });
  expect(of('read/made', 'deals')).toMatchObject({ outcome: 'fail' });
});

/** Keeps one cancellation of a deal, at one address. */
const keepingOne = (fetch: Fetch): Fetch => {
  const latest = new Map<string, string>();
  const one = locating((place) => {
    latest.set(index(place, 1), place);
    return index(place, 1);
  });
  return one(reading((request, next) => next(new Request(latest.get(request.url) ?? request.url, request)))(fetch));
};

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['a Location that is a path', locating((place) => new URL(place).pathname)],
  ['a Location that is relative', locating((place) => place.replace(/^.*\/(?=cancellations)/u, ''))],
  ['one cancellation of a deal at one address', keepingOne],
  [
    'records that cannot be read',
    reading(async () => new Response(null, { status: 405, headers: { allow: 'DELETE' } })),
  ],
  [
    'no body',
    making((made) => new Response(null, { status: 201, headers: { location: made.headers.get('location') ?? '' } })),
  ],
];

test.each(inGate(LEGAL))('legal: %s', async (_, wrap) => {
  const { ended } = await judged([STATUS], { wrap, options });
  expect(ended('fail')).toEqual([]);
});

/** Nothing is read below deals at these places. */
const missing =
  (place: RegExp, status = 404) =>
  (fetch: Fetch): Fetch =>
  async (request) =>
    request.method === 'GET' && place.test(new URL(request.url).pathname)
      ? new Response(null, { status })
      : fetch(request);

test('found: cancellations with 201 that are missing, where holds are read', { tags: ['night'] }, async () => {
  const { ended } = await judged([STATUS], { wrap: missing(CANCELLATION), options });
  expect(ended('fail')).toEqual([`${STATUS} CancelDeal/E`]);
});

const UNREAD: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['no record of any operation is read', missing(/\/deals\/[^/]+\/[^/]+\/[^/]+$/u)],
  ['cancellations are for nobody to read', missing(CANCELLATION, 403)],
  [
    'a deal that was cancelled is gone, and all below it',
    (fetch) => {
      const gone = new Set<string>();
      return async (request) => {
        const { pathname } = new URL(request.url);
        const deal = /\/deals\/[^/]+/u.exec(pathname)?.[0] ?? '';
        if (request.method === 'GET' && gone.has(deal)) return new Response(null, { status: 410 });
        const response = await fetch(request);
        if (CANCELLATIONS.test(pathname) && response.ok) gone.add(deal);
        return response;
      };
    },
  ],
];

test.each(UNREAD)('legal: %s', async (_, wrap) => {
  const { ended } = await judged([STATUS], { wrap, options });
  expect(ended('fail')).toEqual([]);
});
