import { operationIn } from './asked-operation.ts';
import { type Deviation, onAnswer, type RequestView } from './deviation.ts';
import { reads, userRead } from './places.ts';
import { isCreation, isWellFormed } from './requests.ts';

/** Faults in which a refusal names a type and has no body, which is no text of that type: RFC 8259 2, XML 1.0 2.1. */
export const emptyRefusals: readonly Deviation[] = [
  empty(
    'malformed-refused-in-empty-json',
    'The 400 to a creation in malformed JSON says application/json and has no body.',
    'application/json',
    (status, seen) => status === 400 && isCreation(seen) && !isWellFormed(seen),
  ),
  empty(
    'missing-user-in-empty-json',
    'The 404 of a user says application/json and has no body.',
    'application/json',
    (status, seen) => status === 404 && userRead(seen) !== undefined,
  ),
  empty(
    'operation-refused-in-empty-xml',
    'The 400 to an operation says application/xml and has no body.',
    'application/xml',
    (status, seen) => status === 400 && !reads(seen) && operationIn(seen) !== undefined,
  ),
];

function empty(
  id: string,
  title: string,
  type: string,
  isMet: (status: number, seen: RequestView) => boolean,
): Deviation {
  return {
    id,
    title,
    breaks: ['negotiate/truthful'],
    wrap: onAnswer((response, seen) =>
      isMet(response.status, seen)
        ? new Response(null, { status: response.status, headers: { 'content-type': type, 'content-length': '0' } })
        : response,
    ),
  };
}
