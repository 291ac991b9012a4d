import { type Deviation, onAnswer, onRequest } from './deviation.ts';
import { reads } from './places.ts';
import { formatOf, isShown } from './representations.ts';
import { bareAnswer } from './requests.ts';

const KNOWN = new Set(['json', 'xml', 'html']);

/** Faults of the suffix and the format parameter beyond records and plain collections: document 4.5-3, 7. */
export const selectorsElsewhere: readonly Deviation[] = [
  {
    id: 'unknown-format-breaks-the-server',
    title: 'A format that the service does not have breaks the server.',
    breaks: ['status/no-server-error'],
    wrap: onRequest(async (seen, next) => {
      const format = formatOf(seen);
      return isShown(seen) && format !== undefined && !KNOWN.has(format) ? bareAnswer(500) : next(seen.request);
    }),
  },
  {
    id: 'unknown-suffix-breaks-the-server',
    title: 'A suffix of a type that the service does not have breaks the server.',
    breaks: ['status/no-server-error'],
    wrap: onAnswer((response, seen) =>
      reads(seen) && response.status === 404 && /\/[^/]+\.(?:yaml|yml|csv|txt|pdf|rdf|atom)$/iu.test(seen.path)
        ? bareAnswer(500)
        : response,
    ),
  },
];
