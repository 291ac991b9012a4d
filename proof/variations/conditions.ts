import { parseHttpDate } from '../../core/http/http-date.ts';
import type { Fetch } from '../../mock/interface.ts';
import type { RequestView } from '../deviations/deviation.ts';
import { answers, fields, instead, refusal, type Variation, type Wrap } from './variation.ts';

const MAY = 'document 4.4-c4: a response may carry validators, and the tag is opaque';
const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'] as const;
const MINUTE = 60_000;

const reads = (method: string): boolean => method === 'GET' || method === 'HEAD';
const isNested = (path: string): boolean => /\/users\/[^/]+\/(?:ssh-keys|address)\//u.test(path);
const isCollection = (path: string): boolean => /\/(?:deals\/?|users)(?:\.\w+)?$/u.test(path);
const none = { etag: undefined, 'last-modified': undefined };
const known = ({ status }: Response): boolean => status === 200 || status === 304;

/** Changes the dates by which a request asks, before they are looked at. */
function datesTaken(change: (date: number) => number): Wrap {
  return (fetch) => (request) => {
    for (const name of ['if-modified-since', 'if-unmodified-since']) {
      const date = parseHttpDate(request.headers.get(name) ?? '');
      if (date !== undefined) request.headers.set(name, new Date(change(date)).toUTCString());
    }
    return fetch(request);
  };
}

/** Changes dates in answers. */
function datesGiven(names: readonly string[], change: (date: number) => number): Wrap {
  return fields(({ headers }) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const date = parseHttpDate(headers.get(name) ?? '');
        return date === undefined ? [] : [[name, new Date(change(date)).toUTCString()]];
      }),
    ),
  );
}

function both(first: Wrap, second: Wrap): Wrap {
  return (fetch, mock) => second(first(fetch, mock), mock);
}

/** What has no validator here has none that a condition could be compared with. */
function withoutValidators(where: (path: string) => boolean): Wrap {
  const blind: Wrap = (fetch) => (request) => {
    const { pathname } = new URL(request.url);
    if (where(pathname)) for (const name of ['if-modified-since', 'if-unmodified-since']) request.headers.delete(name);
    return fetch(request);
  };
  return both(
    blind,
    fields(
      () => none,
      (response, { path }) => known(response) && where(path),
    ),
  );
}

/** Validators and conditions as stores and frameworks have them: document 4.4-c4, RFC 9110 8.8, 13. */
export const conditions: readonly Variation[] = [
  {
    id: 'validators-not-on-nested',
    title: 'Keys and addresses of users have no validators.',
    source: MAY,
    group: 'etag',
    wrap: withoutValidators(isNested),
  },
  {
    id: 'validators-not-on-users',
    title: 'Deals have validators, and nothing about users has.',
    source: MAY,
    group: 'etag',
    hides: Object.fromEntries(
      ['etag-stable', 'per-representation', 'if-none-match'].map((rule) => [
        `validator/${rule} on users`,
        'users have no ETag',
      ]),
    ),
    wrap: withoutValidators((path) => path.includes('/users')),
  },
  {
    id: 'validators-of-the-content',
    title: 'Validators and length are made of the content, so that a 200 to HEAD has none of them.',
    source: 'RFC 9110 9.3.2: fields that are known only when the content is made may be left out of HEAD',
    group: 'etag',
    wrap: fields(
      () => ({ ...none, 'content-length': undefined }),
      ({ status }, { method }) => method === 'HEAD' && status === 200,
    ),
  },
  {
    id: 'etag-weak-on-collections',
    title: 'Tags of collections are weak and change every now and then though the collection does not.',
    source: `RFC 9110 8.8.1, 8.8.3; ${MAY}, and only has to change when the resource does`,
    group: 'etag',
    departs: {
      'validator/etag-stable': 'a tag has to change when the resource does (4.4-c4), and may change besides',
      'validator/every': 'it asks the same of each list',
    },
    wrap: driftingTags(),
  },
  {
    id: 'last-modified-by-the-minute',
    title: 'Last-Modified knows no seconds, and conditions are compared by the minute.',
    source: 'RFC 9110 8.8.2.2: a modification date is a weak validator, as coarse as the store’s clock',
    group: 'last-modified',
    unseen: 'the answers that are compared are given on the minute',
    wrap: both(
      datesTaken((date) => date - (date % MINUTE) + MINUTE - 1000),
      datesGiven(['last-modified'], (date) => date - (date % MINUTE)),
    ),
  },
  {
    id: 'clock-ahead',
    title: 'The server’s clock is a minute and a half ahead.',
    source: 'RFC 9110 5.6.7, 6.6.1: a clock gives a reasonable approximation of the time',
    group: 'last-modified',
    wrap: both(
      datesTaken((date) => date - 90_000),
      datesGiven(['date', 'last-modified'], (date) => date + 90_000),
    ),
  },
  {
    id: 'if-modified-since-exact',
    title: 'A reading is answered 304 only by the very date of its Last-Modified, and by no later one.',
    source: 'RFC 9110 13.1.3: to answer a later date 304 is a SHOULD, and nginx compares exactly',
    unseen: 'no reading that is compared has a date',
    wrap: instead(async ({ request, method }, next) => {
      const since = request.headers.get('if-modified-since');
      if (!reads(method) || since === null || request.headers.has('if-none-match')) return undefined;
      const response = await next(request.clone() as Request);
      const own = parseHttpDate(response.headers.get('last-modified') ?? '');
      if (response.status !== 304 || own === parseHttpDate(since)) return response;
      request.headers.delete('if-modified-since');
      return next(request);
    }),
  },
  {
    id: 'not-modified-by-tag-alone',
    title: 'A 304 tells the tag and not the date of the last change.',
    source: 'RFC 9110 15.4.5: Last-Modified is not among the fields that a 304 has to have',
    wrap: fields(
      () => ({ 'last-modified': undefined }),
      ({ status, headers }) => status === 304 && headers.has('etag'),
    ),
  },
  {
    id: 'conditional-writes-501',
    title: 'A write with a condition is refused with 501, as object stores do.',
    source: 'RFC 9110 15.6.2: a field that asks for something that the server does not have',
    hides: { 'validator/if-match': 'no write with a condition is done' },
    unseen: 'no write that is compared has a condition',
    wrap: instead(async (seen, next) =>
      CONDITIONS.some((name) => seen.request.headers.has(name)) && (await couldBeDone(seen, next))
        ? refusal(501)
        : undefined,
    ),
  },
  {
    id: 'errors-with-etag',
    title: 'Every answer with a body has an ETag of its bytes, errors as well.',
    source: 'RFC 9110 8.8, RFC 9111 4.3: a 404 may be stored, and validated; Express tags what it sends',
    group: 'errors',
    wrap: answers(async (response) => {
      if (response.status < 400 || response.body === null) return response;
      const text = await response.text();
      const headers = new Headers(response.headers);
      headers.set('etag', `W/"${text.length.toString(16)}-${Buffer.from(text).toString('base64url').slice(-27)}"`);
      return new Response(text, { status: response.status, headers });
    }),
  },
];

/** Tags of collections, weak and with a number that goes up with every fifth reading. */
function driftingTags(): Wrap {
  let readings = 0;
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    if (!isCollection(pathname) || !reads(request.method)) return fetch(request);
    readings += 1;
    // Others may read while this one is answered.
    const number = String(Math.floor(readings / 5));
    for (const name of ['if-none-match', 'if-match']) {
      const tags = request.headers.get(name);
      // A tag that is not the present one any more names no state.
      const back = tags?.replace(/\.(\d+)"/gu, (_whole, n: string) => (n === number ? '"' : '.old"'));
      if (back !== undefined) request.headers.set(name, back);
    }
    const response = await fetch(request);
    const etag = response.headers.get('etag');
    if (etag === null) return response;
    const headers = new Headers(response.headers);
    headers.set('etag', `W/${etag.replace(/"$/u, `.${number}"`)}`);
    return new Response(response.body, { status: response.status, headers });
  };
}

/** Whether a write is none that would be refused anyway: a condition counts only then (RFC 9110 13.2.1). */
async function couldBeDone({ request, method, path, body }: RequestView, next: Fetch): Promise<boolean> {
  if (!['POST', 'PUT', 'DELETE'].includes(method) || !isJsonOrNothing(body)) return false;
  const target = /^.*\/deals\/[^/]*/u.exec(path)?.[0];
  if (target === undefined) return false;
  const found = await next(new Request(new URL(target, request.url), { headers: { accept: '*/*' } }));
  return found.status === 200;
}

function isJsonOrNothing(body: string): boolean {
  try {
    JSON.parse(body === '' ? '{}' : body);
    return true;
  } catch {
    return false;
  }
}
