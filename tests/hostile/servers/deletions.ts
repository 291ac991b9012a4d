import { onWire } from '../../../mock/faces/wire.ts';
import type { Fetch } from '../../../mock/interface.ts';
import { look, type RequestView } from '../../../proof/deviations/deviation.ts';
import { type HostileServer, serve } from '../hostile-server.ts';

/** Answers a DELETE; `next` carries it out. */
type Deletion = (next: () => Promise<Response>, seen: RequestView, nth: number) => Response | Promise<Response>;

const one = (id: string, title: string, answer: Deletion): HostileServer => ({
  id: `deletion-${id}`,
  title,
  kind: 'deletion',
  start: () => {
    let deletions = 0;
    return serve((fetch) => async (request) => {
      if (request.method !== 'DELETE') return fetch(request);
      deletions += 1;
      return answer(() => fetch(request), await look(request), deletions);
    });
  },
});

/** Nothing is answered any more once the first record is to be deleted. */
const silentFromDeletion: HostileServer['start'] = () => {
  let isSilent = false;
  const silent =
    (fetch: Fetch): Fetch =>
    async (request) => {
      isSilent ||= request.method === 'DELETE';
      return isSilent ? never() : fetch(request);
    };
  return serve(silent);
};

const never = (): Promise<Response> => new Promise(() => {});
const refused = (status: number, fields: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: fields });
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** Servers that do not delete, or not as they say. */
export const deletions: readonly HostileServer[] = [
  one('hangs', 'DELETE is never answered, and nothing is deleted.', never),
  one('hangs-done', 'DELETE is never answered, and the record is deleted.', async (next) => {
    await next();
    return never();
  }),
  {
    id: 'deletion-silences',
    title: 'From the first DELETE on nothing is answered.',
    kind: 'deletion',
    start: silentFromDeletion,
  },
  one('500', 'DELETE is answered 500, and nothing is deleted.', () => refused(500)),
  one('500-done', 'DELETE is answered 500, and the record is deleted.', async (next) => {
    await next();
    return refused(500);
  }),
  one('403', 'DELETE is answered 403.', () => refused(403)),
  one('405', 'DELETE is answered 405.', () => refused(405, { allow: 'GET, PUT' })),
  one('204-undone', 'DELETE is answered 204, and nothing is deleted.', () => refused(204)),
  one('202-undone', 'DELETE is answered 202, and nothing is deleted.', () => refused(202)),
  one('404-undone', 'DELETE is answered 404, and nothing is deleted.', () => refused(404)),
  one('429', 'DELETE is answered 429 with an hour to wait.', () => refused(429, { 'retry-after': '3600' })),
  one('redirects', 'DELETE is redirected to a record that was there before.', (_next, { request }) =>
    refused(307, { location: new URL('/rest/1/deals/1', request.url).href }),
  ),
  one('reset', 'The connection is reset at each DELETE.', () =>
    onWire(new Response(null), (outgoing) => void outgoing.socket?.resetAndDestroy()),
  ),
  one('slow', 'DELETE takes a second.', async (next) => {
    await later(1000);
    return next();
  }),
  one('second-time', 'The first DELETE of each record is answered 503, the second deletes it.', secondTime()),
  one('precondition', 'DELETE is answered 428, for want of a precondition.', () => refused(428)),
];

function secondTime(): Deletion {
  const asked = new Set<string>();
  return (next, { request }) => {
    if (asked.has(request.url)) return next();
    asked.add(request.url);
    return refused(503, { 'retry-after': '0' });
  };
}
