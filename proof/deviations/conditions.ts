import { parseHttpDate } from '../../core/http/http-date.ts';
import { type Deviation, onAnswer, onRequest, type RequestView, type Take, withFields } from './deviation.ts';
import { dealRead, reads, userRead } from './places.ts';
import { isShown } from './representations.ts';
import { bareAnswer, dealIn, reading, remembering, resent } from './requests.ts';

type Also = Readonly<Record<string, string>>;

const RULE = 'validator/if-match';
const NONE = 'validator/if-none-match';

/** Faults in how conditions are read, those by date and those of changes: RFC 9110 8.8.2, 13.1, 13.2.2. */
export const conditions: readonly Deviation[] = [
  changing('deletion-ignores-its-date', 'A deal is deleted whatever If-Unmodified-Since says.', (seen, next) =>
    next(seen.method === 'DELETE' ? without(seen, 'if-unmodified-since') : seen.request),
  ),
  changing(
    'unmodified-since-turned-round',
    'A change is made where the deal was changed since, and refused where it was not.',
    async (seen, next) => {
      const since = parseHttpDate(seen.request.headers.get('if-unmodified-since') ?? '');
      const changed = await changedAt(seen, next);
      if (since === undefined || changed === undefined || seen.request.headers.has('if-match'))
        return next(seen.request);
      return changed > since ? next(without(seen, 'if-unmodified-since')) : bareAnswer(412);
    },
  ),
  changing(
    'unreadable-date-refuses',
    'A change whose If-Unmodified-Since is no date is refused with 412, as it cannot be held against anything.',
    async (seen, next) => {
      const since = seen.request.headers.get('if-unmodified-since');
      return since !== null && !seen.request.headers.has('if-match') && parseHttpDate(since) === undefined
        ? bareAnswer(412)
        : next(seen.request);
    },
  ),
  changing(
    'modified-since-refuses-deletion',
    'If-Modified-Since is obeyed by DELETE too: what was not changed since is answered 412 and stays.',
    async (seen, next) => {
      const since = parseHttpDate(seen.request.headers.get('if-modified-since') ?? '');
      const changed = seen.method === 'DELETE' && since !== undefined ? await changedAt(seen, next) : undefined;
      return changed !== undefined && since !== undefined && changed <= since ? bareAnswer(412) : next(seen.request);
    },
  ),
  {
    id: 'deletion-by-any-former-tag',
    title: 'DELETE takes any tag that the deal once had.',
    breaks: [RULE],
    wrap: byFormerTags('DELETE'),
  },

  readByDate('any-modified-since-304', 'Any If-Modified-Since is answered 304.', async (seen, next) => {
    const response = await next(seen.request);
    return seen.request.headers.has('if-modified-since') &&
      !seen.request.headers.has('if-none-match') &&
      response.status === 200
      ? unmodified(response)
      : response;
  }),
  readByDate(
    'modified-since-turned-round',
    'If-Modified-Since is turned round: 304 comes for what was changed since.',
    async (seen, next) => {
      const since = parseHttpDate(seen.request.headers.get('if-modified-since') ?? '');
      const response = await next(without(seen, 'if-modified-since'));
      if (since === undefined || seen.request.headers.has('if-none-match') || response.status !== 200) return response;
      return Date.parse(response.headers.get('last-modified') ?? '') > since ? unmodified(response) : response;
    },
  ),
  readByDate(
    'modified-since-beats-tag',
    'If-Modified-Since gives 304 although If-None-Match names another tag.',
    async (seen, next) => {
      const since = parseHttpDate(seen.request.headers.get('if-modified-since') ?? '');
      const response = await next(seen.request);
      if (since === undefined || response.status !== 200) return response;
      return Date.parse(response.headers.get('last-modified') ?? '') <= since ? unmodified(response) : response;
    },
  ),
  readByDate('unreadable-date-304', 'If-Modified-Since that is no date at all is answered 304.', async (seen, next) => {
    const since = seen.request.headers.get('if-modified-since');
    const response = await next(seen.request);
    const isOther = since !== null && parseHttpDate(since) === undefined && !seen.request.headers.has('if-none-match');
    return isOther && response.status === 200 ? unmodified(response) : response;
  }),
  {
    id: 'not-modified-page-with-another-etag',
    title: 'The 304 of a page has the tag of the JSON.',
    breaks: [NONE],
    wrap: onAnswer((response, { request }) =>
      response.status === 304 && (request.headers.get('accept') ?? '').startsWith('text/html')
        ? withFields(response, { etag: (response.headers.get('etag') ?? '').replace('html', 'json') })
        : response,
    ),
  },
  {
    id: 'not-modified-user-tag-of-the-moment',
    title: 'The 304 of a user has a tag made of the moment, which no 200 has.',
    breaks: [NONE],
    wrap: onAnswer((response, seen) =>
      response.status === 304 && userRead(seen) !== undefined
        ? withFields(response, { etag: `"${performance.now()}"` })
        : response,
    ),
  },
];

/** A fault in how a deal is changed or deleted under a condition. */
function changing(id: string, title: string, take: Take, alsoStrikes: Also = {}): Deviation {
  return {
    id,
    title,
    breaks: [RULE],
    alsoStrikes,
    wrap: onRequest((seen, next, mock) =>
      reads(seen) || deal(seen) === undefined ? next(seen.request) : take(seen, next, mock),
    ),
  };
}

/** A fault in how records and collections are read under a condition by date. */
function readByDate(id: string, title: string, take: Take): Deviation {
  return {
    id,
    title,
    breaks: [NONE],
    wrap: onRequest((seen, next, mock) => (isShown(seen) ? take(seen, next, mock) : next(seen.request))),
  };
}

/** The deal whose address, or one below it, is asked. */
function deal({ path }: Pick<RequestView, 'path'>): string | undefined {
  return /^.*\/rest\/[^/]+\/deals\/[^/]+/u.exec(path)?.[0];
}

async function changedAt(seen: RequestView, next: Parameters<Take>[1]): Promise<number | undefined> {
  const found = await next(plain(seen));
  const date = found.headers.get('last-modified');
  return date === null ? undefined : Date.parse(date);
}

/** A GET of the deal without any condition. */
function plain(seen: RequestView): Request {
  const request = reading(seen, deal(seen) ?? seen.path);
  for (const name of ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'])
    request.headers.delete(name);
  return request;
}

function without(seen: RequestView, name: string): Request {
  const request = resent(seen, {});
  request.headers.delete(name);
  return request;
}

/** Every tag that a deal was shown with is taken for the current one. */
function byFormerTags(method: string): Deviation['wrap'] {
  return remembering(
    () => new Map<string, Set<string>>(),
    (tags) =>
      onRequest(async (seen, next) => {
        const at = deal(seen);
        const field = seen.request.headers.get('if-match');
        const isKnown = at !== undefined && field !== null && tags.get(at)?.has(field) === true;
        const response = await next(isKnown && seen.method === method ? without(seen, 'if-match') : seen.request);
        const tag = response.headers.get('etag');
        const made = new URL(response.headers.get('location') ?? seen.path, seen.request.url).pathname;
        const about = dealRead(seen) !== undefined || dealIn(made) !== undefined ? made : undefined;
        if (tag !== null && about !== undefined) tags.set(about, (tags.get(about) ?? new Set()).add(tag));
        return response;
      }),
  );
}

function unmodified(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const name of ['content-length', 'content-type']) headers.delete(name);
  return new Response(null, { status: 304, headers });
}
