import { ALSO_A_NOTATION, REJECTED_CODE, SERVER_ERROR } from './also.ts';
import { type Deviation, onAnswer, onRequest } from './deviation.ts';
import { dealRead, decoded, userRead } from './places.ts';
import { bareAnswer, jsonAnswer, remembering, resent } from './requests.ts';

/** Faults in reading what never was: document 4.4-m1, 4.4-m3. */
export const unknownIds: readonly Deviation[] = [
  answersUnknown('200-null', '200 with the body null', () => jsonAnswer(200, null), { ...REJECTED_CODE }),
  answersUnknown('200-empty-object', '200 with an empty object', () => jsonAnswer(200, {}), {
    ...REJECTED_CODE,
  }),
  answersUnknown('200-empty-array', '200 with an empty array', () => jsonAnswer(200, []), {
    ...REJECTED_CODE,
  }),
  answersUnknown(
    '200-error-object',
    '200 with an object that tells of the error',
    () => jsonAnswer(200, { status: 404, error: 'user not found' }),
    { ...REJECTED_CODE },
  ),
  {
    ...answersUnknown('202', '202, as if it were on its way', () => bareAnswer(202), {}),
    breaks: ['read/unknown-item', 'status/202-missing'],
  },
  answersUnknown('204', '204 without a body', () => bareAnswer(204), { ...REJECTED_CODE }),
  answersUnknown('400', '400, as if the client had written it wrongly', () => jsonAnswer(400, { error: 'no user' }), {
    ...REJECTED_CODE,
  }),
  answersUnknown('410', '410, though it never was', () => jsonAnswer(410, { error: 'gone' }), {}),
  answersUnknown('500', '500, since nothing was there to be shown', () => jsonAnswer(500, { error: 'null' }), {
    ...SERVER_ERROR,
  }),
  answersUnknown('403', '403, so as not to tell whether it exists', () => jsonAnswer(403, { error: 'forbidden' }), {}),
  answersUnknown('redirect', 'a redirect to the collection', () => bareAnswer(302, { location: '/users' }), {}),

  forIds(
    'read-non-numeric-id-400',
    'An id that is no number is answered 400.',
    (id) => !/^\d+$/u.test(id),
    () => jsonAnswer(400, { error: 'the id must be a number' }),
    REJECTED_CODE,
  ),
  forIds(
    'read-long-id-500',
    'An id longer than a column of the database breaks the server.',
    (id) => id.length > 128,
    () => jsonAnswer(500, { error: 'value too long' }),
    SERVER_ERROR,
  ),
  forIds(
    'read-encoded-id-400',
    'An id with percent-encoded characters is answered 400.',
    (_id, encoded) => encoded.includes('%'),
    () => jsonAnswer(400, { error: 'illegal characters' }),
    REJECTED_CODE,
  ),
  forIds(
    'read-unicode-id-500',
    'An id with letters beyond Latin-1 breaks the server.',
    (id) => /[^\0-\xff]/u.test(id),
    () => jsonAnswer(500, { error: 'incorrect string value' }),
    SERVER_ERROR,
  ),
  forIds(
    'read-uuid-id-204',
    'An unknown id that is a UUID is answered 204.',
    (id) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(id),
    () => bareAnswer(204),
    REJECTED_CODE,
  ),
  forIds(
    'read-prototype-id-found',
    'An id such as constructor finds what every JavaScript object has.',
    (id) => id in {},
    () => jsonAnswer(200, {}),
    REJECTED_CODE,
  ),
  forIds(
    'read-zero-id-400',
    'The id 0 counts as no id at all.',
    (id) => id === '0',
    () => jsonAnswer(400, { error: 'id is required' }),
    REJECTED_CODE,
  ),
  forIds(
    'read-huge-number-500',
    'An id beyond 64 bits breaks the server.',
    (id) => /^\d{20,}$/u.test(id),
    () => jsonAnswer(500, { error: 'integer out of range' }),
    SERVER_ERROR,
  ),
  {
    id: 'read-unknown-deal-200-null',
    title: 'GET of a deal whose id is a word is answered 200 with null.',
    breaks: ['read/unknown-item'],
    alsoStrikes: REJECTED_CODE,
    wrap: onAnswer((response, seen) =>
      response.status === 404 && /^[a-z-]+$/u.test(dealRead(seen) ?? '') ? jsonAnswer(200, null) : response,
    ),
  },
  {
    id: 'read-unknown-xml-200',
    title: 'An unknown user is answered 404 in JSON, but 200 with an empty element in XML.',
    breaks: ['read/unknown-item'],
    alsoStrikes: { ...REJECTED_CODE, 'negotiate/vary': 'Accept decides about the status, and Vary does not name it' },
    wrap: onAnswer((response, seen) => {
      const wantsXml = seen.request.headers.get('accept') === 'application/xml';
      if (!wantsXml || response.status !== 404 || userRead(seen) === undefined) return response;
      return new Response('<user/>', { status: 200, headers: { 'content-type': 'application/xml' } });
    }),
  },
  {
    id: 'read-unknown-twice-200',
    title: 'A look-up that found nothing is kept, and the second one is answered 200 with nothing in it.',
    breaks: ['read/unknown-item'],
    alsoStrikes: { ...REJECTED_CODE },
    wrap: remembering(
      () => new Set<string>(),
      (kept) =>
        onAnswer((response, seen) => {
          const id = userRead(seen);
          if (id === undefined || response.status !== 404) return response;
          if (kept.has(id)) return jsonAnswer(200, {});
          kept.add(id);
          return response;
        }),
    ),
  },
  {
    id: 'read-every-fifth-unknown-200',
    title: 'Every fifth unknown user is answered 200 with null.',
    breaks: ['read/unknown-item'],
    alsoStrikes: {
      ...REJECTED_CODE,
      'read/head': 'its HEAD may be the fifth of them, where the GET before it was not',
      'address/exact': 'a notation may be the fifth of them, where the id that never was is not',
    },
    wrap: remembering(
      () => ({ count: 0 }),
      (memory) =>
        onAnswer((response, seen) => {
          if (userRead(seen) === undefined || response.status !== 404) return response;
          memory.count += 1;
          return memory.count % 5 === 0 ? jsonAnswer(200, null) : response;
        }),
    ),
  },

  {
    ...findsAs(
      'read-id-parse-int',
      'Whatever follows the digits of an id is ignored: 12abc finds 12.',
      (id) => /^(\d+)(?!\d|\.(?:json|xml|html)$)/u.exec(id)?.[1],
    ),
    alsoStrikes: { ...REJECTED_CODE, ...ALSO_A_NOTATION },
  },
  findsAs(
    'read-id-letters-dropped',
    'Letters that follow the digits of an id are ignored.',
    (id) => /^(\d+)[a-z]+$/u.exec(id)?.[1],
  ),
  findsAs('read-id-wraps-at-32-bits', 'An id beyond 32 bits wraps around and finds another user.', (id) =>
    /^\d{10,19}$/u.test(id) ? String(BigInt.asUintN(32, BigInt(id))) : undefined,
  ),
  findsAs('read-id-wraps-at-64-bits', 'An id beyond 64 bits wraps around and finds another user.', (id) =>
    /^\d{20,}$/u.test(id) ? String(BigInt.asUintN(64, BigInt(id))) : undefined,
  ),
  findsAs('read-id-minus-one-is-last', 'The id -1 finds the last user.', (id) => (id === '-1' ? '5' : undefined)),
  findsAs('read-id-like', 'An asterisk in an id stands for anything.', (id) => (id.includes('*') ? '1' : undefined)),
  findsAs('read-id-sql-injected', 'A quote in an id ends the text of the SQL query.', (id) =>
    /' OR '/iu.test(id) ? '1' : undefined,
  ),
  findsAs('read-id-list', 'An id with a comma finds the first of several.', (id) => /^(\d+),/u.exec(id)?.[1]),
];

function answersUnknown(
  id: string,
  title: string,
  answer: () => Response,
  alsoStrikes: NonNullable<Deviation['alsoStrikes']>,
): Deviation {
  return {
    id: `read-unknown-${id}`,
    title: `GET of a user that does not exist is answered ${title}.`,
    breaks: ['read/unknown-item'],
    alsoStrikes,
    wrap: onAnswer((response, seen) => (response.status === 404 && userRead(seen) !== undefined ? answer() : response)),
  };
}

/** A fault for some shapes of unknown id only. */
function forIds(
  id: string,
  title: string,
  applies: (id: string, encoded: string) => boolean,
  answer: () => Response,
  alsoStrikes: NonNullable<Deviation['alsoStrikes']>,
): Deviation {
  return {
    id,
    title,
    breaks: ['read/unknown-item'],
    alsoStrikes,
    wrap: onAnswer((response, seen) => {
      const encoded = userRead(seen);
      if (encoded === undefined || response.status !== 404) return response;
      return applies(decoded(encoded), encoded) ? answer() : response;
    }),
  };
}

/** A fault that takes an unknown id for another one that exists. */
function findsAs(id: string, title: string, found: (id: string) => string | undefined): Deviation {
  return {
    id,
    title,
    breaks: ['read/unknown-item'],
    alsoStrikes: REJECTED_CODE,
    wrap: onRequest(async (seen, next) => {
      const encoded = userRead(seen);
      const other = encoded === undefined ? undefined : found(decoded(encoded));
      if (encoded === undefined || other === undefined) return next(seen.request);
      return next(resent(seen, { path: seen.path.replace(/[^/]+$/u, other) + seen.search }));
    }),
  };
}
