import type { RepresentationName } from '../../core/claims.ts';
import { type Deviation, onAnswer, onRequest, type RequestView, withText } from './deviation.ts';
import { choosingAccept, isCollection, isShown, labelled, onRepresentation, TYPES } from './representations.ts';
import { remembering, resent } from './requests.ts';

const byAccept = (seen: RequestView): boolean => choosingAccept(seen) !== undefined;
const LABEL = { 'negotiate/quality': 'the label tells what was given' };

/** Faults of representations: document 4.4-c3, 4.5-1, 4.5-2. */
export const views: readonly Deviation[] = [
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
    alsoStrikes: {
      'validator/per-representation': 'what is called XML has the tag of the JSON that it is',
      'negotiate/vary': 'a refusal comes under the type that was asked for',
    },
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
      'negotiate/accept': 'other records of the collection may need escaping',
      'negotiate/suffix': 'other records of the collection may need escaping',
      'negotiate/format': 'other records of the collection may need escaping',
      'negotiate/equivalent': 'the equal readings that it compares may hold such a record',
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
    alsoStrikes: { 'read/query-filters': 'what a query finds is a collection as well' },
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
    wrap: kept('xml'),
  },
  {
    id: 'html-as-first-read',
    title: 'The HTML of a deal is kept as it was first read, whatever becomes of the deal.',
    breaks: ['negotiate/equivalent'],
    wrap: kept('html'),
  },
  {
    id: 'json-by-suffix-as-first-read',
    title: 'What the suffix .json selects is kept as it was first read, whatever becomes of the deal.',
    breaks: ['negotiate/equivalent'],
    options: { selectors: ['accept', 'suffix', 'format'] },
    wrap: kept('json', /\/deals\/[^/]+\.json$/u),
  },
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
    alsoStrikes: { 'negotiate/suffix': same, 'negotiate/format': same },
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
function kept(name: RepresentationName, place = /\/deals\/[^/]+$/u): Deviation['wrap'] {
  return remembering(
    () => new Map<string, Response>(),
    (memory) =>
      onRepresentation(name, (response, seen) => {
        if (!place.test(seen.path) || seen.method !== 'GET') return response;
        const before = memory.get(seen.path);
        if (before !== undefined) return before.clone();
        memory.set(seen.path, response.clone());
        return response;
      }),
  );
}
