import { distance } from 'fastest-levenshtein';

/** A route as a miss is compared with it. */
export interface Candidate {
  /** `/rest/1/deals/:id`. */
  readonly path: string;
  readonly methods: readonly string[];
}

/** The route that an address nearly names, and what differs. */
export interface NearMiss {
  readonly route: string;
  readonly differs: string;
}

interface Weighed extends NearMiss {
  readonly cost: number;
}

/** Beyond this an address was meant for something else: one segment too many or too few, or one that is another word. */
const TOO_FAR = 1.25;
/** Longer segments are data and no slip of the finger, and comparing them costs. */
const LONGEST = 40;

/** Finds the route that a method and a raw path nearly name; undefined: none is near. */
export function nearMiss(method: string, path: string, candidates: readonly Candidate[]): NearMiss | undefined {
  const asked = segmentsOf(path).map(readable);
  let nearest: Weighed | undefined;
  for (const candidate of candidates) {
    const weighed = weigh(method, asked, path, candidate);
    if (weighed.cost <= TOO_FAR && weighed.cost < (nearest?.cost ?? Number.POSITIVE_INFINITY)) nearest = weighed;
  }
  return nearest;
}

function weigh(method: string, asked: readonly string[], path: string, { path: pattern, methods }: Candidate): Weighed {
  const due = segmentsOf(pattern);
  const differences: string[] = [];
  // Of two that are as near, the one that takes the method is meant.
  let cost = methods.includes(method) ? 0 : 0.2;
  for (let i = 0; i < Math.max(asked.length, due.length); i += 1) {
    const [is, should] = [asked[i], due[i]];
    if (is === undefined) differences.push(`"${should ?? ''}" is missing at the end`);
    else if (should === undefined) differences.push(`"${is}" is one segment too many`);
    else if (!should.startsWith(':') && is !== should) differences.push(`"${is}" where it has "${should}"`);
    cost += costOf(is, should);
  }
  if (differences.length === 0 && path.endsWith('/') && !pattern.endsWith('/')) differences.push('a slash at the end');
  return { cost, route: `${methods.join(', ')} ${pattern}`, differs: differences.join('; ') };
}

function costOf(is: string | undefined, should: string | undefined): number {
  // Left out is likelier than made up.
  if (is === undefined) return 0.9;
  if (should === undefined) return 1;
  // An empty segment names no record.
  if (should.startsWith(':')) return is === '' ? 1 : 0;
  if (is === should) return 0;
  if (is.length > LONGEST) return 2;
  return Math.min(1, distance(is.toLowerCase(), should.toLowerCase()) / should.length);
}

function segmentsOf(path: string): string[] {
  return path.replace(/^\//u, '').replace(/\/$/u, '').split('/');
}

// It goes into a header field.
function readable(segment: string): string {
  return segment.slice(0, 80).replace(/[^\x21\x23-\x7e]/gu, '?');
}
