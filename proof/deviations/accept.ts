import { QUALITY, SERVER_ERROR } from './also.ts';
import { type Deviation, onAnswer, withFields } from './deviation.ts';
import {
  choosingAccept,
  isCollection,
  labelled,
  onAccept,
  onRepresentation,
  suffixOf,
  TYPES,
} from './representations.ts';
import { bareAnswer, jsonAnswer } from './requests.ts';

const BROWSER = /^text\/html,application\/xhtml\+xml/u;
const ONE_RANGE = /^[a-z]+\/[a-z]+$/u;

/** Faults in how Accept is followed: document 4.5-1, 4.5-4, RFC 9110 12.5.1 and 12.5.5. */
export const accept: readonly Deviation[] = [
  {
    id: 'accept-ignored',
    title: 'Accept is ignored: JSON comes whatever was asked for.',
    breaks: ['negotiate/accept'],
    alsoStrikes: QUALITY,
    wrap: onAccept(() => TYPES.json),
  },
  {
    id: 'accept-ignored-by-collections',
    title: 'Collections come in JSON whatever was asked for.',
    breaks: ['negotiate/accept'],
    wrap: onAccept((_accept, seen) => (isCollection(seen) ? TYPES.json : undefined)),
  },
  {
    id: 'accept-html-not-acceptable',
    title: 'HTML is claimed and refused with 406 when it is asked for by Accept.',
    breaks: ['negotiate/accept'],
    alsoStrikes: { 'negotiate/same-address': 'one of the representations is not to be had at the address' },
    wrap: onAnswer((response, seen) =>
      response.status === 200 && choosingAccept(seen) === TYPES.html ? bareAnswer(406) : response,
    ),
  },
  misreads('accept-exact-only', 'Accept is followed only where it is one media type and nothing else.', (field) =>
    ONE_RANGE.test(field) ? undefined : TYPES.json,
  ),
  misreads('accept-by-substring', 'XML comes wherever the letters xml stand in Accept.', (field) =>
    /application\/xml(?!,\s*\*)/u.test(field) && !BROWSER.test(field) ? TYPES.xml : undefined,
  ),
  misreads('accept-weights-ignored', 'Weights are ignored: the first range decides.', (field) =>
    field.replace(/;q=[\d.]+/gu, ''),
  ),
  misreads('accept-last-range-wins', 'The last range decides, whatever its weight.', (field) =>
    BROWSER.test(field) ? undefined : field.split(',').at(-1)?.replace(/;q=.*/u, '').trim(),
  ),
  misreads(
    'accept-zero-ignored',
    'A range of weight 0 counts for nothing, not even as an exclusion.',
    (field) =>
      field
        .split(',')
        .filter((range) => !/;q=0(?:\.0*)?$/u.test(range))
        .join(',') || '*/*',
  ),
  misreads(
    'accept-wildcard-wins',
    'Wherever anything will do, JSON comes, though something else is wanted more.',
    (field) => (field.includes('*/*') && !BROWSER.test(field) ? TYPES.json : undefined),
  ),
  misreads(
    'accept-specific-loses',
    'A wildcard of greater weight beats the weight that a type was given itself.',
    (field) => (/\*\/\*(?:,|$)/u.test(field) && field.includes(';q=0.2') ? TYPES.json : undefined),
  ),
  misreads(
    'accept-type-wildcard-unknown',
    'A range such as text/* is not understood.',
    (field) =>
      field
        .split(',')
        .filter((range) => !/[a-z]\/\*/u.test(range))
        .join(',') || TYPES.json,
  ),
  misreads('accept-weights-rounded', 'Weights are rounded to one decimal.', (field) =>
    field.replace(/;q=([\d.]+)/gu, (_all, q: string) => `;q=${Number(q).toFixed(1)}`),
  ),
  misreads('accept-with-case', 'Media types in capital letters are not understood.', (field) =>
    /[A-Z]/u.test(field) ? TYPES.json : undefined,
  ),
  misreads('accept-blanks', 'A weight with a blank before it is not understood.', (field) =>
    /; +q/u.test(field) ? field.replace(/\s*;\s+q=[\d.]+/gu, '') : undefined,
  ),

  refuses('default-browser-406', 'Browsers are refused with 406, since they ask for too much.', BROWSER, () =>
    bareAnswer(406),
  ),
  refuses('default-any-406', 'A client that takes anything is refused with 406.', /^\*\/\*$/u, () => bareAnswer(406)),
  refuses('default-none-406', 'A client that sends no Accept is refused with 406.', /^$/u, () => bareAnswer(406)),
  refuses('default-none-400', 'A client that sends no Accept is told to send one.', /^$/u, () =>
    jsonAnswer(400, { error: 'Accept is missing' }),
  ),
  refuses('default-browser-redirect', 'Browsers are led to a page of the web site.', BROWSER, () =>
    bareAnswer(302, { location: '/app/' }),
  ),
  {
    ...refuses('default-none-500', 'A client that sends no Accept breaks the server.', /^$/u, () =>
      jsonAnswer(500, { error: 'header is undefined' }),
    ),
    alsoStrikes: SERVER_ERROR,
  },

  unacceptable(
    'unacceptable-500',
    'A type that is not offered breaks the server.',
    () => jsonAnswer(500, 'no writer'),
    SERVER_ERROR,
  ),
  unacceptable('unacceptable-404', 'A type that is not offered is answered 404.', () => bareAnswer(404)),
  unacceptable('unacceptable-400', 'A type that is not offered is answered 400.', () => bareAnswer(400)),
  unacceptable('unacceptable-415', 'A type that is not offered is answered 415, which is about request bodies.', () =>
    bareAnswer(415),
  ),
  unacceptable('unacceptable-204', 'A type that is not offered is answered 204.', () => bareAnswer(204)),
  unacceptable(
    'unacceptable-echoed',
    'JSON comes under the very type that was asked for and is not offered.',
    () => new Response('{"id":"1"}', { headers: { 'content-type': 'application/x-assayer-none' } }),
  ),
  unacceptable('unacceptable-untyped', 'What comes for a type that is not offered has no type at all.', () =>
    labelled(jsonAnswer(200, { id: '1' }), undefined),
  ),
  unacceptable(
    'unacceptable-xml-as-json',
    'XML under the type of JSON comes for a type that is not offered.',
    () => labelled(new Response('<user/>'), TYPES.json),
    { 'negotiate/truthful': 'the label lies' },
  ),

  varies('vary-missing', 'Vary is missing.', () => undefined),
  varies('vary-encoding-only', 'Vary tells of Accept-Encoding only.', () => 'Accept-Encoding'),
  varies('vary-language', 'Vary tells of Accept-Language.', () => 'Accept-Language, Origin'),
  {
    id: 'vary-missing-on-xml',
    title: 'Vary is missing on XML, which another part of the program writes.',
    breaks: ['negotiate/vary'],
    wrap: onRepresentation(
      'xml',
      (response) => withFields(response, { vary: undefined }),
      (seen) => suffixOf(seen) === undefined,
    ),
  },
];

function misreads(id: string, title: string, change: (field: string) => string | undefined): Deviation {
  return {
    id,
    title,
    breaks: ['negotiate/quality'],
    wrap: onAccept((field) => (field === '' ? undefined : change(field))),
  };
}

function refuses(id: string, title: string, field: RegExp, answer: () => Response): Deviation {
  return {
    id,
    title,
    breaks: ['negotiate/default'],
    wrap: onAnswer((response, seen) => {
      const asked = choosingAccept(seen);
      return response.status === 200 && asked !== undefined && field.test(asked) ? answer() : response;
    }),
  };
}

function unacceptable(
  id: string,
  title: string,
  answer: () => Response,
  alsoStrikes: NonNullable<Deviation['alsoStrikes']> = {},
): Deviation {
  return {
    id,
    title,
    breaks: ['negotiate/unacceptable'],
    alsoStrikes,
    wrap: onAnswer((response, seen) =>
      response.status === 406 && choosingAccept(seen) === 'application/x-assayer-none' ? answer() : response,
    ),
  };
}

function varies(id: string, title: string, vary: () => string | undefined): Deviation {
  return {
    id,
    title,
    breaks: ['negotiate/vary'],
    wrap: onAnswer((response, seen) =>
      choosingAccept(seen) === undefined ? response : withFields(response, { vary: vary() }),
    ),
  };
}
