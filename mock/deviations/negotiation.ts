import { accept } from './accept.ts';
import { QUALITY } from './also.ts';
import { type Change, type Deviation, onAnswer, onRequest, type Seen, withFields, withText } from './deviation.ts';
import {
  choosingAccept,
  formatOf,
  isCollection,
  isShown,
  labelled,
  onRepresentation,
  suffixOf,
  TYPES,
} from './representations.ts';
import { bareAnswer, isCreation, remembering, resent } from './requests.ts';

const byAccept = (seen: Seen): boolean => choosingAccept(seen) !== undefined;
const LABEL = { 'negotiate/quality': 'the label tells what was given' };

/** Faults of representations and of the ways to choose one: document 4.5, 4.4-c3. */
export const negotiation: readonly Deviation[] = [
  ...accept,
  {
    id: 'xml-labelled-json',
    title: 'XML comes under the type of JSON.',
    breaks: ['negotiate/accept', 'negotiate/truthful'],
    alsoStrikes: LABEL,
    wrap: onRepresentation('xml', (response) => labelled(response, TYPES.json), byAccept),
  },
  {
    id: 'json-labelled-xml',
    title: 'JSON comes under the type of XML, where XML was asked for.',
    breaks: ['negotiate/accept', 'negotiate/truthful'],
    alsoStrikes: { 'validator/per-representation': 'what is called XML has the tag of the JSON that it is' },
    wrap: onRequest(async (seen, next) => {
      if (choosingAccept(seen) !== TYPES.xml) return next(seen.request);
      const request = resent(seen, {});
      request.headers.set('accept', TYPES.json);
      return labelled(await next(request), TYPES.xml);
    }),
  },
  {
    id: 'html-labelled-text',
    title: 'HTML comes under the type of plain text.',
    breaks: ['negotiate/accept'],
    alsoStrikes: LABEL,
    wrap: onRepresentation('html', (response) => labelled(response, 'text/plain; charset=utf-8'), byAccept),
  },
  {
    id: 'xml-untyped',
    title: 'XML comes without any type.',
    breaks: ['negotiate/accept'],
    alsoStrikes: LABEL,
    wrap: onRepresentation('xml', (response) => labelled(response, undefined), byAccept),
  },
  {
    id: 'xml-charset-utf16',
    title: 'XML says that it is UTF-16, which it is not.',
    breaks: ['negotiate/accept', 'negotiate/truthful'],
    wrap: onRepresentation('xml', (response) => labelled(response, `${TYPES.xml}; charset=utf-16`), byAccept),
  },
  {
    id: 'xml-bytes-latin1',
    title: 'XML says that it is UTF-8 and is written in Latin-1.',
    breaks: ['negotiate/truthful'],
    alsoStrikes: {
      'negotiate/accept': 'a collection that holds such a letter is not well formed',
      'negotiate/equivalent': 'letters are lost',
      'negotiate/suffix': 'a collection that holds such a letter is not well formed',
      'negotiate/format': 'a collection that holds such a letter is not well formed',
    },
    wrap: onRepresentation('xml', async (response) => {
      const bytes = Buffer.from(await response.text(), 'latin1');
      return new Response(new Uint8Array(bytes), { status: 200, headers: withoutLength(response) });
    }),
  },
  {
    id: 'errors-labelled-json',
    title: 'The page of an error says that it is JSON.',
    breaks: ['negotiate/truthful'],
    wrap: onAnswer((response, seen) =>
      response.status === 404 && isShown(seen)
        ? new Response('<h1>Not Found</h1>', { status: 404, headers: { 'content-type': TYPES.json } })
        : response,
    ),
  },
  {
    id: 'errors-in-broken-xml',
    title: 'An error is told in XML whose ampersand is not escaped.',
    breaks: ['negotiate/truthful'],
    wrap: onAnswer((response, seen) =>
      response.status === 404 && isShown(seen)
        ? new Response('<error>lost & not found</error>', { status: 404, headers: { 'content-type': TYPES.xml } })
        : response,
    ),
  },

  broken('xml-collection-unclosed', 'The XML of a collection lacks its last tag.', (text) =>
    text.replace(/<\/\w+>\s*$/u, ''),
  ),
  broken(
    'xml-collection-without-root',
    'The XML of a collection is a row of elements without one around them.',
    (text) => text.replace(/<(users|deals)\b[^>]*>/u, '').replace(/<\/(?:users|deals)>\s*$/u, '<x/>'),
  ),
  {
    id: 'xml-not-escaped',
    title: 'XML is written without escaping.',
    breaks: ['negotiate/truthful'],
    alsoStrikes: {
      'negotiate/equivalent': 'a record that is not well formed tells nothing',
      'negotiate/accept': 'other records of the collection may need escaping',
      'negotiate/suffix': 'other records of the collection may need escaping',
      'negotiate/format': 'other records of the collection may need escaping',
    },
    wrap: onRepresentation('xml', (response) => withText(response, unescaped)),
  },
  tellsOther('xml-escaped-twice', 'XML is escaped twice.', 'xml', (text) => text.replace(/&(?=\w+;|#)/gu, '&amp;')),
  tellsOther('html-not-escaped', 'HTML is written without escaping, so markup in a name is lost.', 'html', unescaped),
  tellsOther('xml-lacks-a-member', 'XML leaves the e-mail address out.', 'xml', (text) =>
    text.replace(/<email>.*?<\/email>/gsu, ''),
  ),
  tellsOther('html-lacks-a-member', 'HTML leaves the e-mail address out.', 'html', (text) =>
    text.replace(/\S+@example\.com/gu, ''),
  ),
  tellsOther('xml-in-capital-letters', 'Names are in capital letters in XML.', 'xml', (text) =>
    text.replace(/<name>(.*?)<\/name>/gsu, (_all, name: string) => `<name>${name.toUpperCase()}</name>`),
  ),
  tellsOther('xml-of-another-record', 'XML shows the second user wherever the first was asked for.', 'xml', (text) =>
    text.replace('Ada Lovelace', 'Grace Hopper').replace('ada@', 'grace@'),
  ),
  tellsOther('xml-names-cut', 'Names are cut after twelve characters in XML.', 'xml', (text) =>
    text.replace(/<name>(.{12}).+?<\/name>/gsu, '<name>$1</name>'),
  ),
  {
    id: 'xml-collection-empty',
    title: 'A collection has nothing in it when it is read as XML.',
    breaks: ['negotiate/equivalent'],
    wrap: onRepresentation('xml', (response) => withText(response, () => '<list/>'), isCollection),
  },
  {
    id: 'xml-charset-latin1',
    title: 'XML says that it is Latin-1 and is written in UTF-8.',
    breaks: ['negotiate/equivalent'],
    wrap: onRepresentation('xml', (response) => labelled(response, `${TYPES.xml}; charset=iso-8859-1`)),
  },
  {
    id: 'xml-as-first-read',
    title: 'The XML of a deal is kept as it was first read, whatever becomes of the deal.',
    breaks: ['negotiate/equivalent'],
    alsoStrikes: { 'validator/etag-changes': 'the tag of what is kept is kept too' },
    wrap: kept('xml'),
  },
  {
    id: 'json-as-first-read-beside-xml',
    title: 'The HTML of a deal is kept as it was first read, whatever becomes of the deal.',
    breaks: ['negotiate/equivalent'],
    alsoStrikes: { 'validator/etag-changes': 'the tag of what is kept is kept too' },
    wrap: kept('html'),
  },

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
  marked(
    'location-with-suffix',
    'Whoever creates with Accept for XML gets a Location that ends in .xml.',
    (at) => `${at}.xml`,
  ),
  marked(
    'location-with-format',
    'Whoever creates with Accept for XML gets a Location with the format in it.',
    (at) => `${at}?format=xml`,
  ),

  chosen('suffix-unknown', 'No suffix is known.', 'suffix', () => bareAnswer(404)),
  chosen('suffix-unknown-to-collections', 'Suffixes are known to single records only.', 'suffix', (response, seen) =>
    isCollection(seen) ? bareAnswer(404) : response,
  ),
  chosen('suffix-html-refused', 'The suffix .html is refused.', 'suffix', (response, seen) =>
    suffixOf(seen) === 'html' ? bareAnswer(406) : response,
  ),
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
  formatted('format-html-is-json', 'The format html gives JSON.', (format) => (format === 'html' ? 'json' : format)),
];

function withoutLength(response: Response): Headers {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return headers;
}

function unescaped(text: string): string {
  return text
    .replace(/&(?:lt|#60|#x3c);/giu, '<')
    .replace(/&(?:gt|#62|#x3e);/giu, '>')
    .replace(/&(?:quot|#34|#x22);/giu, '"')
    .replace(/&(?:amp|#38|#x26);/giu, '&');
}

/** A fault in the XML of collections that leaves it no XML. */
function broken(id: string, title: string, change: (text: string) => string): Deviation {
  const same = 'the same body, however it was asked for';
  return {
    id,
    title,
    breaks: ['negotiate/accept', 'negotiate/truthful'],
    alsoStrikes: { 'negotiate/suffix': same, 'negotiate/format': same, 'negotiate/equivalent': same },
    wrap: onRepresentation('xml', (response) => withText(response, change), isCollection),
  };
}

/** A fault in what one representation of a record tells. */
function tellsOther(id: string, title: string, name: 'xml' | 'html', change: (text: string) => string): Deviation {
  return {
    id,
    title,
    breaks: ['negotiate/equivalent'],
    wrap: onRepresentation(
      name,
      (response) => withText(response, change),
      (seen) => !isCollection(seen),
    ),
  };
}

/** One representation of each deal, kept as it was when it was first read. */
function kept(name: 'xml' | 'html'): Deviation['wrap'] {
  return remembering(
    () => new Map<string, Response>(),
    (memory) =>
      onRepresentation(name, (response, seen) => {
        if (!/\/deals\/[^/]+$/u.test(seen.path) || seen.method !== 'GET') return response;
        const before = memory.get(seen.path);
        if (before !== undefined) return before.clone();
        memory.set(seen.path, response.clone());
        return response;
      }),
  );
}

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
function formatted(id: string, title: string, change: (format: string, seen: Seen) => string | undefined): Deviation {
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
