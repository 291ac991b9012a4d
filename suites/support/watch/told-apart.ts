import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import { withoutVolatile } from '../payload/payloads.ts';
import { exchangeInWords } from '../validator/validator-form.ts';
import { inAnyOrder } from '../view/same-words.ts';

/** A strong tag vouches for every byte of one representation (RFC 9110 8.8.1, 8.8.3.3). */
export function tagsTellApart(seen: readonly Answer[]): void {
  const known = new Map<string, Answer>();
  // A new record may be given an address that another one had, and begin to count its versions anew. Without a Location that is any address
  // right below the collection.
  const rounds = new Map<string, number>();
  for (const answer of seen) {
    const tag = answer.header('ETag');
    const { request } = answer.exchange;
    if (answer.status === 201) {
      const place = answer.location ?? (request.method === 'POST' ? below(bare(request.url)) : request.url);
      rounds.set(place, (rounds.get(place) ?? 0) + 1);
    }
    if (tag?.startsWith('"') !== true || request.method !== 'GET' || answer.status !== 200) continue;
    const round = [request.url, below(above(request.url))].map((place) => rounds.get(place) ?? 0).join('.');
    const key = `${round} ${request.url} ${tag}`;
    const first = known.get(key);
    known.set(key, first ?? answer);
    if (first === undefined || first.text === answer.text) continue;
    // What is coded has a tag of its own, and what of a body only tells when it was served may differ.
    if ([first, answer].some((one) => one.header('Content-Encoding') !== undefined)) continue;
    const isOther = first.mediaType !== answer.mediaType || isAnotherRecord(first, answer);
    if (isOther) fail('one strong ETag for one body', `${tag} for two: ${exchangeInWords(answer)}`, first, answer);
  }
}

/** An address without query, and without a slash at its end. */
function bare(url: string): string {
  return (url.split('?')[0] ?? url).replace(/\/$/u, '');
}

/** The address of the collection that a record is in. */
function above(url: string): string {
  return bare(url).replace(/\/[^/]*$/u, '');
}

/** What stands for all addresses right below a collection. */
function below(collection: string): string {
  return `below ${collection}`;
}

function isAnotherRecord(first: Answer, answer: Answer): boolean {
  const [a, b] = [first.representation, answer.representation];
  if (a.syntax !== 'json' || b.syntax !== 'json' || a.problem !== undefined || b.problem !== undefined) return false;
  return inAnyOrder(withoutVolatile(a.value)) !== inAnyOrder(withoutVolatile(b.value));
}
