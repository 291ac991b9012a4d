import { operationIn } from './asked-operation.ts';
import { type Deviation, onRequest, type RequestView } from './deviation.ts';
import { bareAnswer } from './requests.ts';

const EVERYWHERE = Object.fromEntries(
  ['create/any-valid', 'operation/malformed', 'command/status'].map((rule) => [
    rule,
    'its bodies are written so as well',
  ]),
);

/** Faults in how the parameters of a Content-Type of JSON are read: RFC 8259 11, RFC 9110 5.6.6, 8.3.1, 8.3.2. */
export const requestTypes: readonly Deviation[] = [
  refused(
    'body-with-type-parameter-415',
    'A body of JSON whose Content-Type has a parameter, such as a charset, is answered 415.',
    'negotiate/labelled',
    (type) => type.includes(';'),
  ),
  refused(
    'body-with-quoted-charset-415',
    'A body whose charset stands in quotes is answered 415; without quotes it is taken.',
    'create/any-valid',
    (type) => /;\s*charset="/iu.test(type),
  ),
  refused(
    'body-with-charset-in-capitals-415',
    'A body of the charset UTF-8 is answered 415; utf-8 in lower case is taken.',
    'create/any-valid',
    (type) => /;\s*charset="?[^;"]*[A-Z]/u.test(type),
  ),
  refused(
    'body-with-blank-before-parameter-415',
    'A body whose Content-Type has a blank before the semicolon is answered 415.',
    'create/any-valid',
    (type) => /\s;/u.test(type),
  ),
  refused(
    'operation-with-charset-415',
    'An operation whose Content-Type has a charset is answered 415; a creation is taken.',
    'negotiate/labelled',
    (type, seen) => operationIn(seen) !== undefined && /;\s*charset=/iu.test(type),
  ),
];

/** A request with a body that is JSON is answered 415 where its Content-Type is written so. */
function refused(
  id: string,
  title: string,
  rule: string,
  isMet: (type: string, seen: RequestView) => boolean,
): Deviation {
  return {
    id,
    title,
    breaks: [rule],
    alsoStrikes: EVERYWHERE,
    wrap: onRequest(async (seen, next) => {
      const type = seen.request.headers.get('content-type') ?? '';
      return seen.body !== '' && /^application\/json\b/iu.test(type) && isMet(type, seen)
        ? bareAnswer(415, { accept: 'application/json' })
        : next(seen.request);
    }),
  };
}
