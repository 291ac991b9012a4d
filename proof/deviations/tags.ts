import { type Deviation, onRequest, type RequestView, withFields } from './deviation.ts';
import { remembering, resent } from './requests.ts';

const CONDITIONS: readonly string[] = ['if-none-match', 'if-match'];

/**
 * A fault in what ETags look like, and in nothing else: a tag that comes back in a condition is turned into the one that the
 * mock gave, so that conditional requests work as before. `tag` makes the tag that is sent; undefined leaves it as it is.
 */
export function onTag(
  tag: (own: string, response: Response, seen: RequestView) => string | undefined | Promise<string | undefined>,
): Deviation['wrap'] {
  return remembering(
    () => new Map<string, string>(),
    (given) =>
      onRequest(async (seen, next) => {
        const response = await next(withOwnTags(seen, given));
        const own = response.headers.get('etag');
        const other = own === null ? undefined : await tag(own, response, seen);
        if (own === null || other === undefined) return response;
        given.set(keyOf(seen, other), own);
        return withFields(response, { etag: other });
      }),
  );
}

// One tag may stand for several of the mock's, each at an address and in a representation of its own.
function keyOf({ path, request }: RequestView, tag: string): string {
  return `${path} ${request.headers.get('accept') ?? ''} ${tag}`;
}

function withOwnTags(seen: RequestView, given: ReadonlyMap<string, string>): Request {
  const conditions = CONDITIONS.filter((name) => seen.request.headers.has(name));
  if (conditions.length === 0) return seen.request;
  const request = resent(seen, {});
  for (const name of conditions) {
    const tags = (seen.request.headers.get(name) ?? '').split(/,\s*/u);
    request.headers.set(name, tags.map((tag) => given.get(keyOf(seen, tag)) ?? tag).join(', '));
  }
  return request;
}
