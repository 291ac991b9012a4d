import fc from 'fast-check';
import type { RepresentationName } from '../../../core/claims.ts';
import type { Resource } from '../../../core/target.ts';

/** One media range of an Accept field with its weight (RFC 9110 12.5.1). */
export interface MediaRange {
  readonly range: string;
  /** 0 to 1, at most three decimals. */
  readonly q: number;
  /** How it stands in the field, when that is not the usual way. */
  readonly written?: string;
  /** It begins another line of the field, which is one list with the lines before (RFC 9110 5.3). */
  readonly onNextLine?: boolean;
}

/** An Accept field as a list of ranges: what it means is known without parsing it. */
export type Accept = readonly MediaRange[];

/** Accept fields over the resource's own media types, wildcards and types that it does not have. */
export function acceptFields(resource: Resource): fc.Arbitrary<Accept> {
  const own = resource.representations.map((name) => resource.mediaTypes[name]);
  const ranges = [...new Set([...own, ...own.map((type) => `${type.split('/')[0] ?? '*'}/*`), '*/*', 'image/png'])];
  return fc
    .shuffledSubarray(ranges, { minLength: 1 })
    .chain((chosen) => fc.tuple(...chosen.map((range) => weight.map((q): MediaRange => ({ range, q })))));
}

const weight = fc.oneof(
  fc.constant(1),
  fc.constant(0),
  fc.integer({ min: 1, max: 1000 }).map((n) => n / 1000),
);

/** Cases that servers get wrong most: order against weight, a specific range against a wildcard, an exclusion. */
export function telling(types: readonly string[]): Accept[] {
  const [a = '*/*', b = '*/*'] = types;
  return [
    ...spelt(a, b),
    ...ofOneKind(types),
    [
      { range: a, q: 0.1 },
      { range: b, q: 0.9 },
    ],
    [
      { range: b, q: 0.1 },
      { range: a, q: 0.9 },
    ],
    [
      { range: a, q: 0 },
      { range: b, q: 1 },
    ],
    [
      { range: b, q: 0 },
      { range: '*/*', q: 1 },
    ],
    [
      { range: a, q: 0 },
      { range: '*/*', q: 0.5 },
    ],
    [
      { range: '*/*', q: 1 },
      { range: a, q: 0.2 },
    ],
    [
      { range: '*/*', q: 0.3 },
      { range: b, q: 0.9 },
    ],
    [
      { range: 'image/png', q: 1 },
      { range: b, q: 0.2 },
    ],
    [
      { range: a, q: 0.999 },
      { range: b, q: 1 },
    ],
  ];
}

// Types have no case, and blanks may stand around the semicolon (RFC 9110 8.3.1, 12.4.2); so has the name of a weight none
// (5.6.6), and empty members are passed over (5.6.1.2).
function spelt(a: string, b: string): Accept[] {
  return [
    [{ range: b, q: 1, written: b.toUpperCase() }],
    [
      { range: a, q: 0.2, written: `, ${a} ; q=0.2` },
      { range: b, q: 0.9, written: `, ${b} ; q=0.900 ,` },
    ],
  ];
}

/** Other spellings of what the telling cases mean: lines, digits, blanks and empty members apart. */
export function spellings(types: readonly string[]): Accept[] {
  const [a = '*/*', b = '*/*'] = types;
  const prefers = (less: Omit<MediaRange, 'range'>, more: Omit<MediaRange, 'range'>): Accept => [
    { range: a, ...less },
    { range: b, ...more },
  ];
  const rather = (weightOfA: string, weightOfB: string): Accept =>
    prefers(
      { q: Number(weightOfA), written: `${a};q=${weightOfA}` },
      { q: Number(weightOfB), written: `${b};q=${weightOfB}` },
    );
  return [
    // Who reads one line of the field alone, the first or the last, has only what is wanted less.
    prefers({ q: 0.1 }, { q: 0.9, onNextLine: true }),
    [
      { range: b, q: 0.9 },
      { range: a, q: 0.1, onNextLine: true },
    ],
    // At most three digits, which are no whole numbers and no text (RFC 9110 12.4.2).
    rather('0.000', '0.001'),
    rather('0.09', '0.1'),
    rather('0.25', '0.251'),
    rather('0.5', '1.000'),
    // The point may have no digit after it.
    rather('0.', '1.'),
    prefers({ q: 0.1, written: `${a};q=0.1` }, { q: 0.9, written: `,, ${b};q=0.9 ,` }),
    prefers({ q: 0.2, written: `${a}\t;\tq=0.2` }, { q: 0.9, written: `${b} ;q=0.9` }),
    prefers({ q: 0.2, written: `${a};Q=0.2` }, { q: 0.9, written: `${b};Q=0.9` }),
    // The more specific range decides, wherever it stands.
    [
      { range: kindOf(b), q: 0.9 },
      { range: b, q: 0.1 },
    ],
    // What a wide range leaves out, a narrow one takes in again.
    [
      { range: '*/*', q: 0 },
      { range: b, q: 0.5 },
    ],
    [
      { range: b, q: 0.2 },
      { range: kindOf(b), q: 0 },
    ],
  ];
}

function kindOf(type: string): string {
  return `${type.split('/')[0] ?? '*'}/*`;
}

// A range such as text/* that only one of the representations fits.
function ofOneKind([a = '*/*', ...others]: readonly string[]): Accept[] {
  const apart = others.find(
    (type) => others.filter((o) => kindOf(o) === kindOf(type)).length === 1 && kindOf(type) !== kindOf(a),
  );
  if (apart === undefined) return [];
  return [
    [
      { range: kindOf(apart), q: 1 },
      { range: a, q: 0.1 },
    ],
  ];
}

/** The field as it is sent, its lines joined. */
export function writeAccept(accept: Accept): string {
  return acceptLines(accept).join(', ');
}

/** The lines of the field as they are sent. */
export function acceptLines(accept: Accept): readonly string[] {
  const lines: string[] = [];
  for (const { range, q, written, onNextLine = false } of accept) {
    const text = written ?? (q === 1 ? range : `${range};q=${q}`);
    const line = onNextLine ? undefined : lines.pop();
    lines.push(line === undefined ? text : `${line}, ${text}`);
  }
  return lines;
}

/** The weight that a field gives a media type: the most specific range that fits decides; without one it is 0. */
export function weigh(accept: Accept, mediaType: string): number {
  const [type] = mediaType.split('/');
  for (const wanted of [mediaType, `${type ?? ''}/*`, '*/*']) {
    const found = accept.find(({ range }) => range === wanted);
    if (found !== undefined) return found.q;
  }
  return 0;
}

/** What browsers send for a link or in the address bar, and cannot be made to change (document 4.5-4). */
export const BROWSER_ACCEPTS: readonly string[] = [
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8',
];

/** The suffix by which a path selects a representation (document 4.5-3). */
export function withSuffix(address: string, name: RepresentationName): string {
  const [path = '', query] = address.split('?');
  return `${path.replace(/\/$/u, '')}.${name}${query === undefined ? '' : `?${query}`}`;
}

/** The `format` parameter by which a query selects a representation (document 4.5-3). */
export function withFormat(address: string, name: RepresentationName): string {
  return `${address}${address.includes('?') ? '&' : '?'}format=${name}`;
}

/** A media type that does not exist. */
export const NO_TYPE = 'application/x-assayer-none';
