import type { Answer } from '../answer.ts';
import type { Result } from './results.ts';

/** The part of a failure that its signature is made of. */
export type Failed = Pick<Result, 'expected' | 'actual' | 'reason' | 'signature'>;

/**
 * What tells one defect of a rule from another: the expectation and the kind of answer. Values that change from run to run (ids,
 * nonces, ports, dates, byte counts, quoted bodies) are left out.
 */
export function signatureOf({ expected, actual, reason, signature }: Failed): string {
  if (signature !== undefined) return signature;
  const got = kindOf((actual ?? reason).slice(0, LOOKED_AT));
  return shortened(expected === undefined ? got : `expected ${kindOf(expected.slice(0, LOOKED_AT))}, got ${got}`);
}

/** The same, made where the answers are at hand: their bodies are known, and so are the values that the run made up. */
export function signatureAmong(failed: Omit<Failed, 'signature'>, answers: readonly Answer[], nonce: string): string {
  // A value that the run made up holds the nonce, in whatever letters stand around it. It is looked for where a word begins alone:
  // from each letter of a long word anew would take the square of its length.
  const madeUp = new RegExp(`(?<![\\p{L}\\p{N}_-])[\\p{L}\\p{N}_-]*${nonce}[\\p{L}\\p{N}_-]*`, 'giu');
  const without = (text: string): string =>
    answers
      .reduce((left, answer) => withoutTag(left.replaceAll(answer.brief, kindOfAnswer(answer)), answer), text)
      .slice(0, LOOKED_AT)
      .replaceAll(madeUp, SOME);
  const { expected, actual, reason } = failed;
  return signatureOf({
    reason: without(reason),
    ...(expected === undefined ? {} : { expected: without(expected) }),
    ...(actual === undefined ? {} : { actual: without(actual) }),
  });
}

// A tag is opaque (4.4-c4) and another one in each run, quoted or not; the marks around it are what is wrong with it.
function withoutTag(text: string, answer: Answer): string {
  const tag = answer.header('etag') ?? '';
  return tag.length < SHORTEST_TAG
    ? text
    : text.replaceAll(tag, tag.replace(/(?<![\p{L}\p{N}])(?!W\/)[\p{L}\p{N}][\p{L}\p{N}_.+=-]*/giu, SOME));
}

const SOME = '…';
/** A shorter tag may be part of anything else in a sentence. */
const SHORTEST_TAG = 4;
const LENGTH = 300;
/** How much of a text counts: an answer may be quoted whole, and a field of it may be very long. */
const LOOKED_AT = 8000;

function kindOfAnswer({ status, size, mediaType }: Answer): string {
  if (size === 0) return `${status} without a body`;
  return `${status} ${mediaType === '' ? 'untyped' : mediaType}`;
}

function kindOf(text: string): string {
  const steady = text
    // Where a generated sequence fails depends on the seed.
    .replace(/ at the end of: .*$/su, '')
    .replace(/, \d+ bytes: .*$/su, '')
    .replace(/ \(\d+ answers of the run were such\)/gu, '')
    // It may look like a status.
    .replace(/\bContent-Length: \d+/gu, `Content-Length: ${SOME}`)
    .replace(/\s+/gu, ' ')
    .replace(/"(?:[^"\\]|\\.)*"?/gu, SOME)
    .replace(/\b[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT\b/gu, SOME)
    .replace(/\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?/gu, SOME)
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/giu, SOME)
    .replace(/\bhttps?:\/\/[^\s/,;)]*(\/[^\s,;)]*)?/giu, (_, path: string = '') => shapeOf(path))
    .replace(/(?<![\p{L}\p{N}*/.…}])\/[^\s,;)]*/gu, shapeOf)
    .replace(/\b[0-9a-f]{16,}\b/giu, SOME)
    // A value that was written into an address.
    .replace(/[^\s/“”(),;]+/gu, (word) => (/%[0-9a-f]{2}/iu.test(word) ? SOME : word));
  return inOrder(withoutNumbers(steady)).replace(/…(?:(?:, | and )…)+/gu, SOME);
}

/** What an address is about: `/rest/1/deals/37?name=Ada` is `/rest/…/deals/…?name=…`. Words stay, values go. */
export function shapeOf(path: string): string {
  const [route = '', query] = path.split('?', 2);
  const segments = route
    .split('/')
    .map((segment) => (/^[a-z][a-z_-]{0,30}(?:\.[a-z]+)?$/iu.test(segment) || segment === '' ? segment : SOME));
  const names = query?.split('&').map((pair) => `${pair.split('=')[0] ?? ''}=${SOME}`);
  return segments.join('/') + (names === undefined ? '' : `?${names.join('&')}`);
}

/** What kind of exchange it is, by method, shape of the address and status: `GET /rest/…/deals/… 200`. */
export function kindOfExchange(method: string, url: string, status: number): string {
  const { pathname, search } = new URL(url);
  return `${method} ${shapeOf(pathname + search)} ${status}`;
}

// A status is part of the kind of answer; every other number is a value.
function withoutNumbers(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}.])-?\d+(?:\.\d+)?(?![\p{L}\p{N}])/gu, (number, at: number) =>
    /^[1-5]\d\d$/u.test(number) && isStatusAt(text, at, number.length) ? number : SOME,
  );
}

function isStatusAt(text: string, at: number, length: number): boolean {
  const before = text.slice(0, at);
  const after = text.slice(at + length);
  const isNamed = /(?:^|\b(?:status|answer(?:s|ed)?|or|than|a|the|no|with|where|every|after|by|got)|[,(:]) ?$/iu.test(
    before,
  );
  if (/^ (?:[a-z]+\/[a-z0-9.+*-]+|untyped|without a body)/u.test(after)) return true;
  return (
    isNamed &&
    !/^ (?:bytes|records|entries|times|answers|members|characters|ms|s|in it|has come|has gone)\b/u.test(after)
  );
}

// Several answers that break one rule are told in the order in which they came.
function inOrder(text: string): string {
  return [...new Set(text.split('; '))].sort().join('; ');
}

/** A signature no longer than signatures are. */
export function shortened(text: string): string {
  const points = [...text];
  return points.length > LENGTH ? `${points.slice(0, LENGTH - 1).join('')}${SOME}` : text;
}
