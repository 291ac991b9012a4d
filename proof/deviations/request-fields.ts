import { type Deviation, onRequest, type RequestView } from './deviation.ts';
import { dealRead, reads } from './places.ts';
import { bareAnswer, resent } from './requests.ts';

/** Faults in what becomes of a request with a field that its answer does not depend on: document 7, RFC 9110 7.8, 9.2.1, 10.1.4, 12.5.2. */
export const requestFields: readonly Deviation[] = [
  {
    id: 'method-override-on-reading-deletes',
    title: 'A GET of a deal with X-HTTP-Method-Override: DELETE deletes the deal.',
    breaks: ['read/safe'],
    wrap: onRequest((seen, next) => {
      const wanted = seen.request.headers.get('x-http-method-override') ?? '';
      const isMeant = dealRead(seen) !== undefined && wanted.toUpperCase() === 'DELETE';
      return next(isMeant ? resent(seen, { method: 'DELETE', body: '' }) : seen.request);
    }),
  },
  breaking(
    'other-charset-breaks-the-server',
    'An Accept-Charset without UTF-8 breaks the server.',
    'accept-charset',
    500,
    (value) => !/utf-?8|\*/iu.test(value),
  ),
];

/** A server error where a request has such a field. */
function breaking(
  id: string,
  title: string,
  field: string,
  code = 500,
  isOdd: (value: string) => boolean = () => true,
  isMet: (seen: RequestView) => boolean = reads,
): Deviation {
  return {
    id,
    title,
    breaks: ['status/no-server-error'],
    wrap: onRequest(async (seen, next) => {
      const value = seen.request.headers.get(field);
      return value !== null && isMet(seen) && isOdd(value) ? bareAnswer(code) : next(seen.request);
    }),
  };
}
