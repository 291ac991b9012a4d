import type { HeaderLines, RecordedResponse, Wire } from '../core/exchange.ts';
import { createRecent } from '../core/recent.ts';
import { createTextShelf, type Kept, WORTH_SHARING } from './bytes.ts';
import type { SizeLimits } from './size-limits.ts';

/** Smaller heads are kept as they are: fields are read all the time. */
const WORTH_PACKING = 8 * 1024;
/** One long field in a few lines is shared by its text. */
const MANY = 100;
/** How many bytes of packed heads are at hand. */
const AT_HAND = 1024 * 1024;

/** Keeps heads for the whole run: long values that come again as one, and many small fields, which take several times their bytes, as a text. */
export function createHeadShelf(shared: (bytes: Uint8Array) => Kept): (lines: HeaderLines) => () => HeaderLines {
  const sameTexts = createTextShelf();
  const atHand = createRecent<HeaderLines>(AT_HAND);
  return (lines) => {
    const text = JSON.stringify(lines);
    if (text.length < WORTH_PACKING || lines.length < MANY) {
      const kept = lines.map(([name, value]) => [name, sameTexts(value)] as const);
      return () => kept;
    }
    const packed = shared(Buffer.from(text));
    return () => atHand.get(packed, '') ?? atHand.keep(packed, '', linesIn(packed));
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
export function wireWith({ interim }: Wire, kept: Kept): Wire {
  return {
    interim,
    get afterHeaders() {
      return kept.bytes;
    },
  };
}
