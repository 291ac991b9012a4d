import { type Change, type Deviation, onAnswer, withFields } from './deviation.ts';
import { isCreation } from './requests.ts';

/** Faults in which Content-Encoding names what is no coding, or was not applied: RFC 9110 8.4, 8.4.1. */
export const codings: readonly Deviation[] = [
  {
    ...coded('encoding-says-utf-8', 'Every answer with a type says Content-Encoding: utf-8.', (response) =>
      response.headers.has('content-type') ? saying(response, 'utf-8') : response,
    ),
    serviceWide: true,
  },
  coded('refusal-encoding-says-utf-8', 'A refusal says Content-Encoding: utf-8; other answers do not.', (response) =>
    response.status >= 400 && response.headers.has('content-type') ? saying(response, 'utf-8') : response,
  ),
  coded(
    'created-encoding-says-chunked',
    'A 201 says Content-Encoding: chunked, which is a coding of the transfer and not of the content.',
    (response, seen) => (isCreation(seen) && response.status === 201 ? saying(response, 'chunked') : response),
  ),
];

function coded(id: string, title: string, change: Change): Deviation {
  return { id, title, breaks: ['negotiate/labelled'], wrap: onAnswer(change) };
}

function saying(response: Response, coding: string): Response {
  return withFields(response, { 'content-encoding': coding });
}
