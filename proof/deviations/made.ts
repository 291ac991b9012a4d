import { type Deviation, onRequest, type Take, withFields } from './deviation.ts';
import { reads } from './places.ts';
import { bareAnswer, resent } from './requests.ts';

/** Faults in how is read what an operation made: document 4.2, RFC 9110 8.8, 9.3.2, 12.5, 13.1. */
export const made: readonly Deviation[] = [
  holds('head-of-hold-404', 'HEAD of the record of a hold finds nothing.', async (seen, next) =>
    seen.method === 'HEAD' ? bareAnswer(404) : next(seen.request),
  ),
  holds('hold-without-vary', 'The record of a hold comes as Accept asks, and does not say Vary.', async (seen, next) =>
    withFields(await next(seen.request), { vary: undefined }),
  ),
  holds('hold-never-304', 'If-None-Match is ignored for the record of a hold.', async (seen, next) => {
    const request = resent(seen, {});
    request.headers.delete('if-none-match');
    return next(request);
  }),
  holds('hold-without-weights', 'For the record of a hold the first type in Accept wins.', async (seen, next) => {
    const request = resent(seen, {});
    const [first = '*/*'] = (seen.request.headers.get('accept') ?? '*/*').split(/[,;]/u);
    request.headers.set('accept', first);
    return next(request);
  }),
  documents(
    'command-document-always-304',
    'Whoever sends If-None-Match for a command document gets 304.',
    async (seen, next) => {
      const response = await next(seen.request);
      const isAsked = seen.request.headers.has('if-none-match');
      return isAsked && response.ok ? bareAnswer(304, { etag: response.headers.get('etag') ?? '""' }) : response;
    },
  ),
  documents('head-of-command-document-405', 'HEAD of a command document is not taken.', async (seen, next) =>
    seen.method === 'HEAD' ? bareAnswer(405, { allow: 'GET, PUT' }) : next(seen.request),
  ),
];

/** A fault in how readings of such addresses are taken. */
function readAt(place: RegExp, id: string, title: string, take: Take): Deviation {
  return {
    id,
    title,
    breaks: ['read/made'],
    wrap: onRequest((seen, next, mock) =>
      reads(seen) && place.test(seen.path) ? take(seen, next, mock) : next(seen.request),
    ),
  };
}

/** A fault in how the record is read that form E makes of a hold. */
function holds(id: string, title: string, take: Take): Deviation {
  return readAt(/\/deals\/[^/]+\/holds\/[^/]+$/u, id, title, take);
}

/** A fault in how the command documents of forms F and G are read. */
function documents(id: string, title: string, take: Take): Deviation {
  return readAt(/(?:\/deals\/[^/]+|^)\/commands\/[^/]+$/u, id, title, take);
}
