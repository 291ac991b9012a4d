import { type Deviation, onRequest } from './deviation.ts';
import { decoded } from './places.ts';
import { resent } from './requests.ts';

// Where an identifier stands in a path: what is before it, and the identifier itself.
const USER = /^(.*(?<!\/query)\/users\/)([^/]+)$/u;
const OWNER = /^(.*(?<!\/query)\/users\/)([^/]+)(?=\/(?:ssh-keys|address)\/[^/]+$)/u;
const INDEX = /^(.*\/users\/[^/]+\/(?:ssh-keys|address)\/)([^/]+)$/u;
const DEAL = /^(.*\/rest\/[^/]+\/deals\/)([^/]+)/u;

/** Faults in which an identifier is read in more than one notation: document 4.4-m1. */
export const notations: readonly Deviation[] = [
  readAs(
    'user-id-is-any-number',
    'The id of a user is read as a number of JavaScript: 0x11 and 1.7e1 find the user 17.',
    USER,
    inJavaScript,
  ),
  readAs(
    'deal-id-is-a-decimal',
    'The id of a deal is read as a decimal number: 17.0 and 1.7e1 find the deal 17.',
    DEAL,
    (id) => (/^\d+(?:\.\d+)?(?:e\+?\d+)?$/iu.test(id) ? inJavaScript(id) : undefined),
  ),
  {
    ...readAs('deal-id-trimmed', 'Blanks at an end of the id of a deal are taken off.', DEAL, (id) => id.trim()),
    alsoStrikes: { 'read/made': 'an address with a blank behind the id only resembles the one that was made' },
  },
  readAs(
    'nested-owner-is-any-number',
    'The id of the owner of a key or address is read as a number of JavaScript, below it and nowhere else.',
    OWNER,
    inJavaScript,
  ),
  readAs(
    'nested-index-is-any-integer',
    'An index is read as an integer of Python: with blanks at an end, a plus or noughts it is the same.',
    INDEX,
    (index) => (/^\s*\+?\d+(?:_\d+)*\s*$/u.test(index) ? inJavaScript(index.replaceAll('_', '')) : undefined),
  ),
  readAs(
    'nested-index-in-other-digits',
    'An index is read in Arabic digits too, as the integers of Python and Java are.',
    INDEX,
    (index) => index.replace(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => String(digit.charCodeAt(0) & 15)),
  ),
  readAs(
    'nested-index-is-a-number-of-javascript',
    'An index is read as a number of JavaScript: 1e0, 0x1 and 1.0 are the index 1.',
    INDEX,
    inJavaScript,
  ),
  {
    id: 'encoded-slash-parts-the-path',
    title: 'The path is decoded before it is taken apart, so that an encoded slash in an id begins another segment.',
    breaks: ['address/exact'],
    wrap: onRequest((seen, next) =>
      next(
        /\/(?:users|deals)\/[^/]*%2f/iu.test(seen.path)
          ? resent(seen, { path: seen.path.replace(/%2f/giu, '/') + seen.search })
          : seen.request,
      ),
    ),
  },
];

/** The identifier that a text is as a number of JavaScript; undefined where it is none. */
function inJavaScript(text: string): string | undefined {
  const number = Number(text);
  return text.trim() !== '' && Number.isSafeInteger(number) ? String(number) : undefined;
}

/** A fault that takes what is written in one place of the path for the identifier that it comes to. */
function readAs(id: string, title: string, place: RegExp, meant: (written: string) => string | undefined): Deviation {
  return {
    id,
    title,
    breaks: ['address/exact'],
    wrap: onRequest(async (seen, next) => {
      const [, before = '', segment = ''] = place.exec(seen.path) ?? [];
      const written = decoded(segment);
      const other = meant(written) ?? '';
      if (other === '' || other === written) return next(seen.request);
      const path = before + encodeURIComponent(other) + seen.path.slice(before.length + segment.length);
      return next(resent(seen, { path: path + seen.search }));
    }),
  };
}
