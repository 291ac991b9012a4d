import { asksFor } from './asked-operation.ts';
import { isDeletion } from './deletion.ts';
import { type Deviation, onRequest, type RequestView, type Take, withFields, withText } from './deviation.ts';
import { bareAnswer, isCreation, reading, resent } from './requests.ts';

const UNRESERVED = /%(?:4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE]|3\d|2[DE])/iu;
const EACH_UNRESERVED = new RegExp(UNRESERVED, 'giu');

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
  {
    ...form(
      'encoded-digits-name-no-deal',
      'The address of a deal with a letter or digit that is percent-encoded names nothing.',
      'read/made',
      async (seen, next) =>
        /\/rest\/[^/]+\/deals\/[^/]*%/u.test(seen.path) && UNRESERVED.test(seen.path)
          ? bareAnswer(404)
          : next(seen.request),
      { 'create/lasting': 'a deal that is asked for in that spelling seems to be gone' },
    ),
    breaks: ['read/made', 'address/equivalent'],
  },

  form(
    'delete-by-encoded-id-404',
    'DELETE looks for the id as it is spelt, and answers 404 where a letter or digit of it is percent-encoded.',
    'address/equivalent',
    async (seen, next) => (isDeletion(seen) && isDealSpeltOtherwise(seen) ? bareAnswer(404) : next(seen.request)),
    { 'create/lasting': 'a deal that is deleted in that spelling seems to be gone already' },
  ),
  form(
    'delete-by-encoded-id-does-nothing',
    'DELETE of a deal by an id in which a letter or digit is percent-encoded is answered 204 and deletes nothing.',
    'address/equivalent',
    async (seen, next) => {
      if (!isDeletion(seen) || !isDealSpeltOtherwise(seen)) return next(seen.request);
      const found = await next(reading(seen, seen.path));
      return found.ok ? bareAnswer(204) : next(seen.request);
    },
    { 'delete/every': 'a deal that is deleted in that spelling is still there' },
  ),
  form(
    'hold-by-encoded-id-404',
    'An operation in form E finds no deal where a letter or digit of its id is percent-encoded.',
    'address/equivalent',
    async (seen, next) =>
      asksFor(seen, { form: 'E' }) && isDealSpeltOtherwise(seen) ? bareAnswer(404) : next(seen.request),
    { 'operation/every': 'an operation in that spelling is due what any other is' },
  ),
  keptAsSpelt(
    'global-command-id-kept-as-spelt',
    'Commands of form G are kept under their ids as they are spelt: in another spelling the same id is a new command.',
    /^(\/commands\/)([^/]+)$/u,
  ),
  keptAsSpelt(
    'command-id-kept-as-spelt',
    'Commands of form F are kept under their ids as they are spelt: in another spelling the same id is a new command.',
    /^(.*\/rest\/[^/]+\/deals\/[^/]+\/commands\/)([^/]+)$/u,
  ),
];

/** Whether the address names a deal by an id in which a letter or digit is percent-encoded. */
function isDealSpeltOtherwise({ path }: RequestView): boolean {
  return UNRESERVED.test(/\/rest\/[^/]+\/deals\/([^/]+)/u.exec(path)?.[1] ?? '');
}

function form(
  id: string,
  title: string,
  rule: string,
  take: Take,
  alsoStrikes: Readonly<Record<string, string>> = {},
): Deviation {
  return { id, title, breaks: [rule], alsoStrikes, wrap: onRequest(take) };
}

/** A fault that takes a command id in another spelling for another id. */
function keptAsSpelt(id: string, title: string, place: RegExp): Deviation {
  return form(
    id,
    title,
    'address/equivalent',
    async (seen, next) => {
      const [, before = '', spelt = ''] = place.exec(seen.path) ?? [];
      if (!UNRESERVED.test(spelt)) return next(seen.request);
      const kept = spelt.replace(EACH_UNRESERVED, (octet) => `%25${octet.slice(1)}`);
      const response = await next(resent(seen, { path: before + kept + seen.search }));
      const location = response.headers.get('location');
      if (response.status !== 201 || location === null) return response;
      // The client is told the address in its own spelling.
      const told = withFields(response, { location: location.replace(kept, spelt) });
      return withText(told, (text) => text.replaceAll(kept, spelt));
    },
    { 'read/made': 'a command that is asked for in that spelling is not there' },
  );
}
