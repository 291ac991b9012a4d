import { answers, type Variation, type Wrap } from './variation.ts';

const SOURCE = 'RFC 9110 14: any server may serve ranges, of whatever it has';
const BOUNDARY = 'THIS_STRING_SEPARATES';

/** First and last byte. */
type Range = readonly [number, number];

/** Serves parts of what a GET is answered; `several` answers more ranges than one at once, and not with the whole. */
function ranged(several: boolean): Wrap {
  return answers(async (response, { method, request }) => {
    if (response.status !== 200 || (method !== 'GET' && method !== 'HEAD')) return response;
    const headers = new Headers(response.headers);
    headers.set('accept-ranges', 'bytes');
    const asked = request.headers.get('range');
    if (method === 'HEAD' || asked === null || !isStill(request.headers.get('if-range'), headers))
      return new Response(response.body, { status: 200, headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    const ranges = rangesIn(asked, bytes.length);
    if (ranges === undefined || (ranges.length > 1 && !several))
      return new Response(new Uint8Array(bytes), { status: 200, headers });
    headers.delete('content-length');
    const [first] = ranges;
    if (first === undefined) return unsatisfiable(bytes.length);
    if (ranges.length === 1) {
      headers.set('content-range', `bytes ${first.join('-')}/${bytes.length}`);
      return new Response(new Uint8Array(bytes.subarray(first[0], first[1] + 1)), { status: 206, headers });
    }
    const type = headers.get('content-type') ?? 'application/octet-stream';
    headers.set('content-type', `multipart/byteranges; boundary=${BOUNDARY}`);
    return new Response(new Uint8Array(multipart(bytes, ranges, type)), { status: 206, headers });
  });
}

// If-Range compares strongly, and a date is no strong validator here (RFC 9110 13.1.5).
function isStill(ifRange: string | null, headers: Headers): boolean {
  return ifRange === null || (ifRange.startsWith('"') && ifRange === headers.get('etag'));
}

/** The ranges that can be satisfied; undefined where the field is to be ignored (RFC 9110 14.2). */
function rangesIn(field: string, length: number): readonly Range[] | undefined {
  const list = /^bytes=(.*)$/iu
    .exec(field)?.[1]
    ?.split(',')
    .map((range) => range.trim());
  const known = list?.map((range) => /^(\d*)-(\d*)$/u.exec(range));
  if (known === undefined || known.some((range) => range === null || range[0] === '-')) return undefined;
  const ranges = known.map((range): Range => {
    const [first = '', last = ''] = range?.slice(1) ?? [];
    if (first === '') return [Math.max(0, length - Number(last)), last === '0' ? -1 : length - 1];
    return [Number(first), last === '' ? length - 1 : Math.min(Number(last), length - 1)];
  });
  const isBackwards = known.some((r) => r?.[1] !== '' && r?.[2] !== '' && Number(r?.[1]) > Number(r?.[2]));
  return isBackwards ? undefined : ranges.filter(([from, to]) => from < length && from <= to);
}

function unsatisfiable(length: number): Response {
  return new Response(null, { status: 416, headers: { 'content-range': `bytes */${length}` } });
}

function multipart(bytes: Buffer, ranges: readonly Range[], type: string): Buffer {
  const parts = ranges.flatMap(([first, last]) => [
    `--${BOUNDARY}\r\nContent-Type: ${type}\r\nContent-Range: bytes ${first}-${last}/${bytes.length}\r\n\r\n`,
    bytes.subarray(first, last + 1),
    '\r\n',
  ]);
  return Buffer.concat([...parts, `--${BOUNDARY}--\r\n`].map((part) => Buffer.from(part)));
}

/** Parts of representations: RFC 9110 14. */
export const ranges: readonly Variation[] = [
  {
    id: 'ranges-served',
    title: 'A Range is answered 206, one that is out of reach 416, and several are ignored.',
    source: SOURCE,
    // Bytes are counted of what is sent in the end.
    layer: 'coding',
    group: 'ranges coding',
    wrap: ranged(false),
  },
  {
    id: 'ranges-in-parts',
    title: 'A Range is answered 206, and several as parts of one body.',
    source: `${SOURCE}; 15.3.7.2`,
    layer: 'coding',
    group: 'ranges coding',
    wrap: ranged(true),
  },
];
