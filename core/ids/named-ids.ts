import { decodeSegment, partsOf } from '../http/address.ts';
import type { RecordedRequest } from '../http/exchange.ts';

const known = new WeakMap<RecordedRequest, ReadonlySet<string>>();

/** The ids that a request may name: a segment of its path, or a value in its body, where a command names its deal. */
export function namedIn(request: RecordedRequest): ReadonlySet<string> {
  const named = known.get(request) ?? namesIn(request);
  known.set(request, named);
  return named;
}

const decoder = new TextDecoder();

function namesIn({ url, body }: RecordedRequest): ReadonlySet<string> {
  const segments = partsOf(url)?.segments ?? [];
  const text = body === null ? '' : decoder.decode(body);
  const words = text.match(/[^"\s,:{}[\]]+/gu) ?? [];
  // An id may hold what stands between words: urn:deal:7, deal 7.
  const texts = text.match(/(?<=")[^"\\]{1,200}(?=")/gu) ?? [];
  return new Set([...segments, ...words, ...texts, ...[...words, ...texts].flatMap(lastOf)]);
}

function lastOf(word: string): readonly string[] {
  return word.includes('/') ? [decodeSegment(word.slice(word.lastIndexOf('/') + 1))] : [];
}
