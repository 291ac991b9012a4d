import type { Form } from '../../core/claims.ts';
import { onOperated, operationIn } from './asked-operation.ts';
import { type Deviation, onAnswer, type RequestView, withFields, withText } from './deviation.ts';
import { reads, userRead, usersListed } from './places.ts';
import { isCollection, isShown } from './representations.ts';
import { bareAnswer, isCreation, payloadOf, remembering } from './requests.ts';

const NO_UTF_8 = Object.fromEntries(
  ['accept', 'suffix', 'format', 'equivalent'].map((rule) => [
    `negotiate/${rule}`,
    'bytes that are no UTF-8 are no page',
  ]),
);
const ON_304 = Object.fromEntries(
  ['read/made', 'validator/if-none-match'].map((rule) => [rule, 'it reads the tag of a 304 as well']),
);

/** Faults that show now and then, or in answers that nobody looks at: document 4.2, 4.3, RFC 9110 8.3, 8.8, 9.2.1, 15. */
export const watched: readonly Deviation[] = [
  later('operation-on-operated-deal-answers-200-bare', 'A', 'is answered 200 without a body', () => bareAnswer(200)),
  later('later-hold-record-without-location', 'E', 'is answered 201 without a Location', (response) =>
    withFields(response, { location: undefined }),
  ),

  {
    id: 'command-on-known-deal-answers-204',
    title: 'A command on a deal that had one before is answered 204.',
    breaks: ['command/every'],
    wrap: remembering(
      () => new Set<string>(),
      (known) =>
        onAnswer((response, seen) => {
          if (!isDone(response, seen)) return response;
          const deal = String(payloadOf(seen)['id']);
          const isKnown = known.has(deal);
          known.add(deal);
          return isKnown ? bareAnswer(204) : response;
        }),
    ),
  },
  thirdTime(
    'third-server-lacks-etag',
    'One of three servers that take turns sends no ETag with a user.',
    (seen) => userRead(seen) !== undefined,
    (response) => withFields(response, { etag: undefined }),
  ),

  validator('refusal-with-unquoted-etag', 'A refusal has an ETag without quotes.', (response) =>
    response.status >= 400 ? withFields(response, { etag: 'none' }) : response,
  ),
  validator('refusal-with-local-date', 'The Date of a refusal is written as the platform prints dates.', (response) =>
    response.status >= 400 ? withFields(response, { date: new Date().toString() }) : response,
  ),
  validator(
    'created-in-the-future',
    'The Last-Modified of a 201 is local time that says GMT.',
    (response, seen) =>
      isCreation(seen) && response.status === 201
        ? withFields(response, { 'last-modified': new Date(Date.now() + 7_200_000).toUTCString() })
        : response,
    { 'create/etag-agrees': 'the new record tells another time' },
  ),
  validator(
    'collection-with-two-etags',
    'The framework adds an ETag of its own to that of a collection.',
    (response, seen) => {
      if (!isShown(seen) || !isCollection(seen) || response.status !== 200) return response;
      return withFields(response, { etag: `${response.headers.get('etag') ?? '"a"'}, "framework"` });
    },
    { 'validator/etag-form': 'it reads the tags of collections too' },
  ),
  validator(
    'not-modified-without-etag',
    'A 304 lacks the ETag that the 200 has.',
    (response) => (response.status === 304 ? withFields(response, { etag: undefined }) : response),
    ON_304,
  ),
  {
    id: 'not-modified-with-another-etag',
    title: 'A 304 has an ETag that no 200 has.',
    breaks: ['validator/if-none-match'],
    alsoStrikes: { 'read/made': 'it reads the tag of a 304 as well', 'validator/every': 'it watches every 304' },
    wrap: onAnswer((response) =>
      response.status === 304 ? withFields(response, { etag: '"not-modified"' }) : response,
    ),
  },

  labelled(
    'refusal-labelled-twice',
    'A refusal has two types: that of the framework and that of the handler.',
    (response) =>
      response.status >= 400 ? withFields(response, { 'content-type': 'text/html, application/json' }) : response,
  ),
  labelled('refusal-labelled-json', 'The type of a refusal is `json`, without a subtype.', (response) =>
    response.status >= 400 ? withFields(response, { 'content-type': 'json' }) : response,
  ),
  labelled('charset-without-name', 'The charset of a refusal is a parameter without a name.', (response) =>
    response.status >= 400 ? withFields(response, { 'content-type': 'application/json; utf-8' }) : response,
  ),
  labelled('charset-with-blanks', 'The charset of the users has blanks around its equals sign.', (response, seen) =>
    usersListed(seen) && response.headers.get('content-type')?.startsWith('application/json') === true
      ? withFields(response, { 'content-type': 'application/json; charset = utf-8' })
      : response,
  ),
  labelled('refusal-with-byte-order-mark', 'The JSON of a refusal begins with a byte order mark.', (response) =>
    response.status >= 400 && response.body !== null ? withText(response, (text) => `\ufeff${text}`) : response,
  ),
  labelled(
    'page-in-latin-1',
    'A page says UTF-8 and is written in Latin-1.',
    async (response, seen) => {
      if (!isShown(seen) || !isPage(response)) return response;
      const page = new Uint8Array(Buffer.from(await response.text(), 'latin1'));
      return withFields(new Response(page, response), { 'content-length': undefined });
    },
    NO_UTF_8,
  ),
  {
    id: 'page-says-latin-1',
    title: 'A page says Latin-1 and is written in UTF-8.',
    // Every byte is a letter of Latin-1: only the values tell that they are the wrong ones.
    breaks: ['negotiate/equivalent'],
    wrap: onAnswer((response, seen) =>
      isShown(seen) && isPage(response)
        ? withFields(response, { 'content-type': 'text/html; charset=iso-8859-1' })
        : response,
    ),
  },
];

function isPage(response: Response): boolean {
  return response.status === 200 && (response.headers.get('content-type') ?? '').startsWith('text/html');
}

function isDone(response: Response, { method, path }: RequestView): boolean {
  return response.ok && method === 'POST' && /^\/command\/[^/]+\/?$/u.test(path);
}

/** A fault in the answer of an operation on a deal that had one before. */
function later(id: string, form: Form, words: string, change: (response: Response) => Response): Deviation {
  return {
    id,
    title: `An operation in form ${form} on a deal that had one before ${words}.`,
    breaks: ['operation/every'],
    inWholeRun: true,
    alsoStrikes: {
      'operation/status': 'an unhold needs a hold before it',
      'status/201-address': 'it watches every 201, this one too',
      'model/sequence': 'it operates on one deal again and again',
    },
    wrap: remembering(
      () => new Set<string>(),
      (deals) =>
        onOperated({}, (response, seen) => {
          const asked = operationIn(seen);
          if (asked === undefined) return response;
          const isLater = deals.has(asked.deal);
          deals.add(asked.deal);
          return isLater && asked.form === form ? change(response) : response;
        }),
    ),
  };
}

/** A fault in each third answer to one and the same reading, as where three servers take turns. */
function thirdTime(
  id: string,
  title: string,
  isMeant: (seen: RequestView) => boolean,
  change: (response: Response) => Response,
): Deviation {
  return {
    id,
    title,
    breaks: ['status/steady'],
    oneByOne: true,
    wrap: remembering(
      () => new Map<string, number>(),
      (counts) =>
        onAnswer((response, seen) => {
          const { method, path, search, request } = seen;
          if (!reads(seen) || !isMeant(seen)) return response;
          // Of the fields only those that choose an answer: a trace is another each time.
          const choosing = ['accept', 'if-none-match'].map((name) => request.headers.get(name) ?? '');
          const asked = [method, path, search, ...choosing].join(' ');
          const count = (counts.get(asked) ?? 0) + 1;
          counts.set(asked, count);
          return count % 3 === 0 ? change(response) : response;
        }),
    ),
  };
}

type Also = Readonly<Record<string, string>>;
type Answered = (response: Response, seen: RequestView) => Response | Promise<Response>;

function validator(id: string, title: string, change: Answered, alsoStrikes: Also = {}): Deviation {
  return { id, title, breaks: ['validator/every'], alsoStrikes, wrap: onAnswer(change) };
}

function labelled(id: string, title: string, change: Answered, alsoStrikes: Also = {}): Deviation {
  return { id, title, breaks: ['negotiate/labelled'], alsoStrikes, wrap: onAnswer(change) };
}
