import { distance } from 'fastest-levenshtein';
import { matching } from './lookups.ts';
import type { Variation } from './variation.ts';

const QUERY = 'document 4.4: how a query matches is not shown';

/** Further ways to compare names in a query: document 4.4. */
export const comparisons: readonly Variation[] = [
  {
    id: 'query-by-likeness',
    title: 'Names are found that differ from the text in two characters at most.',
    source: QUERY,
    group: 'query',
    unseen: 'no query that is compared is misspelt',
    wrap: matching((name, wanted) => distance(name.toLowerCase(), wanted.toLowerCase()) < 3),
  },
  {
    id: 'query-by-what-is-seen',
    title: 'Names are compared in normal form KC, without characters that are not seen and without blanks.',
    source: `${QUERY}; RFC 8264, 8265: so are names of users prepared`,
    group: 'query',
    unseen: 'no query that is compared has any of these',
    wrap: matching((name, wanted) => seen(name) === seen(wanted)),
  },
];

function seen(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\s]/gu, '')
    .toLowerCase();
}
