import { type Deviation, onRequest, type RequestView, withFields } from './deviation.ts';
import { bareAnswer, remembering, resent } from './requests.ts';

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
        const whole = wholeOf(seen);
        const response = await next(whole ?? withOwnTags(seen, given));
        const own = response.headers.get('etag');
        const other = own === null ? undefined : await tag(own, response, seen);
        if (own === null || other === undefined) return whole === undefined ? response : next(seen.request);
        given.set(keyOf(seen, other), own);
        const tagged = withFields(response, { etag: other });
        return whole === undefined ? tagged : decided(tagged, other, seen.request);
      }),
  );
}

/** A reading under a condition, without it: the tag of its answer decides. */
function wholeOf(seen: RequestView): Request | undefined {
  const isConditional = CONDITIONS.some((name) => seen.request.headers.has(name));
  if (!isConditional || !['GET', 'HEAD'].includes(seen.method)) return undefined;
  const whole = resent(seen, {});
  // Conditions by date do not count beside those by tag (RFC 9110 13.2.2).
  for (const name of [...CONDITIONS, 'if-modified-since', 'if-unmodified-since']) whole.headers.delete(name);
  return whole;
}

/** What a reading under a condition is answered (RFC 9110 13.2.2). */
function decided(response: Response, tag: string, { headers }: Request): Response {
  const match = tagsIn(headers.get('if-match'));
  if (match !== undefined && !match.some((one) => one === '*' || (one === tag && !one.startsWith('W/'))))
    return bareAnswer(412);
  const opaque = (one: string): string => one.replace(/^W\//u, '');
  const none = tagsIn(headers.get('if-none-match')) ?? [];
  return none.some((one) => one === '*' || opaque(one) === opaque(tag)) ? unmodified(response) : response;
}

function tagsIn(field: string | null): string[] | undefined {
  return field?.split(/,\s*/u);
}

function unmodified(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const name of ['content-length', 'content-type']) headers.delete(name);
  return new Response(null, { status: 304, headers });
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
    request.headers.set(name, tags.map((tag) => ownTag(tag, (one) => given.get(keyOf(seen, one)))).join(', '));
  }
  return request;
}

/** The mock's own tag for one that was given; a tag that is written weakly stays so. */
function ownTag(tag: string, given: (tag: string) => string | undefined): string {
  const own = given(tag);
  if (own !== undefined) return own;
  const strong = tag.startsWith('W/') ? given(tag.slice(2)) : undefined;
  return strong === undefined ? tag : `W/${strong}`;
}
