import type { Json, JsonObject } from '../../fixtures/json.ts';
import { type Deviation, onAnswer, onRequest, withJson } from './deviation.ts';
import { bareAnswer, dealIn, edited, isCreation, jsonAnswer, onCreated, payloadOf, remembering } from './requests.ts';

const SHOWN = { 'create/every': 'what is lost may be the value by which the new deal is known' };

/** Faults in the values that are stored: document 4.1. */
export const createValues: readonly Deviation[] = [
  lossy('unicode-replaced', 'Letters beyond ASCII are stored as question marks.', (t) =>
    t.replace(/[^\0-\x7f]/gu, '?'),
  ),
  lossy('unicode-dropped', 'Letters beyond Latin-1 are dropped.', (t) => t.replace(/[^\0-\xff]/gu, '')),
  lossy('utf8-read-as-latin1', 'Text is read as Latin-1 and written as UTF-8.', (t) =>
    Buffer.from(t, 'utf8').toString('latin1'),
  ),
  lossy('emoji-dropped', 'Characters beyond the basic plane are dropped: the column holds three bytes for each.', (t) =>
    t.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  ),
  lossy('accents-dropped', 'Letters lose their accents.', (t) => t.normalize('NFD').replace(/\p{M}/gu, '')),
  lossy('right-to-left-reversed', 'Hebrew text is stored in the order in which it is seen.', (t) =>
    t.replace(/[\u0590-\u05ff]{2,}/gu, (word) => [...word].reverse().join('')),
  ),
  lossy('text-cut-at-50', 'A name is cut at 50 characters.', (t) => t.slice(0, 50)),
  lossy('text-html-escaped', 'A name is stored with its markup escaped.', (t) =>
    t.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ),
  lossy('markup-stripped', 'What looks like a tag is taken out of a name.', (t) => t.replace(/<[^>]*>/gu, '')),
  lossy('quotes-doubled', 'A single quote in a name is stored twice.', (t) => t.replaceAll("'", "''")),
  lossy('backslashes-dropped', 'A backslash in a name is lost.', (t) => t.replaceAll('\\', '')),
  lossy('percent-decoded', 'A name is percent-decoded once too often.', (t) => t.replaceAll('%20', ' ')),
  lossy('plus-becomes-space', 'A plus in a name becomes a space, as in a form.', (t) => t.replaceAll('+', ' ')),
  lossy('text-null-becomes-nothing', 'A name that begins with the word `null` is stored without it.', (t) =>
    t.replace(/^null\b/u, ''),
  ),
  lossy('name-cut-at-comma', 'A name ends at its first comma.', (t) => t.split(',', 1)[0] ?? ''),
  rounded('price-truncated', 'Prices lose what follows the decimal point.', Math.trunc),
  rounded('price-rounded-to-tenths', 'Prices are rounded to one decimal.', (n) => Math.round(n * 10) / 10),
  rounded('price-in-32-bits', 'Prices beyond 32 bits overflow.', (n) => (Number.isInteger(n) ? n | 0 : n)),
  rounded('price-as-float32', 'Prices are kept in single precision.', Math.fround),
  rounded('price-capped', 'Prices above 999,999 are stored as 999,999.', (n) => Math.min(n, 999_999)),
  {
    id: 'echoed-but-not-stored',
    title: 'The answer to a creation echoes the values sent; what is stored has another price.',
    breaks: ['create/any-valid'],
    alsoStrikes: {
      'create/addressable': 'it reads the new deal too',
      'read/item-of-collection': 'the list shows the price as it was sent',
      'negotiate/equivalent': 'it is the JSON alone that is wrong',
      'operation/effect': 'it reads the effect in each representation',
    },
    wrap: remembering(
      () => new Map<string, unknown>(),
      (prices) =>
        onAnswer((response, seen) => {
          const location = response.headers.get('location');
          if (isCreation(seen) && location !== null) prices.set(new URL(location).pathname, payloadOf(seen)['price']);
          if (seen.method !== 'GET' || !prices.has(seen.path)) return response;
          return withJson(response, (deal) => {
            const shown = deal as JsonObject; // the mock's own deal is a JSON object
            return shown['price'] === prices.get(seen.path) ? { ...shown, price: Number(shown['price']) + 1 } : shown;
          });
        }),
    ),
  },
  {
    id: 'unicode-echoed-but-not-stored',
    title: 'The answer to a creation shows the name as sent; a GET shows it without letters beyond Latin-1.',
    breaks: ['create/any-valid'],
    alsoStrikes: {
      'read/item-of-collection': 'the list shows the name as it was sent',
      'negotiate/equivalent': 'it is the JSON alone that is wrong',
    },
    wrap: onAnswer((response, { method, path }) =>
      method === 'GET' && dealIn(path) !== undefined
        ? withJson(response, (deal) => named(deal as JsonObject, (t) => t.replace(/[^\0-\xff]/gu, '?')))
        : response,
    ),
  },
  {
    id: 'stored-but-echoed-wrong',
    title: 'The answer to a creation shows the price rounded; what is stored is right.',
    breaks: ['create/any-valid'],
    wrap: onCreated((response) => withJson(response, (deal) => priced(deal as JsonObject, Math.round))),
  },
  {
    id: 'emoji-breaks-the-server',
    title: 'A name with an emoji is answered 500.',
    breaks: ['create/any-valid', 'status/no-server-error'],
    wrap: refusing(/[\u{1f000}-\u{1ffff}]/u, 500),
  },
  {
    id: 'letters-beyond-latin-1-break-the-server',
    title: 'A name with letters beyond Latin-1 is answered 500: the column cannot hold them.',
    breaks: ['create/any-valid', 'status/no-server-error'],
    wrap: refusing(/[\u0400-\u9fff]/u, 500),
  },
  {
    id: 'long-name-breaks-the-server',
    title: 'A name of more than 60 characters is answered 500.',
    breaks: ['create/any-valid', 'status/no-server-error'],
    wrap: refusing(/.{61}/u, 500),
  },
  {
    id: 'quote-breaks-the-server',
    title: 'A single quote in a name is answered 500: it ends the text of an SQL statement.',
    breaks: ['create/any-valid', 'status/no-server-error'],
    wrap: refusing(/'/u, 500),
  },
];

function lossy(id: string, title: string, change: (text: string) => string): Deviation {
  return { id, title, breaks: ['create/any-valid'], alsoStrikes: SHOWN, wrap: storing((deal) => named(deal, change)) };
}

function rounded(id: string, title: string, change: (price: number) => number): Deviation {
  return { id, title, breaks: ['create/any-valid'], wrap: storing((deal) => priced(deal, change)) };
}

/** A fault in what is stored; the answers are true to that. */
function storing(change: (deal: JsonObject) => JsonObject): Deviation['wrap'] {
  return onRequest((seen, next) =>
    next(isCreation(seen) && isWorthIt(seen.body) ? edited(seen, change) : seen.request),
  );
}

// A body that is no object with a name is not for this fault to mend.
function isWorthIt(body: string): boolean {
  return 'name' in payloadOf({ body });
}

function named(deal: JsonObject, change: (text: string) => string): JsonObject {
  return typeof deal['name'] === 'string' ? { ...deal, name: change(deal['name']) } : deal;
}

function priced(deal: JsonObject, change: (price: number) => number): JsonObject {
  return typeof deal['price'] === 'number' ? { ...deal, price: change(deal['price']) } : deal;
}

function refusing(what: RegExp, status: number): Deviation['wrap'] {
  return onRequest(async (seen, next) => {
    const name: Json | undefined = payloadOf(seen)['name'];
    const meets = isCreation(seen) && typeof name === 'string' && what.test(name);
    if (!meets) return next(seen.request);
    return status === 500 ? bareAnswer(500) : jsonAnswer(status, { detail: 'invalid name' });
  });
}
