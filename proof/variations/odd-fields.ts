import { decoded } from '../deviations/places.ts';
import { dealIn } from '../deviations/requests.ts';
import { fields, instead, refusal, type Variation } from './variation.ts';

/** Fields and refusals that few services have: RFC 6585 3, RFC 9110 7.8, 10.1.1, 14, RFC 9111 5.2. */
export const oddFields: readonly Variation[] = [
  {
    id: 'cache-control-with-quotes',
    title: 'Cache-Control has arguments in quotes, with commas in them, and directives that nobody knows.',
    source: 'RFC 9111 5.2, 5.2.2.7, 5.2.3',
    group: 'cache',
    wrap: fields(() => ({
      'cache-control': 'no-cache="X-Mood, X-Moon", private="Set-Cookie, X-Mood", max-age="0", community="a, no-store"',
      warning: '199 - "miscellaneous, and \\"odd\\""',
    })),
  },
  {
    id: 'ranges-of-items',
    title: 'Collections are served in ranges of items, and in no others.',
    source: 'RFC 9110 14.1, 14.3: a server may have range units of its own',
    group: 'ranges',
    wrap: fields(
      () => ({ 'accept-ranges': 'items' }),
      (response, { path }) => response.status === 200 && /\/(?:users|deals\/)$/u.test(path),
    ),
  },
  {
    id: 'deletions-by-date-428',
    title: 'A deletion that has If-Unmodified-Since and no If-Match is refused with 428: seconds are too coarse.',
    source: 'RFC 6585 3: a server may ask for the condition that it needs; RFC 9110 8.8.2.2: dates are weak',
    group: 'conditional',
    unseen: 'no request that is compared is a deletion by date',
    wrap: instead(({ request, method, path }, _next, mock) => {
      const deal = method === 'DELETE' ? dealIn(path) : undefined;
      const isByDate = request.headers.has('if-unmodified-since') && !request.headers.has('if-match');
      const isThere = deal !== undefined && mock.tenants.of('').store.deals.entries.has(decoded(deal));
      return isByDate && isThere ? refusal(428) : undefined;
    }),
  },
  {
    id: 'expectations-417',
    title: 'A request that expects something is refused with 417, but for 100-continue.',
    source: 'RFC 9110 10.1.1, 15.5.18',
    unseen: 'no request that is compared expects anything',
    wrap: instead(({ request }) =>
      /^(?!100-continue$)./iu.test(request.headers.get('expect') ?? '') ? refusal(417) : undefined,
    ),
  },
];
