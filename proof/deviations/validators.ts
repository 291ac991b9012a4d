import { onWire } from '../../mock/faces/wire.ts';
import { type Deviation, onAnswer, onRequest, type RequestView, withFields } from './deviation.ts';
import { dealRead, userRead } from './places.ts';
import { isCollection, isShown } from './representations.ts';
import { bareAnswer, reading, resent } from './requests.ts';
import { onTag } from './tags.ts';

/** The last part of the mock's own tags names the representation. */
const viewOf = (own: string): string => /-(\w+)"$/u.exec(own)?.[1] ?? '';

/** Faults of validators: document 4.4-c4, RFC 9110 8.8 and 13.1.2. */
export const validators: readonly Deviation[] = [
  tagged('etag-unquoted', 'The ETag lacks its quotes.', 'form', (own) => own.replaceAll('"', '')),
  tagged('etag-single-quoted', 'The ETag stands in single quotes.', 'form', (own) => own.replaceAll('"', "'")),
  tagged('etag-weak-in-lower-case', 'The mark of a weak ETag is in lower case.', 'form', (own) => `w/${own}`),
  tagged('etag-with-a-blank', 'The ETag has a blank inside its quotes.', 'form', (own) => own.replace('-', ' ')),
  tagged('etag-unterminated', 'The ETag lacks its closing quote.', 'form', (own) => own.slice(0, -1)),

  tagged('etag-constant', 'The ETag is the same for ever.', 'changes', (own) => `"v1-${viewOf(own)}"`),
  tagged(
    'etag-of-address',
    'The ETag is made of the address and not of what is there.',
    'changes',
    (own, response, { path, request }) => {
      const at = new URL(response.headers.get('location') ?? path, request.url).pathname;
      return `"${Buffer.from(at).toString('base64url')}-${viewOf(own)}"`;
    },
  ),
  tagged(
    'etag-of-seconds',
    'The ETag is the second of the last change, so that a quick change goes unseen.',
    'changes',
    (own, response) => `"${Date.parse(response.headers.get('last-modified') ?? '') / 1000}-${viewOf(own)}"`,
  ),
  {
    id: 'etag-of-collection-constant',
    title: 'The ETag of the collection stays when something is added to it.',
    breaks: ['validator/etag-changes'],
    wrap: onTag((own, _response, seen) =>
      isCollection(seen) && ['GET', 'HEAD'].includes(seen.method) ? `"all-${viewOf(own)}"` : undefined,
    ),
  },
  {
    id: 'etag-not-changed-by-hold',
    title: 'The ETag is made of name and price, so that a hold leaves it as it was.',
    breaks: ['validator/etag-changes'],
    alsoStrikes: { 'read/head': 'HEAD has no body to make the tag from' },
    wrap: onTag(async (own, response, seen) => {
      const isRecord = dealRead(seen) !== undefined || seen.method === 'POST';
      if (!isRecord || response.body === null || viewOf(own) !== 'json') return undefined;
      const { id, name, price } = await membersOf(response);
      return `"${Buffer.from(JSON.stringify([id, name, price])).toString('base64url')}"`;
    }),
  },

  {
    id: 'etag-of-xml-constant',
    title: 'The ETag of a deal in XML stays when the deal changes.',
    breaks: ['validator/etag-changes'],
    alsoStrikes: { 'create/etag-agrees': 'a 201 in XML has the tag that was the deal’s own' },
    wrap: onTag((own, _response, seen) => {
      const id = dealRead(seen);
      return id === undefined || viewOf(own) !== 'xml' ? undefined : `"${Buffer.from(id).toString('base64url')}-xml"`;
    }),
  },

  stable('etag-random', 'The ETag of a user is another each time.', () => `"${crypto.randomUUID()}"`),
  stable(
    'etag-of-the-moment',
    'The ETag of a user holds the moment of reading.',
    (own) => `"${performance.now()}-${viewOf(own)}"`,
  ),
  {
    id: 'etag-shared-by-representations',
    title: 'All representations of a record have one strong ETag.',
    breaks: ['validator/per-representation'],
    wrap: onTag((own) => own.replace(/-\w+"$/u, '"')),
  },
  {
    id: 'etag-shared-by-xml-and-html',
    title: 'XML and HTML have one strong ETag, since the one is made from the other.',
    breaks: ['validator/per-representation'],
    wrap: onTag((own) => own.replace(/-(?:xml|html)"$/u, '-markup"')),
  },

  dated('last-modified-iso', 'Last-Modified is written as ISO 8601.', (date) => date.toISOString()),
  dated('last-modified-future', 'Last-Modified is tomorrow.', (date) =>
    new Date(date.getTime() + 86_400_000).toUTCString(),
  ),
  dated('last-modified-seconds', 'Last-Modified is a number of seconds.', (date) =>
    String(Math.floor(date.getTime() / 1000)),
  ),
  dated('last-modified-zone', 'Last-Modified is told in a zone of its own.', (date) =>
    date.toUTCString().replace('GMT', '+0000'),
  ),
  dated('last-modified-asctime', 'Last-Modified is written as C does, without a zone.', (date) =>
    date.toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/u, '$1 $3 $2 $5 $4'),
  ),
  dated('last-modified-of-year-one', 'Last-Modified says that nothing is known.', () => 'never'),

  conditional('if-none-match-ignored', 'If-None-Match is ignored.', (seen, next) => next(without(seen))),
  {
    ...conditional('if-none-match-always-304', 'Whoever sends If-None-Match gets 304, whatever the tag.', async () =>
      bareAnswer(304),
    ),
    alsoStrikes: { 'delete/removes': 'it asks with a tag for what was deleted' },
  },
  {
    id: 'if-none-match-304-for-unknown',
    title: 'Whoever sends If-None-Match gets 304 also for what does not exist.',
    breaks: ['validator/if-none-match'],
    alsoStrikes: { 'delete/removes': 'it asks with a tag for what was deleted' },
    wrap: onAnswer((response, seen) =>
      isShown(seen) && response.status === 404 && seen.request.headers.has('if-none-match')
        ? bareAnswer(304)
        : response,
    ),
  },
  {
    id: 'if-none-match-json-tag-for-all',
    title: 'If-None-Match is held against the tag of the JSON, whatever Accept asks for.',
    breaks: ['validator/if-none-match'],
    wrap: onRequest(async (seen, next) => {
      const isAsked = isShown(seen) && seen.request.headers.has('if-none-match');
      const inJson = isAsked ? await next(reading(seen, seen.path + seen.search)) : undefined;
      return inJson?.status === 304 ? inJson : next(seen.request);
    }),
  },
  conditional('if-none-match-412', 'A GET with the current tag is answered 412.', async (seen, next) => {
    const response = await next(seen.request);
    return response.status === 304 ? bareAnswer(412) : response;
  }),
  conditional('if-none-match-first-of-list', 'Only the first tag of a list is looked at.', (seen, next) => {
    const request = resent(seen, {});
    request.headers.set('if-none-match', (seen.request.headers.get('if-none-match') ?? '').split(',')[0] ?? '');
    return next(request);
  }),
  conditional('if-none-match-one-tag-only', 'A list of tags is answered 400.', (seen, next) =>
    (seen.request.headers.get('if-none-match') ?? '').includes(',')
      ? Promise.resolve(bareAnswer(400))
      : next(seen.request),
  ),
  conditional('if-none-match-304-with-body', 'The 304 has the body too.', async (seen, next) => {
    const response = await next(seen.request);
    if (response.status !== 304) return response;
    return onWire(response, (outgoing) => {
      outgoing.socket?.end(
        `HTTP/1.1 304 Not Modified\r\nETag: ${response.headers.get('etag') ?? ''}\r\n\r\n{"id":"1"}`,
      );
    });
  }),
  conditional('if-none-match-200-empty', 'In place of 304 comes 200 without a body.', async (seen, next) => {
    const response = await next(seen.request);
    return response.status === 304 ? bareAnswer(200) : response;
  }),
  conditional('if-none-match-204', 'In place of 304 comes 204.', async (seen, next) => {
    const response = await next(seen.request);
    return response.status === 304 ? bareAnswer(204) : response;
  }),
];

async function membersOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = await response.clone().json();
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function tagged(
  id: string,
  title: string,
  rule: 'form' | 'changes',
  tag: (own: string, response: Response, seen: RequestView) => string,
): Deviation {
  return { id, title, breaks: [`validator/etag-${rule}`], wrap: onTag(tag) };
}

/** A fault that gives a user another tag each time. Conditions do without: every tag that was given is still known. */
function stable(id: string, title: string, tag: (own: string) => string): Deviation {
  return {
    id,
    title,
    breaks: ['validator/etag-stable'],
    alsoStrikes: { 'validator/if-none-match': 'a tag that is never given again is never the current one' },
    wrap: onTag((own, _response, seen) => (userRead(seen) === undefined ? undefined : tag(own))),
  };
}

/** A fault in Last-Modified. */
function dated(id: string, title: string, write: (date: Date) => string): Deviation {
  return {
    id,
    title,
    breaks: ['validator/last-modified-form'],
    wrap: onAnswer((response) => {
      const value = response.headers.get('last-modified');
      return value === null ? response : withFields(response, { 'last-modified': write(new Date(value)) });
    }),
  };
}

/** A fault in how a conditional GET is answered. */
function conditional(
  id: string,
  title: string,
  answer: (seen: RequestView, next: (request: Request) => Promise<Response>) => Promise<Response>,
): Deviation {
  return {
    id,
    title,
    breaks: ['validator/if-none-match'],
    wrap: onRequest((seen, next) =>
      isShown(seen) && seen.request.headers.has('if-none-match') ? answer(seen, next) : next(seen.request),
    ),
  };
}

function without(seen: RequestView): Request {
  const request = resent(seen, {});
  request.headers.delete('if-none-match');
  return request;
}
