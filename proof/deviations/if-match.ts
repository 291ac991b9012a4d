import { type Deviation, onRequest, type RequestView, type Take } from './deviation.ts';
import { bareAnswer, dealIn, reading, resent } from './requests.ts';

/** Faults in how a deletion with If-Match is taken: RFC 9110 13.1.1, 13.1.4, 13.2. */
export const ifMatch: readonly Deviation[] = [
  onDeletion(
    'if-match-takes-weak',
    'If-Match is compared weakly, so that the current tag marked as weak deletes.',
    (seen, next) => next(matching(seen, (field) => field.replaceAll('W/', ''))),
  ),
  onDeletion('if-match-first-of-list', 'Only the first tag of If-Match is looked at.', (seen, next) =>
    next(matching(seen, (field) => field.split(',')[0] ?? '')),
  ),
  onDeletion('if-match-yields-to-date', 'Where If-Unmodified-Since is sent too, it alone decides.', (seen, next) =>
    next(seen.request.headers.has('if-unmodified-since') ? matching(seen, () => undefined) : seen.request),
  ),
  onDeletion('if-match-and-date', 'Where If-Unmodified-Since is sent too, both have to hold.', async (seen, next) => {
    const since = Date.parse(seen.request.headers.get('if-unmodified-since') ?? '');
    const shown = await next(reading(seen, seen.path));
    const changed = Date.parse(shown.headers.get('last-modified') ?? '');
    return changed > since ? bareAnswer(412) : next(seen.request);
  }),
  onDeletion(
    'if-match-412-deletes',
    'A deletion with an old tag is answered 412, and carried out.',
    async (seen, next) => {
      const response = await next(seen.request);
      if (response.status === 412) await next(unconditional(seen));
      return response;
    },
  ),
];

/** A fault in how a deletion with If-Match is taken. */
function onDeletion(id: string, title: string, take: Take): Deviation {
  return {
    id,
    title,
    breaks: ['validator/if-match'],
    wrap: onRequest((seen, next, mock) =>
      seen.method === 'DELETE' && dealIn(seen.path) !== undefined && seen.request.headers.has('if-match')
        ? take(seen, next, mock)
        : next(seen.request),
    ),
  };
}

function unconditional(seen: RequestView): Request {
  const request = matching(seen, () => undefined);
  request.headers.delete('if-unmodified-since');
  return request;
}

/** The same request with another If-Match, or without one. */
function matching(seen: RequestView, change: (field: string) => string | undefined): Request {
  const request = resent(seen, {});
  const other = change(seen.request.headers.get('if-match') ?? '');
  if (other === undefined) request.headers.delete('if-match');
  else request.headers.set('if-match', other);
  return request;
}
