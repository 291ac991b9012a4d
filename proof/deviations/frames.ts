import { type Deviation, onAnswer, withFields } from './deviation.ts';
import { nestedRead } from './places.ts';

const NOTHING = { 'content-length': '0' };

/** Faults in the lengths that answers without a body tell: RFC 9110 8.6. */
export const frames: readonly Deviation[] = [
  {
    id: 'head-of-address-length-0',
    title: 'HEAD of an address tells a length of 0.',
    breaks: ['read/head'],
    wrap: onAnswer((response, seen) =>
      seen.method === 'HEAD' && nestedRead(seen)?.name === 'address' && response.status === 200
        ? withFields(response, NOTHING)
        : response,
    ),
  },
  {
    id: 'hold-304-with-length-0',
    title: 'The 304 of a hold has a Content-Length of 0.',
    breaks: ['validator/every'],
    inWholeRun: true,
    wrap: onAnswer((response, { path }) =>
      response.status === 304 && /\/deals\/[^/]+\/holds\/[^/]+$/u.test(path) ? withFields(response, NOTHING) : response,
    ),
  },
];
