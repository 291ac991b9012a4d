import { type Call, type Cell, changed, type Fault, type Next, type Operator } from './mutant.ts';

const CLAUSE = '4.4-c4, RFC 9110 13';

type Rewrite = (value: string) => string | undefined;

/** Preconditions ignored, compared strongly, weakly or by bytes, or read in part: RFC 9110 13.1. */
export const conditions: readonly Operator[] = [
  {
    name: 'if-none-match',
    per: 'place',
    at: (cell) =>
      !isConditional(cell)
        ? []
        : [
            on('if-none-match', 'ignored', 'If-None-Match is ignored', () => undefined),
            on('if-none-match', 'strong', 'If-None-Match is compared strongly', (value) =>
              value.replace(/W\/"[^"]*"/gu, '"weak"'),
            ),
            on('if-none-match', 'bytes', 'If-None-Match is compared as one text', (value) =>
              /^"[^"]*"$|^\*$/u.test(value) ? value : '"none"',
            ),
            on('if-none-match', 'first', 'only the first tag of If-None-Match is read', (value) => value.split(',')[0]),
            on('if-none-match', 'last', 'only the last tag of If-None-Match is read', (value) =>
              value.split(',').at(-1),
            ),
            on('if-none-match', 'no-star', 'If-None-Match: * is ignored', (value) =>
              value === '*' ? undefined : value,
            ),
            on('if-none-match', 'always', 'any If-None-Match matches', () => '*'),
            on('if-none-match', 'never-list', 'a list in If-None-Match is ignored', (value) =>
              value.includes(',') ? undefined : value,
            ),
            ...(isReading(cell)
              ? [
                  whenBoth(
                    'if-none-match',
                    'if-modified-since',
                    'date-wins',
                    'If-Modified-Since wins over If-None-Match',
                    'if-none-match',
                  ),
                  later('if-none-match', 'status-412', 'a GET with the current tag is answered 412', 304, 412),
                  stripped('etag', 'a 304 lacks the ETag'),
                  {
                    args: 'missing-304',
                    says: 'with If-None-Match: * an unknown record is answered 304',
                    clause: CLAUSE,
                    take: async (call: Call, next: Next) => {
                      const response = await next(call.request);
                      const isStar = call.request.headers.get('if-none-match') === '*';
                      return isStar && response.status === 404 ? new Response(null, { status: 304 }) : response;
                    },
                  },
                ]
              : [
                  later('if-none-match', 'status-304', 'a change that If-None-Match forbids is answered 304', 412, 304),
                ]),
          ],
  },
  {
    name: 'if-match',
    per: 'place',
    at: (cell) =>
      !isConditional(cell)
        ? []
        : [
            on('if-match', 'ignored', 'If-Match is ignored', () => undefined),
            on('if-match', 'weak', 'If-Match is compared weakly', (value) => value.replaceAll('W/', '')),
            on('if-match', 'first', 'only the first tag of If-Match is read', (value) => value.split(',')[0]),
            on('if-match', 'last', 'only the last tag of If-Match is read', (value) => value.split(',').at(-1)),
            on('if-match', 'no-star', 'If-Match: * matches nothing', (value) => (value === '*' ? '"none"' : value)),
            on('if-match', 'never', 'any If-Match fails', () => '"none"'),
            whenBoth(
              'if-match',
              'if-unmodified-since',
              'date-wins',
              'If-Unmodified-Since is looked at beside If-Match',
              'if-match',
            ),
          ],
  },
  {
    name: 'if-since',
    per: 'place',
    at: (cell) =>
      !isConditional(cell)
        ? []
        : [
            on('if-unmodified-since', 'unmodified-ignored', 'If-Unmodified-Since is ignored', () => undefined),
            ...(isReading(cell)
              ? [
                  on('if-modified-since', 'modified-ignored', 'If-Modified-Since is ignored', () => undefined),
                  on(
                    'if-modified-since',
                    'modified-always',
                    'any If-Modified-Since is answered 304',
                    () => 'Fri, 31 Dec 2100 23:59:59 GMT',
                  ),
                ]
              : []),
          ],
  },
];

// A GET of what has an ETag, and a change of it.
function isConditional(cell: Cell): boolean {
  if (isReading(cell)) return cell.status === 200 && cell.fields.has('etag');
  return (
    /\.(?:put|delete)$|(?<=deals\.id\..*)\.post$/u.test(cell.place) && (cell.status === 204 || cell.status === 201)
  );
}

function isReading({ place }: Cell): boolean {
  return place.endsWith('.get');
}

function on(field: string, args: string, says: string, rewrite: Rewrite): Fault {
  return {
    args,
    says,
    clause: CLAUSE,
    take(call, next) {
      const value = call.request.headers.get(field);
      return next(value === null ? call.request : changed(call, { [field]: rewrite(value) }));
    },
  };
}

function whenBoth(first: string, second: string, args: string, says: string, dropped: string): Fault {
  return {
    args,
    says,
    clause: CLAUSE,
    take(call, next) {
      const { headers } = call.request;
      return next(headers.has(first) && headers.has(second) ? changed(call, { [dropped]: undefined }) : call.request);
    },
  };
}

function later(field: string, args: string, says: string, from: number, to: number): Fault {
  return {
    args,
    says,
    clause: CLAUSE,
    take: async (call, next) => {
      const response = await next(call.request);
      if (response.status !== from || !call.request.headers.has(field)) return response;
      return new Response(null, { status: to, headers: response.headers });
    },
  };
}

function stripped(field: string, says: string): Fault {
  return {
    args: `304-without-${field}`,
    says,
    clause: CLAUSE,
    take: async (call, next) => {
      const response = await next(call.request);
      if (response.status === 304) response.headers.delete(field);
      return response;
    },
  };
}
