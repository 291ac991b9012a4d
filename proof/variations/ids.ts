import type { RequestView } from '../deviations/deviation.ts';
import { asItIs, redirected, rewritten, type Variation, type Wrap } from './variation.ts';

/** How this server's ids are spelt, beside the mock's own numbers. */
interface Spelling {
  readonly spell: (number: string) => string;
  /** The number that an id spells; undefined when it spells none. */
  readonly read: (id: string) => string | undefined;
}

const SUFFIX = /\.(?:json|xml|html)$/u;

// Seeded deals and new ones alike: the mock knows numbers only, the client the other spelling only.
function spelt({ spell, read }: Spelling): Wrap {
  const number = (id: string): string => read(id) ?? `no-number-${id}`;
  const inPath = (path: string): string =>
    path.replace(/(\/deals\/)([^/]+)/u, (_whole, before: string, segment: string) => {
      const id = decoded(segment);
      if (id === undefined) return before + segment;
      const suffix = read(id) === undefined ? (SUFFIX.exec(segment)?.[0] ?? '') : '';
      return before + encodeURIComponent(number(id.slice(0, id.length - suffix.length))) + suffix;
    });
  const inBody = ({ path, body }: RequestView): string | undefined => {
    const member = /\/commands\/[^/]+$/u.test(path) ? 'deal' : 'id';
    // Bytes that are no UTF-8 are the mock's to refuse: it sees them as they came.
    if (!/\/commands?\//u.test(path) || body.includes('\ufffd')) return undefined;
    try {
      const value: unknown = JSON.parse(body);
      if (typeof value !== 'object' || value === null || !(member in value)) return undefined;
      const id = (value as Record<string, unknown>)[member]; // `in` said so
      return typeof id === 'string' ? JSON.stringify({ ...value, [member]: number(id) }) : undefined;
    } catch {
      return undefined;
    }
  };
  const inAnswer = (text: string): string =>
    text
      .replace(/(\/deals\/)(\d+)/gu, (_whole, before: string, n: string) => before + encodeURIComponent(spell(n)))
      .replace(/("(?:id|deal)":")(\d+)(")/gu, (_w, a: string, n: string, b: string) => a + json(spell(n)) + b)
      .replace(
        /(<(?:id|deal)>|<dt>(?:id|deal)<\/dt><dd>)(\d+)(<)/gu,
        (_w, a: string, n: string, b: string) => a + xml(spell(n)) + b,
      );
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    const isAbout = /\/(?:deals|commands?)(?:[/.]|$)/u.test(pathname);
    if (!isAbout) return fetch(request);
    const body = request.body === null ? '' : await request.clone().text();
    const changed = inBody({ request, method: request.method, path: pathname, search: '', body });
    const path = inPath(pathname);
    const same = path === pathname && changed === undefined;
    const response = await rewritten(await fetch(same ? request : redirected(request, path, changed)), inAnswer);
    const location = response.headers.get('location');
    if (location !== null) response.headers.set('location', inAnswer(location));
    return response;
  };
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function json(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;');
}

function around(before: string, behind = ''): Wrap {
  return spelt({
    spell: (number) => before + number + behind,
    read: (id) => {
      if (!id.startsWith(before) || !id.endsWith(behind)) return undefined;
      const number = id.slice(before.length, id.length - behind.length);
      return /^[1-9]\d{0,8}$/u.test(number) ? number : undefined;
    },
  });
}

function zeros(): Wrap {
  return spelt({
    spell: (number) => number.padStart(9, '0'),
    read: (id) => (/^\d{9}$/u.test(id) ? String(Number(id)) : undefined),
  });
}

/** Every bit of the number is a letter, a capital where it is set. */
function byCase(): Wrap {
  return spelt({
    spell: (number) =>
      Array.from(Number(number).toString(2).padStart(30, '0'), (bit, i) => {
        const letter = 'abcdefghijklmnopqrstuvwxyzabcd'.charAt(i);
        return bit === '1' ? letter.toUpperCase() : letter;
      }).join(''),
    read: (id) => {
      if (id.toLowerCase() !== 'abcdefghijklmnopqrstuvwxyzabcd') return undefined;
      return String(Number.parseInt(Array.from(id, (c) => (c === c.toLowerCase() ? '0' : '1')).join(''), 2));
    },
  });
}

const SOURCE = 'document 2: the id is a path segment, and its format is not shown';
const one = (id: string, title: string, wrap: Wrap): Variation => ({
  id,
  title,
  source: SOURCE,
  group: 'ids',
  layer: 'identity',
  wrap,
});

/** Shapes of ids: document 2. */
export const ids: readonly Variation[] = [
  { ...one('ids-uuid', 'Ids of deals are UUIDs.', asItIs), options: { ids: 'uuid' } },
  one('ids-slug', 'Ids of deals are words with dashes.', around('deal-no-')),
  one('ids-with-dots', 'Ids of deals hold dots.', around('deal.v1.')),
  one('ids-with-suffix', 'Ids of deals end as a file name does.', around('deal-', '.pdf')),
  one('ids-with-space', 'Ids of deals hold a space, percent-encoded in addresses.', around('deal ')),
  one('ids-with-colons', 'Ids of deals are URNs.', around('urn:deal:')),
  one(
    'ids-with-signs',
    'Ids of deals hold characters that need no encoding but are often encoded.',
    around("d!$'()*,=@", '~'),
  ),
  one('ids-with-plus', 'Ids of deals hold a plus.', around('deal+')),
  one('ids-with-percent', 'Ids of deals hold a percent sign.', around('100%-')),
  one('ids-unicode', 'Ids of deals hold letters beyond ASCII.', around('сделка-№')),
  {
    ...one(
      'ids-with-delimiters',
      'Ids of deals hold slashes, question marks and hashes, encoded in addresses.',
      around('2026/a?b#', '&c'),
    ),
    // Not every door lets an encoded slash in.
    group: 'ids absurd',
  },
  one('ids-with-leading-zeros', 'Ids of deals are numbers of nine digits, with zeros before.', zeros()),
  one('ids-by-case', 'Ids of deals are told apart by the case of their letters alone.', byCase()),
  one('ids-negative', 'Ids of deals are negative numbers.', around('-')),
  one('ids-like-exponents', 'Ids of deals look like numbers with an exponent.', around('', 'e0')),
  one(
    'ids-decomposed',
    'Ids of deals hold a letter and its mark apart, which are one in normal form C.',
    around('de\u0301-'),
  ),
  one('ids-with-unseen', 'Ids of deals hold an emoji that a joiner of no width makes of two.', around('👩\u200d🚀-')),
  one('ids-long', 'Ids of deals have 180 characters.', around('x'.repeat(180))),
  one('ids-base64', 'Ids of deals look like Base64.', around('ZGVhbDo3', '==')),
  {
    ...one(
      'ids-in-capitals',
      'Ids of deals are hexadecimal digits in capitals.',
      spelt({
        spell: (number) => `DEA1${Number(number).toString(16).toUpperCase().padStart(20, '0')}`,
        read: (id) => {
          const digits = /^DEA1([0-9A-F]{20})$/u.exec(id)?.[1];
          return digits === undefined ? undefined : String(Number.parseInt(digits, 16));
        },
      }),
    ),
  },
];
