import type { HeaderLines } from '../core/http/exchange.ts';

/** How much of one answer is read. An answer beyond a limit is not judged: the exchange fails as `too-large`, and names the limit. */
export interface SizeLimits {
  /** Bytes of a body, as sent and as decoded; 5 MiB by default. */
  readonly body: number;
  /** Bytes of a head; 64 KiB by default. */
  readonly head: number;
  /** Field lines of a head; 500 by default. */
  readonly fields: number;
  /** Interim (1xx) answers before the final one; 100 by default. */
  readonly interim: number;
  /** Records of one list; 50,000 by default. Only what needs the content of a longer one cannot be judged. */
  readonly records: number;
}

/** The limits beyond which no answer is taken. */
export type Refusing = Exclude<keyof SizeLimits, 'records'>;

/** The limits where nobody gave another. */
export const SIZE_LIMITS: SizeLimits = {
  body: 5 * 1024 * 1024,
  head: 64 * 1024,
  fields: 500,
  interim: 100,
  records: 50_000,
};

/** What is larger than its limit, in words, with the option that raises it. */
export function wordTooLarge(limit: Refusing, { [limit]: most }: SizeLimits): string {
  const words = {
    body: `the body is larger than ${most} bytes`,
    head: `the header section is larger than ${most} bytes`,
    fields: `the header section has more than ${most} field lines`,
    interim: `more than ${most} interim answers came`,
  };
  return `${words[limit]}, which is the limit --max-${limit}`;
}

/** The limit that a head is beyond; each line counts with its colon, blank and end. */
export function metByHead(headers: HeaderLines, limits: SizeLimits): 'fields' | 'head' | undefined {
  if (headers.length > limits.fields) return 'fields';
  const bytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  return bytes > limits.head ? 'head' : undefined;
}

/** Thrown where a limit is met. */
export class TooLarge extends Error {
  constructor(limit: Refusing, limits: SizeLimits) {
    super(wordTooLarge(limit, limits));
    this.name = 'TooLarge';
  }
}
