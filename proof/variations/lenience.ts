import { isCreation } from '../deviations/requests.ts';
import { instead, isJson, redirected, refusal, type Variation } from './variation.ts';

/** What parsers of JSON take or refuse besides: RFC 8259 4, 8, 9. */
export const lenience: readonly Variation[] = [
  {
    id: 'prices-in-texts-taken',
    title: 'A price that is written as a text is taken for the number that it spells.',
    source: 'document 2: field types are not shown; Jackson and Pydantic do so',
    group: 'refused',
    unseen: 'no payload that is compared has such a price',
    wrap: instead((seen, next) => {
      if (!isCreation(seen) || !isJson(seen.body)) return undefined;
      const changed = seen.body.replace(/("price"\s*:\s*)"(-?\d+(?:\.\d+)?)"/gu, '$1$2');
      return changed === seen.body || !isJson(changed) ? undefined : next(redirected(seen.request, seen.path, changed));
    }),
  },
  {
    id: 'texts-with-nul-refused',
    title: 'Texts with U+0000 or half a surrogate pair are refused with 400, as a database cannot keep them.',
    source: 'document 7 (400), 8; RFC 8259 8.2, 9: a parser may limit the contents of strings',
    group: 'refused',
    unseen: 'no payload that is compared has any',
    wrap: instead(({ method, body }) =>
      (method === 'POST' || method === 'PUT') && /\\u0000|\\ud[89a-f]/iu.test(body) && !isPaired(body)
        ? refusal(400)
        : undefined,
    ),
  },
];

// Escaped pairs are whole characters.
function isPaired(body: string): boolean {
  const rest = body.replace(/\\\\/gu, '').replace(/\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/giu, '');
  return !/\\u0000|\\ud[89a-f]/iu.test(rest);
}
