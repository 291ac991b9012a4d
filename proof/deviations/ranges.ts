import { type Deviation, onAnswer, type RequestView, withFields } from './deviation.ts';
import { reads } from './places.ts';
import { isShown } from './representations.ts';
import { bareAnswer, isCreation } from './requests.ts';

/** Faults in how a Range is taken: RFC 9110 14.1.2, 14.2, 14.4, 15.3.7, 15.5.17. A service may ignore it. */
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
  {
    id: 'range-suffix-from-the-start',
    title: 'A Range of the last so many bytes is answered with the first so many.',
    breaks: ['status/steady'],
    wrap: serving(({ start, end, isSuffix }) => (isSuffix ? { start: 0, end: end - start } : { start, end })),
  },
  {
    id: 'range-lacks-its-last-byte',
    title: 'A 206 lacks the last byte of the range that its Content-Range tells.',
    breaks: ['status/steady'],
    wrap: serving(({ start, end }) => ({ start, end, sentTo: end - 1 })),
  },
  {
    id: 'range-without-regard-to-if-range',
    title: 'A Range is answered 206 whatever If-Range says.',
    breaks: ['status/steady'],
    wrap: serving(({ start, end }) => ({ start, end }), true),
  },
  {
    id: 'range-206-without-etag',
    title: 'A 206 lacks the ETag that the 200 has.',
    breaks: ['status/steady'],
    wrap: partial((part) => withFields(part, { etag: undefined })),
  },
  {
    id: 'range-206-without-vary',
    title: 'A 206 does not say Vary, as the 200 does.',
    breaks: ['status/steady'],
    wrap: partial((part) => withFields(part, { vary: undefined })),
  },
  {
    id: 'range-206-with-a-tag-of-the-part',
    title: 'A 206 has an ETag that is made of its own bytes, and not that of the 200.',
    breaks: ['status/steady'],
    wrap: partial(async (part) => {
      const bytes = Buffer.from(await part.clone().arrayBuffer());
      return withFields(part, { etag: `"${bytes.toString('base64url')}"` });
    }),
  },
  {
    id: 'range-head-206',
    title: 'HEAD with a Range is answered 206 with the length of the part, as if it were GET.',
    breaks: ['status/steady'],
    wrap: ranged('HEAD', isShown, (response, { start, end, length }) =>
      withFields(new Response(null, { status: 206, headers: response.headers }), {
        'content-length': String(end - start + 1),
        'content-range': `bytes ${start}-${end}/${length}`,
      }),
    ),
  },
  {
    id: 'range-head-416',
    title: 'HEAD with a Range is answered 416: without its body there is nothing that a range could be of.',
    breaks: ['status/steady'],
    wrap: ranged('HEAD', isShown, () => bareAnswer(416, { 'content-range': 'bytes */0' })),
  },
  {
    id: 'range-on-creation-206',
    title: 'A creation with a Range is answered 206 with a part of the body, as if it were GET.',
    breaks: ['create/every'],
    wrap: ranged('POST', isCreation, async (response, { start, end, length }) => {
      const bytes = new Uint8Array(await response.arrayBuffer());
      return withFields(new Response(bytes.slice(start, end + 1), { status: 206, headers: response.headers }), {
        'content-length': undefined,
        'content-range': `bytes ${start}-${end}/${length}`,
      });
    }),
  },
];

type OfPart = (part: Response) => Response | Promise<Response>;
type Ranged = (response: Response, met: Met) => Response | Promise<Response>;

/** Answers GET with a range as RFC 9110 14 has it, but for the fields of the 206. */
function partial(change: OfPart): Deviation['wrap'] {
  const serve = serving(({ start, end }) => ({ start, end }));
  return (fetch, mock) =>
    onAnswer((response) => (response.status === 206 ? change(response) : response))(serve(fetch, mock), mock);
}

/** Answers GET with a range as RFC 9110 14 has it, and takes one for another method too, which it is not about. */
function ranged(method: string, isMeant: (seen: RequestView) => boolean, change: Ranged): Deviation['wrap'] {
  const serve = serving(({ start, end }) => ({ start, end }));
  const taken = onAnswer((response, seen) => {
    const [, first = '', last = ''] = RANGE.exec(rangeOf(seen)) ?? [];
    if (seen.method !== method || !isMeant(seen) || !response.ok || first === '') return response;
    const length = Number(response.headers.get('content-length') ?? '0');
    const met = metBy(first, last, length);
    return met.start > met.end || met.start >= length ? response : change(response, met);
  });
  return (fetch, mock) => taken(serve(fetch, mock), mock);
}

/** A range that can be met, by its first and last positions. */
interface Met {
  readonly start: number;
  readonly end: number;
  /** The last position as it was asked for. */
  readonly asked: number;
  readonly length: number;
  readonly isSuffix: boolean;
}

/** What is sent of it, and told. */
interface Sent {
  readonly start: number;
  readonly end: number;
  readonly sentTo?: number;
  readonly toldTo?: number;
}

/** Answers one range as RFC 9110 14 has it, but for what is changed. Several, and what cannot be met, are ignored. */
function serving(change: (met: Met) => Sent, ignoresIfRange = false): Deviation['wrap'] {
  return onAnswer(async (response, seen) => {
    const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/u.exec(rangeOf(seen)) ?? [];
    if (seen.method !== 'GET' || !isShown(seen) || response.status !== 200 || first + last === '') return response;
    const condition = seen.request.headers.get('if-range');
    const isCurrent = condition === null || condition === response.headers.get('etag');
    if (!isCurrent && !ignoresIfRange) return response;
    const bytes = new Uint8Array(await response.clone().arrayBuffer());
    const met = metBy(first, last, bytes.length);
    if (met.start > met.end || met.start >= bytes.length) return response;
    const { start, end, sentTo = end, toldTo = end } = change(met);
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return withFields(new Response(bytes.slice(start, sentTo + 1), { status: 206, headers }), {
      'content-range': `bytes ${start}-${toldTo}/${bytes.length}`,
    });
  });
}

function metBy(first: string, last: string, length: number): Met {
  const end = length - 1;
  if (first === '') return { start: Math.max(0, length - Number(last)), end, asked: end, length, isSuffix: true };
  const asked = last === '' ? end : Number(last);
  return { start: Number(first), end: Math.min(asked, end), asked, length, isSuffix: false };
}

const RANGE = /^bytes=(\d+)-(\d+)?$/u;

function rangeOf({ request }: RequestView): string {
  return request.headers.get('range') ?? '';
}

function isRanged(response: Response, seen: RequestView): boolean {
  return reads(seen) && isShown(seen) && response.status === 200 && RANGE.test(rangeOf(seen));
}
