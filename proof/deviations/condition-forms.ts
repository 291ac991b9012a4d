import { type Deviation, onRequest, type RequestView, type Take } from './deviation.ts';
import { reads } from './places.ts';
import { isShown } from './representations.ts';
import { bareAnswer, dealIn, reading, resent } from './requests.ts';

const RULE = 'validator/if-match';

/** Faults in how the values of conditions are read, and for which methods they count: RFC 9110 13.1, 13.2.2, 14.2. */
export const conditionForms: readonly Deviation[] = [
  changing(
    'if-match-by-part',
    'If-Match holds where the current tag stands anywhere in it, as a part of a longer tag too.',
    async (seen, next) => {
      const field = seen.request.headers.get('if-match');
      const etag = await currentTag(seen, next);
      return next(field !== null && etag !== '' && field.includes(etag) ? without(seen, 'if-match') : seen.request);
    },
  ),
  changing('update-ignores-if-match', 'A PUT of a deal is carried out whatever If-Match says.', (seen, next) =>
    next(seen.method === 'PUT' ? without(seen, 'if-match') : seen.request),
  ),
  changing(
    'update-ignores-if-none-match',
    'A PUT of a deal is carried out though If-None-Match is a star and the deal is there.',
    (seen, next) => next(seen.method === 'PUT' ? without(seen, 'if-none-match') : seen.request),
  ),
  changing(
    'update-knows-if-none-match-by-star-only',
    'A PUT of a deal is refused where If-None-Match is a star, and carried out where it names the current tag.',
    (seen, next) =>
      next(
        seen.method === 'PUT' && seen.request.headers.get('if-none-match')?.trim() !== '*'
          ? without(seen, 'if-none-match')
          : seen.request,
      ),
  ),
  changing(
    'deletion-ignores-if-none-match',
    'A deletion is carried out though If-None-Match is a star or the current tag; a PUT is refused for it.',
    (seen, next) => next(seen.method === 'DELETE' ? without(seen, 'if-none-match') : seen.request),
  ),
  {
    id: 'writes-ignore-if-none-match',
    title: 'If-None-Match is looked at for GET and HEAD alone: PUT, POST and DELETE are carried out all the same.',
    breaks: [RULE],
    wrap: onRequest((seen, next) => next(reads(seen) ? seen.request : without(seen, 'if-none-match'))),
  },
  changing(
    'deletion-304-for-current-tag',
    'A deletion whose If-None-Match has the current tag is answered 304, as a reading is.',
    async (seen, next) => {
      const response = await next(seen.request);
      const isMeant = seen.method === 'DELETE' && seen.request.headers.has('if-none-match');
      return isMeant && response.status === 412 ? bareAnswer(304) : response;
    },
  ),
  changing(
    'range-on-deletion-416',
    'A deletion with a Range is refused with 416, though Range is about GET alone.',
    async (seen, next) =>
      seen.method === 'DELETE' && seen.request.headers.has('range') ? bareAnswer(416) : next(seen.request),
  ),
  {
    id: 'if-none-match-star-200',
    title: 'If-None-Match with a star is answered 200, as if no tag were called so.',
    breaks: ['validator/if-none-match'],
    wrap: onRequest((seen, next) =>
      next(
        isShown(seen) && seen.request.headers.get('if-none-match')?.trim() === '*'
          ? without(seen, 'if-none-match')
          : seen.request,
      ),
    ),
  },
];

/** A fault in how a deal is changed or deleted at its own address, under a condition or with a Range. */
function changing(id: string, title: string, take: Take): Deviation {
  return {
    id,
    title,
    breaks: [RULE],
    wrap: onRequest((seen, next, mock) =>
      reads(seen) || dealIn(seen.path) === undefined ? next(seen.request) : take(seen, next, mock),
    ),
  };
}

function without(seen: RequestView, name: string): Request {
  const request = resent(seen, {});
  request.headers.delete(name);
  return request;
}

/** The tag of the deal as it is, without its quotes. */
async function currentTag(seen: RequestView, next: Parameters<Take>[1]): Promise<string> {
  const request = reading(seen, seen.path);
  for (const name of ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'range'])
    request.headers.delete(name);
  const { headers } = await next(request);
  return (headers.get('etag') ?? '').replaceAll('"', '');
}
