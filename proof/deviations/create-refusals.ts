import type { Json, JsonObject } from '../../fixtures/json.ts';
import { type Deviation, onAnswer, onRequest, withStatus } from './deviation.ts';
import { bareAnswer, edited, isCreation, isWellFormed, jsonAnswer, payloadOf, resent } from './requests.ts';

const SERVER_ERROR = 'status/no-server-error';

/** Faults in what is refused on creation: document 7 (400). */
export const createRefusals: readonly Deviation[] = [
  {
    ...answered('malformed-answers-500', 'Malformed JSON is answered 500.', 500, [SERVER_ERROR]),
    alsoStrikes: { 'negotiate/unacceptable': 'it sends malformed JSON as well' },
  },
  answered('malformed-answers-422', 'Malformed JSON is answered 422.', 422),
  answered('malformed-answers-200', 'Malformed JSON is answered 200, with the error in the body.', 200),
  answered('malformed-answers-415', 'Malformed JSON is answered 415.', 415),
  answered('malformed-answers-404', 'Malformed JSON is answered 404.', 404),
  {
    ...answered('malformed-drops-the-request', 'Malformed JSON is answered 204 and nothing else happens.', 204),
    wrap: onMalformed(async () => bareAnswer(204)),
  },
  {
    ...lenient(
      'malformed-creates-an-empty-deal',
      'Malformed JSON creates a deal without values.',
      () => true,
      () => '{}',
    ),
    breaks: ['create/malformed', 'create/extended-json'],
  },
  lenient(
    'trailing-comma-accepted',
    'JSON with a comma too many is taken.',
    (body) => /,\s*\}\s*$/u.test(body),
    (body) => body.replace(/,\s*\}\s*$/u, '}'),
  ),
  extending(
    'comments-accepted',
    'JSON with a comment is taken.',
    (body) => body.startsWith('/*'),
    (body) => body.replace(/^\/\*.*?\*\//u, ''),
  ),
  extending(
    'bare-member-names-accepted',
    'Members without quotation marks are taken, as JavaScript takes them.',
    (body) => /^\{\w+:/u.test(body),
    (body) => body.replace(/^\{(\w+):/u, '{"$1":'),
  ),
  lenient(
    'missing-brace-mended',
    'JSON without its closing brace is mended and taken.',
    (body) => body.startsWith('{"name"') && !body.endsWith('}'),
    (body) => `${body}}`,
  ),
  lenient(
    'trailing-brace-ignored',
    'What follows the JSON is not looked at: a brace too many passes.',
    (body) => body.endsWith('}}'),
    (body) => body.slice(0, -1),
  ),
  lenient(
    'second-value-ignored',
    'What follows the JSON is not looked at: a second value passes.',
    (body) => body.includes('}{'),
    (body) => body.slice(0, body.indexOf('}{') + 1),
  ),
  extending(
    'bad-escape-accepted',
    'An unknown escape in a string is taken as the character that it escapes.',
    (body) => body.includes('\\q'),
    () => '{"name":"aqb","price":1}',
  ),
  lenient(
    'raw-line-break-accepted',
    'A raw line break in a string is taken.',
    (body) => body.includes('\n'),
    () => '{"name":"a b","price":1}',
  ),
  extending(
    'single-quotes-accepted',
    'Texts in single quotes are taken, as JavaScript takes them.',
    (body) => /:'[^']*'/u.test(body),
    (body) => body.replace(/:'([^']*)'/u, ':"$1"'),
  ),
  lenient(
    'leading-zeros-accepted',
    'Numbers with a zero in front are taken.',
    (body) => /:0\d/u.test(body),
    (body) => body.replace(/:0(\d)/u, ':$1'),
  ),
  extending(
    'not-a-number-accepted',
    'NaN is taken as the price of a deal that has all else.',
    (body) => /"name":.*:NaN/u.test(body),
    (body) => body.replace(':NaN', ':0'),
  ),
  lenient(
    'form-accepted',
    'What an HTML form sends is taken, though it says that it is JSON.',
    (body) => /^name=.*&price=/u.test(body),
    (body) => JSON.stringify(Object.fromEntries(new URLSearchParams(body))),
  ),
  extending(
    'bad-utf8-accepted',
    'Bytes that are not UTF-8 are replaced and taken.',
    (body) => body.includes('\ufffd'),
    () => '{"name":"?(?","price":1}',
  ),
  lenient(
    'empty-body-creates',
    'A POST without a body creates a deal.',
    (body) => body === '',
    () => '{}',
  ),
  lenient(
    'white-space-creates',
    'A POST of white space creates a deal.',
    (body) => /^\s+$/u.test(body),
    () => '{}',
  ),
  {
    id: 'empty-body-breaks-the-server',
    title: 'A POST without a body is answered 500.',
    breaks: ['create/malformed', SERVER_ERROR],
    wrap: onRequest(async (seen, next) =>
      isCreation(seen) && seen.body.trim() === '' ? bareAnswer(500) : next(seen.request),
    ),
  },
  {
    id: 'malformed-refused-and-stored',
    title: 'Malformed JSON is answered 400, and a deal was made of what could be read.',
    breaks: ['create/malformed', 'create/extended-json'],
    wrap: onRequest(async (seen, next) => {
      const name = /"name":"([^"]*)"/u.exec(seen.body)?.[1];
      if (isCreation(seen) && !isWellFormed(seen) && name !== undefined)
        await next(resent(seen, { body: JSON.stringify({ name, price: 0 }) }));
      return next(seen.request);
    }),
  },
  tolerant('missing-name-accepted', 'A deal without a name is created.', 'name', 'unnamed'),
  tolerant('missing-price-accepted', 'A deal without a price is created, and its price is 0.', 'price', 0),
  {
    id: 'invalid-answers-422',
    title: 'A payload that is JSON and not valid is answered 422.',
    breaks: ['create/invalid'],
    wrap: onInvalid((response) => withStatus(response, 422)),
  },
  {
    id: 'invalid-answers-500',
    title: 'A payload that is JSON and not valid is answered 500.',
    breaks: ['create/invalid', SERVER_ERROR],
    alsoStrikes: { 'create/refused': 'it sends what is not valid too, and demands no server error' },
    wrap: onInvalid(() => bareAnswer(500)),
  },
  {
    id: 'null-payload-breaks-the-server',
    title: 'A payload that is null is answered 500.',
    breaks: ['create/invalid', SERVER_ERROR],
    wrap: onRequest(async (seen, next) =>
      isCreation(seen) && seen.body === 'null' ? bareAnswer(500) : next(seen.request),
    ),
  },
  {
    id: 'deep-payload-breaks-the-server',
    title: 'A payload of more than a hundred arrays in one another is answered 500.',
    breaks: ['create/invalid', SERVER_ERROR],
    wrap: onRequest(async (seen, next) =>
      isCreation(seen) && /^\[{100}/u.test(seen.body) ? bareAnswer(500) : next(seen.request),
    ),
  },
  {
    id: 'array-payload-creates',
    title: 'A payload that is an array creates a deal with values that nobody sent.',
    breaks: ['create/invalid'],
    wrap: onRequest(async (seen, next) =>
      next(
        isCreation(seen) && seen.body === '[]' ? resent(seen, { body: '{"name":"no name","price":0}' }) : seen.request,
      ),
    ),
  },
  {
    id: 'invalid-answers-200',
    title: 'A payload that is not valid is answered 200, with the errors in the body.',
    breaks: ['create/invalid'],
    wrap: onInvalid(() => jsonAnswer(200, { errors: ['invalid'] })),
  },
  {
    id: 'invalid-refused-and-stored',
    title: 'A deal without a price is answered 400 after it was stored.',
    breaks: ['create/invalid'],
    alsoStrikes: { 'create/refused': 'it watches the list for what was refused' },
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      if (isCreation(seen) && response.status === 400 && 'name' in payloadOf(seen) && !('price' in payloadOf(seen)))
        await next(edited(seen, (deal) => ({ ...deal, price: 0 })));
      return response;
    }),
  },
  coercing('empty-name-accepted', 'A deal whose name is empty is created.', (deal) =>
    deal['name'] === '' ? { ...deal, name: '-' } : deal,
  ),
  coercing('object-as-name-accepted', 'A name that is an object is stored as `[object Object]`.', (deal) =>
    typeof deal['name'] === 'object' ? { ...deal, name: String(deal['name']) } : deal,
  ),
  coercing('text-as-price-accepted', 'A price that is no number is stored as null.', (deal) =>
    typeof deal['price'] === 'string' && Number.isNaN(Number(deal['price'])) ? { ...deal, price: 0 } : deal,
  ),
  {
    id: 'array-accepted',
    title: 'An array in the place of a deal creates one without values.',
    breaks: ['create/invalid'],
    wrap: onRequest((seen, next) =>
      next(
        isCreation(seen) && seen.body === '[]' ? resent(seen, { body: '{"name":"unnamed","price":0}' }) : seen.request,
      ),
    ),
  },
  {
    id: 'text-breaks-the-server',
    title: 'A text in the place of a deal is answered 500.',
    breaks: ['create/invalid', SERVER_ERROR],
    wrap: onRequest(async (seen, next) =>
      isCreation(seen) && /^"[^"]*"$/u.test(seen.body) ? bareAnswer(500) : next(seen.request),
    ),
  },
];

/** Malformed JSON gets one status, whatever is wrong with it. */
function answered(id: string, title: string, status: number, more: readonly string[] = []): Deviation {
  return {
    id,
    title,
    breaks: ['create/malformed', 'create/extended-json', ...more],
    wrap: onMalformed(async () => jsonAnswer(status, { error: 'Unexpected token' })),
  };
}

/** A parser that takes more than JSON; a deal is made of what it took. */
function lenient(
  id: string,
  title: string,
  takes: (body: string) => boolean,
  mend: (body: string) => string,
): Deviation {
  return {
    id,
    title,
    breaks: ['create/malformed'],
    wrap: onMalformed((seen, next) => {
      if (!takes(seen.body)) return next(seen.request);
      const mended = mend(seen.body);
      const deal = { name: 'unnamed', price: 0, ...payloadOf({ body: mended }) };
      return next(isWellFormed({ body: mended }) ? resent(seen, { body: JSON.stringify(deal) }) : seen.request);
    }),
  };
}

/** A parser that takes what RFC 8259 9 lets it take beside JSON. */
function extending(...fault: Parameters<typeof lenient>): Deviation {
  return { ...lenient(...fault), breaks: ['create/extended-json'] };
}

type Taking = Parameters<typeof onRequest>[0];

function onMalformed(take: Taking): Deviation['wrap'] {
  return onRequest((seen, next, mock) =>
    isCreation(seen) && !isWellFormed(seen) ? take(seen, next, mock) : next(seen.request),
  );
}

function onInvalid(change: (response: Response) => Response): Deviation['wrap'] {
  return onAnswer((response, seen) =>
    isCreation(seen) && isWellFormed(seen) && response.status === 400 ? change(response) : response,
  );
}

/** A required member that may be left out. */
function tolerant(id: string, title: string, member: string, filler: Json): Deviation {
  return coercing(id, title, (deal) => (member in deal ? deal : { ...deal, [member]: filler }));
}

function coercing(id: string, title: string, change: (deal: JsonObject) => JsonObject): Deviation {
  return {
    id,
    title,
    breaks: ['create/invalid'],
    wrap: onRequest((seen, next) =>
      next(isCreation(seen) && seen.body.startsWith('{') && isWellFormed(seen) ? edited(seen, change) : seen.request),
    ),
  };
}
