import { QUALITY } from './also.ts';
import { type Change, type Deviation, onAnswer, onRequest, type RequestView, withFields } from './deviation.ts';
import { choosingAccept, formatOf, isCollection, isShown, labelled, suffixOf, TYPES } from './representations.ts';
import { bareAnswer, isCreation, resent } from './requests.ts';

const EACH_OR_NONE = { 'negotiate/equivalent': 'an address that chooses one representation is asked for each' };

/** Faults of the ways to choose a representation, and of the one address that serves them all: document 4.5-2, 4.5-3. */
export const selectors: readonly Deviation[] = [
  {
    id: 'accept-redirects-to-suffix',
    title: 'Whoever asks for XML is led to an address that ends in .xml.',
    breaks: ['negotiate/same-address', 'negotiate/accept'],
    alsoStrikes: QUALITY,
    wrap: onAnswer((response, seen) =>
      choosingAccept(seen) === TYPES.xml && response.status === 200
        ? bareAnswer(302, { location: `${seen.path.replace(/\/$/u, '')}.xml` })
        : response,
    ),
  },
  {
    id: 'accept-deal-xml-404',
    title: 'Deals are found in JSON and HTML only, though their collection is offered as XML.',
    breaks: ['negotiate/same-address', 'negotiate/accept'],
    alsoStrikes: QUALITY,
    wrap: onAnswer((response, seen) =>
      choosingAccept(seen) === TYPES.xml && /\/deals\/[^/]+$/u.test(seen.path) ? bareAnswer(404) : response,
    ),
  },
  {
    ...marked(
      'location-with-suffix',
      'Whoever creates with Accept for XML gets a Location that ends in .xml.',
      (at) => `${at}.xml`,
    ),
    alsoStrikes: { 'negotiate/equivalent': 'the id in the body is held to the one in the Location' },
  },
  marked(
    'location-with-format',
    'Whoever creates with Accept for XML gets a Location with the format in it.',
    (at) => `${at}?format=xml`,
  ),

  chosen('suffix-unknown', 'No suffix is known.', 'suffix', () => bareAnswer(404)),
  chosen('suffix-unknown-to-collections', 'Suffixes are known to single records only.', 'suffix', (response, seen) =>
    isCollection(seen) ? bareAnswer(404) : response,
  ),
  {
    ...chosen('suffix-html-refused', 'The suffix .html is refused.', 'suffix', (response, seen) =>
      suffixOf(seen) === 'html' ? bareAnswer(406) : response,
    ),
    alsoStrikes: EACH_OR_NONE,
  },
  chosen('suffix-redirects', 'An address with a suffix leads to the one without.', 'suffix', (_response, seen) =>
    bareAnswer(301, { location: seen.path.replace(/\.\w+$/u, '') }),
  ),
  chosen('suffix-mislabelled', 'What a suffix selects comes as plain text.', 'suffix', (response) =>
    response.status === 200 ? labelled(response, 'text/plain') : response,
  ),
  {
    id: 'suffix-ignored',
    title: 'A suffix is cut off and ignored.',
    breaks: ['negotiate/suffix'],
    wrap: onRequest(async (seen, next) =>
      next(
        isShown(seen) && suffixOf(seen) !== undefined
          ? resent(seen, { path: seen.path.replace(/\.\w+$/u, '') })
          : seen.request,
      ),
    ),
  },
  {
    id: 'suffix-xml-only-on-users',
    title: 'The suffix .xml gives JSON for users.',
    breaks: ['negotiate/suffix'],
    wrap: onRequest(async (seen, next) =>
      next(
        /\/users\/[^/]+\.xml$/u.test(seen.path)
          ? resent(seen, { path: seen.path.replace(/xml$/u, 'json') })
          : seen.request,
      ),
    ),
  },
  chosen('format-refused', 'The format parameter is not known and refused.', 'format', () => bareAnswer(400)),
  chosen('format-mislabelled', 'What the format parameter selects comes as plain text.', 'format', (response) =>
    response.status === 200 ? labelled(response, 'text/plain') : response,
  ),
  formatted('format-ignored', 'The format parameter is ignored.', () => undefined),
  formatted('format-with-case', 'The format parameter is known in capital letters only.', (format) =>
    format === format.toUpperCase() ? format.toLowerCase() : undefined,
  ),
  formatted('format-by-records-only', 'Collections ignore the format parameter.', (format, seen) =>
    isCollection(seen) ? undefined : format,
  ),
  {
    ...formatted('format-html-is-json', 'The format html gives JSON.', (format) =>
      format === 'html' ? 'json' : format,
    ),
    alsoStrikes: EACH_OR_NONE,
  },
];

/** A fault in the Location of what was created by somebody who reads XML. */
function marked(id: string, title: string, change: (location: string) => string): Deviation {
  return {
    id,
    title,
    breaks: ['negotiate/same-address'],
    wrap: onAnswer((response, seen) => {
      const location = response.headers.get('location');
      const inXml = seen.request.headers.get('accept') === TYPES.xml;
      if (!isCreation(seen) || location === null || !inXml) return response;
      return withFields(response, { location: change(location) });
    }),
  };
}

/** A fault in the answer where the address selects the representation. */
function chosen(id: string, title: string, by: 'suffix' | 'format', change: Change): Deviation {
  return {
    id,
    title,
    breaks: [`negotiate/${by}`],
    wrap: onAnswer((response, seen) => {
      const name = by === 'suffix' ? suffixOf(seen) : formatOf(seen);
      return isShown(seen) && name !== undefined ? change(response, seen) : response;
    }),
  };
}

/** A fault that takes a format for another, or for none. */
function formatted(
  id: string,
  title: string,
  change: (format: string, seen: RequestView) => string | undefined,
): Deviation {
  return {
    id,
    title,
    breaks: ['negotiate/format'],
    wrap: onRequest(async (seen, next) => {
      const format = formatOf(seen);
      if (format === undefined || !isShown(seen)) return next(seen.request);
      const other = change(format, seen);
      return next(resent(seen, { path: other === undefined ? seen.path : `${seen.path}?format=${other}` }));
    }),
  };
}
