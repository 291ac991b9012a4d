import { distance } from 'fastest-levenshtein';

/** A route as a miss is compared with it. */
export interface Candidate {
  /** `/rest/1/deals/:id`, below the base path. */
  readonly path: string;
  readonly methods: readonly string[];
}

/** The route that an address nearly names, and what differs. */
export interface NearMiss {
  readonly route: string;
  readonly differs: string;
}

/** How segments that were asked for and those of a route belong together. */
interface Alignment {
  readonly cost: number;
  readonly differences: readonly Difference[];
  /** Literals of the route that were asked for, as they are or nearly: without one, nothing is near. */
  readonly met: number;
}

type Difference =
  | {
      readonly kind: 'missing';
      readonly segment: string;
      readonly before: string | undefined;
      readonly isVersion: boolean;
    }
  | { readonly kind: 'extra'; readonly segment: string; readonly first: boolean }
  | { readonly kind: 'other'; readonly is: string; readonly should: string; readonly isVersion: boolean };

/** Beyond this an address was meant for something else: one segment too many or too few, or several slips of the finger. */
const TOO_FAR = 1.25;
/** Longer segments are data and no slip of the finger, and comparing them costs. */
const LONGEST = 40;
/** No route is half as deep. */
const DEEPEST = 12;

/** Finds the route that a method and a raw path below the base path nearly name; undefined: none is near. */
export function nearMiss(method: string, path: string, candidates: readonly Candidate[]): NearMiss | undefined {
  const asked = segmentsOf(path).map(readable);
  if (asked.length > DEEPEST || isBrowsersOwn(path)) return undefined;
  let nearest: { readonly cost: number; readonly miss: NearMiss } | undefined;
  for (const { path: pattern, methods } of candidates) {
    const { cost: apart, differences, met } = align(asked, segmentsOf(pattern));
    // Of two that are as near, the one that takes the method is meant.
    const cost = apart + (methods.includes(method) ? 0 : 0.2);
    if (met === 0 || cost > TOO_FAR || cost >= (nearest?.cost ?? Number.POSITIVE_INFINITY)) continue;
    const differs = differences.length === 0 ? wordSame(path, pattern) : wordAll(differences);
    nearest = { cost, miss: { route: `${methods.join(', ')} ${pattern}`, differs } };
  }
  return nearest?.miss;
}

// What browsers ask every site for by themselves.
function isBrowsersOwn(path: string): boolean {
  return /^\/(?:favicon\.ico|robots\.txt|apple-touch-icon[^/]*\.png|\.well-known\/.*)$/u.test(path);
}

/** The cheapest way to turn what was asked for into the route: segments left out, made up, or written otherwise. */
function align(asked: readonly string[], due: readonly string[]): Alignment {
  const row = (i: number): Alignment[] => {
    const made: Alignment[] = [];
    for (let j = due.length; j >= 0; j -= 1) made[j] = best(asked, due, i, j, later, made);
    return made;
  };
  let later: readonly Alignment[] = [];
  for (let i = asked.length; i >= 0; i -= 1) later = row(i);
  return later[0] ?? NEVER;
}

const NEVER: Alignment = { cost: Number.POSITIVE_INFINITY, differences: [], met: 0 };
const DONE: Alignment = { cost: 0, differences: [], met: 0 };

/** From the i-th segment that was asked for and the j-th of the route on; `below` has what follows i, `right` what follows j. */
function best(
  asked: readonly string[],
  due: readonly string[],
  i: number,
  j: number,
  below: readonly Alignment[],
  right: readonly Alignment[],
): Alignment {
  const [is, should] = [asked[i], due[j]];
  if (is === undefined && should === undefined) return DONE;
  const isVersion = j === 1 && due[0] === 'rest';
  const ways: Alignment[] = [];
  if (should !== undefined) {
    // The beginning of deal addresses is what is forgotten most.
    const cost = isVersion ? 0.5 : should === 'rest' ? 0.4 : 0.9;
    ways.push(after(right[j + 1], cost, { kind: 'missing', segment: should, before: is, isVersion }));
  }
  if (is !== undefined) {
    // A base path may have several segments, and is forgotten as a whole.
    const cost = j === 0 && i > 0 ? 0.1 : 1;
    ways.push(after(below[j], cost, { kind: 'extra', segment: is, first: j === 0 }));
  }
  if (is !== undefined && should !== undefined) ways.push(paired(below[j + 1], is, should, isVersion));
  // Of two ways that cost the same, the one that meets more of the route.
  return ways.reduce((a, b) => (b.cost < a.cost || (b.cost === a.cost && b.met > a.met) ? b : a), NEVER);
}

function after(rest: Alignment | undefined, cost: number, difference: Difference): Alignment {
  if (rest === undefined) return NEVER;
  return { cost: rest.cost + cost, differences: [difference, ...rest.differences], met: rest.met };
}

function paired(rest: Alignment | undefined, is: string, should: string, isVersion: boolean): Alignment {
  if (rest === undefined) return NEVER;
  // An empty segment names no record.
  if (should.startsWith(':')) return is === '' ? NEVER : rest;
  if (is === should) return { ...rest, met: rest.met + (isVersion ? 0 : 1) };
  const cost = isVersion ? 0.6 : slipCost(is, should);
  if (cost === undefined) return NEVER;
  const other = after(rest, cost, { kind: 'other', is, should, isVersion });
  return { ...other, met: rest.met + (isVersion ? 0 : 1) };
}

/** What it costs to read one word as another; undefined: it is wholly different. */
function slipCost(is: string, should: string): number | undefined {
  if (is === '' || is.length > LONGEST) return undefined;
  const slips = slipsBetween(is.toLowerCase(), should.toLowerCase());
  if (slips > Math.max(1, Math.floor(should.length / 3))) return undefined;
  return 0.05 + slips / should.length;
}

// Two letters in the wrong order are one slip.
function slipsBetween(is: string, should: string): number {
  const from = [...should].findIndex((letter, i) => letter !== is[i]);
  const swapped = should.slice(0, from) + (should[from + 1] ?? '') + (should[from] ?? '') + should.slice(from + 2);
  return from >= 0 && is === swapped ? 1 : distance(is, should);
}

function wordAll(differences: readonly Difference[]): string {
  const base = differences.flatMap((one) => (one.kind === 'extra' && one.first ? [one.segment] : []));
  const others = differences.filter((one) => !(one.kind === 'extra' && one.first));
  return [...(base.length === 0 ? [] : [wordBase(base)]), ...others.map(word)].join('; ');
}

// What stands before the first segment of a route.
function wordBase(base: readonly string[]): string {
  const path = base.join('/');
  if (base.includes('')) return 'an empty segment';
  const count = base.length === 1 ? 'is one segment too many' : `are ${base.length} segments too many`;
  return `"${path}" ${count}; if it is a base path, the mock needs it: --base-path /${path}`;
}

function word(difference: Difference): string {
  if (difference.kind === 'other') {
    const { is, should, isVersion } = difference;
    return isVersion ? `the version is "${is}" where it has "${should}"` : `"${is}" where it has "${should}"`;
  }
  if (difference.kind === 'missing') {
    const { segment, before, isVersion } = difference;
    return `${isVersion ? 'the version segment ' : ''}"${segment}" is missing ${before === undefined ? 'at the end' : `before "${before}"`}`;
  }
  const { segment } = difference;
  return segment === '' ? 'an empty segment' : `"${segment}" is one segment too many`;
}

// The segments are those of the route, so it is the slash, or what cannot be read.
function wordSame(path: string, pattern: string): string {
  if (path.endsWith('/') && !pattern.endsWith('/')) return 'a slash at the end';
  return 'a percent-encoding in it is malformed';
}

function segmentsOf(path: string): string[] {
  return path.replace(/^\//u, '').replace(/\/$/u, '').split('/');
}

// It goes into a header field.
function readable(segment: string): string {
  return segment.slice(0, 80).replace(/[^\x21\x23-\x7e]/gu, '?');
}
