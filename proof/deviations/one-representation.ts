import { type Deviation, onAnswer, type RequestView, withFields, withText } from './deviation.ts';
import { nestedRead, usersListed } from './places.ts';
import { isCreation } from './requests.ts';

/** Faults in XML or HTML alone, at one kind of address: document 4.4-c3, 4.5-2. */
export const oneRepresentation: readonly Deviation[] = [
  shown(
    'address-in-xml-swapped',
    'An address in XML has street and city swapped.',
    'application/xml',
    isAddress,
    (text) => text.replace(/<street>([^<]*)<\/street><city>([^<]*)<\/city>/u, '<street>$2</street><city>$1</city>'),
  ),
  shown('page-of-users-lacks-the-last', 'The page of the users lacks the last.', 'text/html', usersListed, (text) =>
    text.replace(/<article class="user">(?:(?!<article).)*<\/article>(?!<article)/u, ''),
  ),
  {
    ...shown(
      'created-in-xml-not-escaped',
      'The XML that a creation is answered with is not escaped.',
      'application/xml',
      isCreation,
      (text) => text.replaceAll('&amp;', '&'),
    ),
    breaks: ['negotiate/truthful'],
  },
];

function isAddress(seen: RequestView): boolean {
  return nestedRead(seen)?.name === 'address';
}

/** A fault in the text of what is shown in one type. HEAD then tells no length. */
function shown(
  id: string,
  title: string,
  type: string,
  isMeant: (seen: RequestView) => boolean,
  change: (text: string) => string,
): Deviation {
  return {
    id,
    title,
    breaks: ['negotiate/equivalent'],
    wrap: onAnswer((response, seen) => {
      const isType = (response.headers.get('content-type') ?? '').startsWith(type);
      if (!response.ok || !isType || !isMeant(seen)) return response;
      return seen.method === 'HEAD'
        ? withFields(response, { 'content-length': undefined })
        : withText(response, change);
    }),
  };
}
