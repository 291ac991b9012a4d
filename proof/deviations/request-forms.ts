import { type Deviation, onRequest, type Take } from './deviation.ts';
import { bareAnswer, isCreation } from './requests.ts';

const UNRESERVED = /%(?:4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE]|3\d|2[DE])/iu;

/** Faults in how a request is understood that says the same in other words: RFC 3986 6.2.2, RFC 9110 8.3.1, RFC 9112 3.2. */
export const requestForms: readonly Deviation[] = [
  form(
    'creation-with-type-in-capitals-415',
    'A creation whose Content-Type is in other letters than lower case is answered 415.',
    'create/any-valid',
    async (seen, next) =>
      isCreation(seen) && /[A-Z]/u.test((seen.request.headers.get('content-type') ?? '').split(';')[0] ?? '')
        ? bareAnswer(415)
        : next(seen.request),
  ),
  form(
    'encoded-digits-name-no-deal',
    'The address of a deal with a letter or digit that is percent-encoded names nothing.',
    'read/made',
    async (seen, next) =>
      /\/rest\/[^/]+\/deals\/[^/]*%/u.test(seen.path) && UNRESERVED.test(seen.path)
        ? bareAnswer(404)
        : next(seen.request),
    { 'create/lasting': 'a deal that is asked for in that spelling seems to be gone' },
  ),
];

function form(
  id: string,
  title: string,
  rule: string,
  take: Take,
  alsoStrikes: Readonly<Record<string, string>> = {},
): Deviation {
  return { id, title, breaks: [rule], alsoStrikes, wrap: onRequest(take) };
}
