import { type Deviation, onAnswer, type RequestView } from './deviation.ts';
import { reads } from './places.ts';
import { isShown } from './representations.ts';

/** Faults in how a Range is taken: RFC 9110 14.1.2, 14.4, 15.3.7, 15.5.17. A service may ignore it. */
export const ranges: readonly Deviation[] = [
  {
    id: 'range-206-without-its-place',
    title: 'A Range is answered 206 with the whole body, and without Content-Range.',
    breaks: ['validator/every'],
    inWholeRun: true,
    wrap: onAnswer((response, seen) =>
      isRanged(response, seen) ? new Response(response.body, { status: 206, headers: response.headers }) : response,
    ),
  },
];

const RANGE = /^bytes=(\d+)-(\d+)?$/u;

function rangeOf({ request }: RequestView): string {
  return request.headers.get('range') ?? '';
}

function isRanged(response: Response, seen: RequestView): boolean {
  return reads(seen) && isShown(seen) && response.status === 200 && RANGE.test(rangeOf(seen));
}
