import type { HttpRequest } from '../http/exchange.ts';
import { textsIn } from '../representation/json-value.ts';
import { textOf, valuesOf } from './natural-keys.ts';

// A service may make ids of words that it is sent, cut short: `offer` of "offer xyz…". Such an id says nothing of the run in its words, so
// that a record of before may have it, in an archive that no list shows, and the creation may have changed that one.

/** Whether the words of an id stand in what was sent, beside the values of the run. */
export function isSpelt(id: string, request: Pick<HttpRequest, 'json' | 'body'>, nonce: string): boolean {
  return isSpeltIn(id, textsBeside(request, nonce));
}

/** The same of texts that were taken from what was sent. */
export function isSpeltIn(id: string, texts: Iterable<string>): boolean {
  const words = squashed(id);
  // Fewer letters stand in many texts by chance.
  if ((words.match(/\p{L}/gu)?.length ?? 0) < LEAST_LETTERS) return false;
  return [...texts].some((text) => text.includes(words));
}

/** The texts that a creation sends, without the values of the run, and as ids spell them. */
export function textsBeside({ json, body }: Pick<HttpRequest, 'json' | 'body'>, nonce: string): readonly string[] {
  const texts = json === undefined ? [textOf(body)] : textsIn(json);
  return texts.flatMap((text) => text.split(valuesOf(nonce)).map(squashed)).filter((text) => text !== '');
}

const LEAST_LETTERS = 3;

function squashed(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
