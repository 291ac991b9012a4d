import { onWire } from '../../mock/faces/wire.ts';
import { ANY_TEXT, SERVER_ERROR } from './also.ts';
import { type Deviation, onAnswer, onRequest, type RequestView, withJson } from './deviation.ts';
import { nameAskedFor, usersAskedFor } from './places.ts';
import { TYPES } from './representations.ts';
import { bareAnswer, jsonAnswer, resent } from './requests.ts';

const NO_ARRAY = 'there is no array in which the record could be';

/** Faults of queries: document 4.4, 4.4-m2. */
export const queries: readonly Deviation[] = [
  onEmpty('query-empty-404', 'A query that matches nothing is answered 404.', () => jsonAnswer(404, { error: 'none' })),
  onEmpty('query-empty-204', 'A query that matches nothing is answered 204, where 200 is claimed.', () =>
    bareAnswer(204),
  ),
  onEmpty('query-empty-null', 'A query that matches nothing gives null.', () => jsonAnswer(200, null)),
  onEmpty('query-empty-object', 'A query that matches nothing gives an empty object.', () => jsonAnswer(200, {})),
  onEmpty('query-empty-400', 'A query that matches nothing is answered 400.', () => jsonAnswer(400, { error: 'none' })),
  onEmpty('query-empty-no-body', 'A query that matches nothing is answered 200 without a body.', () =>
    bareAnswer(200, { 'content-type': 'application/json' }),
  ),
  {
    id: 'query-empty-404-in-xml',
    title: 'A query that matches nothing is answered 404 to whoever reads XML.',
    breaks: ['read/query-empty'],
    wrap: onAnswer(async (response, seen) => {
      if (usersAskedFor(seen) === undefined || seen.request.headers.get('accept') !== TYPES.xml) return response;
      return (await response.clone().text()).includes('<name>') ? response : bareAnswer(404);
    }),
  },
  {
    ...onEmpty('query-empty-array-of-null', 'A query that matches nothing gives an array that holds null.', () =>
      jsonAnswer(200, [null]),
    ),
    alsoStrikes: {},
  },
  {
    ...onEmpty(
      'query-empty-200-for-204',
      'A query that matches nothing gives an empty array, where 204 is claimed.',
      () => jsonAnswer(200, []),
    ),
    alsoStrikes: {},
    options: { emptyQuery: 204 },
  },
  {
    ...onEmpty('query-empty-204-with-length', 'The 204 of a query that matches nothing tells of two bytes.', () =>
      onWire(bareAnswer(204), (outgoing) => {
        outgoing.socket?.end('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]');
      }),
    ),
    options: { emptyQuery: 204 },
    alsoStrikes: {
      ...ANY_TEXT,
      'status/204-empty': 'it watches every 204',
      'negotiate/truthful': 'the bytes have no type',
    },
  },

  {
    id: 'query-ignored',
    title: 'The query is ignored, and everybody comes.',
    breaks: ['read/query-filters', 'read/query-empty'],
    wrap: onRequest(async (seen, next) => next(usersAskedFor(seen) === undefined ? seen.request : everybody(seen))),
  },
  {
    id: 'query-decoded-too-early',
    title: 'The query is decoded before it is split, so that an ampersand ends the text.',
    breaks: ['read/query-filters'],
    wrap: onRequest(async (seen, next) => {
      const [before, ...behind] = nameAskedFor(seen)?.split('&') ?? [];
      if (before === undefined || behind.length === 0) return next(seen.request);
      return next(resent(seen, { path: `${seen.path}?name=${encodeURIComponent(before)}` }));
    }),
  },
  {
    id: 'query-finds-nobody',
    title: 'A query for a name with a space in it finds nobody, since the text is not decoded.',
    breaks: ['read/query-match'],
    wrap: onAnswer((response, seen) => (usersAskedFor(seen)?.includes('%20') ? jsonAnswer(200, []) : response)),
  },
  {
    id: 'query-unicode-finds-nobody',
    title: 'A query for a name with letters beyond ASCII finds nobody.',
    breaks: ['read/query-match'],
    wrap: onAnswer((response, seen) => (/[^\0-\x7f]/u.test(nameAskedFor(seen) ?? '') ? jsonAnswer(200, []) : response)),
  },
  {
    id: 'query-first-match-only',
    title: 'Of several users with one name, only the first comes.',
    breaks: ['read/query-match'],
    wrap: onMatches((users) => users.slice(0, 1)),
  },
  {
    id: 'query-one-as-object',
    title: 'One match comes as an object.',
    breaks: ['read/query-shape', 'read/query-match'],
    wrap: onMatches((users) => (users.length === 1 ? users[0] : users)),
  },
  {
    id: 'query-one-twice',
    title: 'A join gives the one match twice.',
    breaks: ['read/query-shape'],
    alsoStrikes: { 'read/query-match': 'of what a query gives, each record is due once' },
    wrap: onMatches((users) => [...users, ...users]),
  },
  {
    id: 'query-match-null',
    title: 'A query that matches gives null.',
    breaks: ['read/query-match'],
    alsoStrikes: { 'read/query-shape': NO_ARRAY },
    wrap: onMatches(() => null),
  },
  {
    id: 'query-match-enveloped',
    title: 'Matches come in an envelope, though the collection does not.',
    breaks: ['read/query-match'],
    alsoStrikes: { 'read/query-shape': NO_ARRAY },
    wrap: onMatches((users) => ({ results: users })),
  },
  {
    id: 'query-match-201',
    title: 'A query that matches is answered 201.',
    breaks: ['read/query-match'],
    wrap: onAnswer(async (response, seen) => {
      if (usersAskedFor(seen) === undefined || response.status !== 200) return response;
      const text = await response.text();
      return new Response(text, { status: text === '[]' ? 200 : 201, headers: response.headers });
    }),
  },
  {
    id: 'query-one-wrong-among-matches',
    title: 'Somebody else comes with those who match.',
    breaks: ['read/query-filters'],
    alsoStrikes: { 'negotiate/equivalent': 'the XML and the HTML of the same query hold those who match alone' },
    wrap: onMatches((users) => [...users, { id: '4', name: 'Alan Turing', email: 'alan@example.com' }]),
  },
  givesEverybody('query-sql-injected', 'A quote ends the text of the SQL query, and everybody comes.', (name) =>
    /' OR /iu.test(name),
  ),
  givesEverybody('query-falsy-is-none', 'The text 0 counts as no text, and everybody comes.', (name) => name === '0'),
  givesEverybody('query-null-is-none', 'The text null counts as no text, and everybody comes.', (name) =>
    /^(?:null|undefined)$/u.test(name),
  ),

  onText('query-quote-500', 'A quote breaks the query.', (name) => name.includes("'"), SERVER_ERROR),
  onText(
    'query-percent-500',
    'A percent sign is decoded a second time, which fails.',
    (name) => /%(?![0-9a-f]{2})/iu.test(name),
    SERVER_ERROR,
  ),
  onText(
    'query-regular-expression-500',
    'The text is taken for a regular expression.',
    (name) => /[[(]/u.test(name),
    SERVER_ERROR,
  ),
  onText(
    'query-emoji-500',
    'A character of four bytes does not fit the column.',
    (name) => /[\u{10000}-\u{10ffff}]/u.test(name),
    SERVER_ERROR,
  ),
  onText('query-plus-400', 'A plus sign is refused.', (name) => name.includes('+')),
  onText('query-ampersand-400', 'What follows an ampersand is taken for another parameter.', (name) =>
    name.includes('&'),
  ),
  onText('query-long-400', 'A text longer than 255 characters is refused.', (name) => name.length > 255),
  onText('query-markup-403', 'A firewall refuses what looks like markup.', (name) => name.includes('<')),
  onText(
    'query-right-to-left-500',
    'Arabic letters break the query.',
    (name) => /\p{Script=Arabic}/u.test(name),
    SERVER_ERROR,
  ),
  onText('query-slash-404', 'A slash is taken for the end of a path segment.', (name) => name.includes('/')),
];

function everybody(seen: RequestView): Request {
  return resent(seen, { path: seen.path });
}

/** A fault in the answer to a query that matches nothing. */
function onEmpty(id: string, title: string, answer: () => Response): Deviation {
  return {
    id,
    title,
    breaks: ['read/query-empty'],
    alsoStrikes: ANY_TEXT,
    wrap: onAnswer(async (response, seen) => {
      if (usersAskedFor(seen) === undefined) return response;
      const nothing = response.status === 204 || (await response.clone().text()) === '[]';
      return nothing ? answer() : response;
    }),
  };
}

/** A fault in what a query gives that matches somebody, in JSON. */
function onMatches(change: (users: readonly unknown[]) => unknown): Deviation['wrap'] {
  return onAnswer((response, seen) =>
    usersAskedFor(seen) === undefined || response.status !== 200
      ? response
      : withJson(response, (list) => (Array.isArray(list) && list.length > 0 ? change(list) : list)),
  );
}

function givesEverybody(id: string, title: string, applies: (name: string) => boolean): Deviation {
  return {
    id,
    title,
    breaks: ['read/query-filters'],
    wrap: onRequest(async (seen, next) => next(applies(nameAskedFor(seen) ?? '') ? everybody(seen) : seen.request)),
  };
}

/** A fault for some texts only: refused with 400, 403 or 404, or broken with 500, as the id says. */
function onText(
  id: string,
  title: string,
  applies: (name: string) => boolean,
  alsoStrikes: NonNullable<Deviation['alsoStrikes']> = {},
): Deviation {
  const status = Number(id.slice(-3));
  return {
    id,
    title,
    breaks: ['read/query-any-text'],
    alsoStrikes,
    wrap: onRequest(async (seen, next) => {
      const name = nameAskedFor(seen);
      return name !== undefined && applies(name) ? jsonAnswer(status, { error: 'query failed' }) : next(seen.request);
    }),
  };
}
