import type { HeaderLines, RecordedResponse, Wire } from '../core/http/exchange.ts';
import { createRecent } from '../core/representation/recent.ts';
import { type Kept, WORTH_SHARING } from './bytes.ts';
import type { SizeLimits } from './size-limits.ts';

/** Heads of which less is new are kept as they are: fields are read all the time. */
const WORTH_PACKING = 1024;
/** How many bytes of packed heads are at hand. */
const AT_HAND = 1024 * 1024;
/** From here on a value that comes again, such as a policy, is looked for among the latest ones. */
const LONG = 256;
/** How many characters of those are looked at. */
const LATEST = 256 * 1024;
/** How many short lines are kept as one with those that are equal: most answers have the same ones. */
const SHORT_LINES = 4096;

/**
 * Keeps heads for the whole run: what comes again as one, and the others, which as fields take several times their bytes, as a text
 * that is put away with the bodies.
 */
export function createHeadShelf(shared: (bytes: Uint8Array) => Kept): (lines: HeaderLines) => () => HeaderLines {
  const sameLong = createRecent<string>(LATEST);
  const sameLine = createSameLines();
  const atHand = createRecent<HeaderLines>(AT_HAND);
  /** How many characters of a line are not known from the latest heads. */
  const newIn = ([name, value]: Line): number => {
    if (value.length >= LONG && sameLong.get(value, '') !== undefined) return 0;
    if (value.length >= LONG) sameLong.keep(value, '', value);
    return name.length + value.length;
  };
  const keep = ([name, value]: Line): Line =>
    value.length < LONG ? sameLine(name, value) : [name, sameLong.get(value, '') ?? value];
  return (lines) => {
    const fresh = lines.reduce((sum, line) => sum + newIn(line), 0);
    if (fresh < WORTH_PACKING) {
      const kept = lines.map(keep);
      return () => kept;
    }
    const packed = shared(Buffer.from(JSON.stringify(lines)));
    return () => atHand.get(packed, '') ?? atHand.keep(packed, '', linesIn(packed));
  };
}

type Line = HeaderLines[number];

/** Gives equal lines as one. */
function createSameLines(): (name: string, value: string) => Line {
  const known = new Map<string, Map<string, Line>>();
  let count = 0;
  return (name, value) => {
    if (count >= SHORT_LINES) {
      known.clear();
      count = 0;
    }
    const ofName = known.get(name) ?? new Map<string, Line>();
    known.set(name, ofName);
    const same = ofName.get(value);
    if (same !== undefined) return same;
    const line: Line = [name, value];
    ofName.set(value, line);
    count += 1;
    return line;
  };
}

function linesIn({ bytes }: Kept): HeaderLines {
  return JSON.parse(Buffer.from(bytes).toString()) as HeaderLines; // written above
}

/** An answer whose body and head are on the shelves. */
export function responseWith(
  { status, statusText }: RecordedResponse,
  kept: Kept,
  head: () => HeaderLines,
  { records }: SizeLimits,
): RecordedResponse {
  return {
    status,
    statusText,
    get headers() {
      return head();
    },
    ...(kept.length < WORTH_SHARING ? {} : { sameBody: kept }),
    mostRecords: records,
    get body() {
      return kept.bytes;
    },
  };
}

/** What a raw connection showed, with what is on the shelf. */
export function wireWith({ interim, isOld }: Wire, kept: Kept): Wire {
  return {
    interim,
    ...(isOld === undefined ? {} : { isOld }),
    get afterHeaders() {
      return kept.bytes;
    },
  };
}
