import { type Cell, changed, type Fault, type Operator } from './mutant.ts';

/** Accept, suffix and format ignored or read in part: document 4.5, RFC 9110 12.5.1. */
export const negotiation: readonly Operator[] = [
  {
    name: 'accept',
    per: 'place',
    at: (cell) =>
      !isNegotiated(cell)
        ? []
        : [
            onAccept('ignored', 'Accept is ignored', () => undefined),
            onAccept('first', 'only the first range of Accept is read', (value) => value.split(',')[0]),
            onAccept('last', 'only the last range of Accept is read', (value) => value.split(',').at(-1)),
            onAccept('one-only', 'an Accept with several ranges is ignored', (value) =>
              value.includes(',') ? undefined : value,
            ),
            onAccept('no-weights', 'weights in Accept are ignored', (value) => value.replace(/\s*;\s*q=[\d.]+/gu, '')),
            onAccept('zero-allowed', 'a weight of zero counts as any other', (value) =>
              value.replace(/;\s*q=0(?:\.0*)?(?=\s*(?:,|$))/gu, ';q=0.001'),
            ),
            onAccept('case', 'media types in capital letters are unknown', (value) =>
              /[A-Z]/u.test(value) ? 'application/json' : value,
            ),
            onAccept('blanks', 'blanks before a weight are not understood', (value) =>
              value.replace(/\s+;\s*q=[\d.]+/gu, ''),
            ),
            onAccept(
              'no-wildcard',
              'a wildcard is no range',
              (value) =>
                value
                  .split(',')
                  .filter((range) => !range.includes('*'))
                  .join(',') || 'image/png',
            ),
            onAccept(
              'no-type-wildcard',
              'ranges such as text/* are unknown',
              (value) =>
                value
                  .split(',')
                  .filter((range) => !/[a-z]\/\*/u.test(range))
                  .join(',') || 'image/png',
            ),
            onAccept('substring', 'XML comes wherever Accept holds “xml”', (value) =>
              value.includes('xml') ? 'application/xml' : value,
            ),
            onAccept('wildcard-first', 'JSON comes wherever anything will do', (value) =>
              value.includes('*/*') ? 'application/json' : value,
            ),
            onAccept('html-never', 'HTML is never given', (value) =>
              value === 'text/html' ? 'application/json' : value,
            ),
            onAccept('xml-never', 'XML is never given', (value) =>
              value === 'application/xml' ? 'application/json' : value,
            ),
            onAccept('swapped', 'HTML comes for XML and XML for HTML', (value) =>
              value === 'text/html' ? 'application/xml' : value === 'application/xml' ? 'text/html' : value,
            ),
            onAccept(
              'none-406',
              'what is not offered is answered in JSON, labelled as what was asked for',
              (value) => value,
              'image/png',
            ),
            onAccept('none-refused', 'a request without Accept is refused', (value) => value, 'absent'),
          ],
  },
  {
    name: 'selector',
    per: 'place',
    at: (cell) =>
      !isNegotiated(cell)
        ? []
        : [
            onTarget('format-ignored', 'the format parameter is ignored', (target) =>
              target.replace(/([?&])format=\w*&?/u, '$1').replace(/[?&]$/u, ''),
            ),
            onTarget('format-any', 'an unknown format gives JSON', (target) =>
              target.replace('format=none', 'format=json'),
            ),
            onTarget('suffix-ignored', 'the suffix is ignored', (target) =>
              target.replace(/\.(?:xml|html)(?=$|\?)/u, '.json'),
            ),
            onTarget('suffix-unknown', 'an address with a suffix names nothing', (target) =>
              target.replace(/\.(?:xml|html|json)(?=$|\?)/u, '.none'),
            ),
            onTarget('suffix-xml-unknown', 'an address with the suffix .xml names nothing', (target) =>
              target.replace(/\.xml(?=$|\?)/u, '.none'),
            ),
            {
              args: 'accept-wins',
              says: 'Accept wins over the format parameter and the suffix',
              clause: '4.5-3',
              take: (call, next) => {
                const target = (call.path + call.search)
                  .replace(/\.(?:xml|html|json)(?=$|\?)/u, '')
                  .replace(/([?&])format=\w*&?/u, '$1')
                  .replace(/[?&]$/u, '');
                return next(call.request.headers.has('accept') ? changed(call, {}, { path: target }) : call.request);
              },
            },
            {
              args: 'redirect',
              says: 'another representation than JSON has an address of its own, to which the client is sent',
              clause: '4.5-2',
              take: async (call, next) => {
                const response = await next(call.request);
                const kind = /xml|html/u.exec(response.headers.get('content-type') ?? '')?.[0];
                const already = /\.(?:xml|html)$|format=/u.test(call.path + call.search);
                if (kind === undefined || already || !response.ok) return response;
                return new Response(null, { status: 303, headers: { location: `${call.path}.${kind}${call.search}` } });
              },
            },
          ],
  },
];

function isNegotiated({ status, fields, place }: Cell): boolean {
  return status === 200 && fields.has('etag') && place.endsWith('.get') && !place.startsWith('query');
}

function onAccept(
  args: string,
  says: string,
  rewrite: (value: string) => string | undefined,
  special?: 'image/png' | 'absent',
): Fault {
  return {
    args,
    says,
    clause: '4.5-1, RFC 9110 12.5.1',
    async take(call, next) {
      const value = call.request.headers.get('accept');
      if (special === 'absent') return value === null ? new Response(null, { status: 406 }) : next(call.request);
      if (value === null) return next(call.request);
      if (special === 'image/png') {
        const response = await next(call.request);
        if (response.status !== 406) return response;
        return new Response('{}', { headers: { 'content-type': value.split(/[,;]/u)[0] ?? value } });
      }
      return next(changed(call, { accept: rewrite(value) }));
    },
  };
}

function onTarget(args: string, says: string, rewrite: (target: string) => string): Fault {
  return {
    args,
    says,
    clause: '4.5-3',
    take: (call, next) => next(changed(call, {}, { path: rewrite(call.path + call.search) })),
  };
}
