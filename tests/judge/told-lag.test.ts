import { expect, test } from 'vitest';
import type { Exchange } from '../../core/http/exchange.ts';
import { toldLag } from '../../judge/told-lag.ts';

const DEAL = 'http://127.0.0.1/rest/1/deals/x7';

/** An exchange of 10 ms that begins at a moment. */
function exchange(startedAt: number, method: string, url: string, status: number, text: string): Exchange {
  const body = new TextEncoder().encode(text);
  return {
    id: `x${startedAt}`,
    request: { method, url, headers: [], body: null },
    response: { status, statusText: '', headers: [], body },
    timings: { startedAt, firstByte: 5, total: 10 },
  };
}

/** Holds of a deal, each read before, and so many milliseconds after it by turns; a copy follows after 300 ms. */
function holds(count: number, after: readonly number[], lagMs = 300): Exchange[] {
  return Array.from({ length: count }, (_, i) => {
    const at = i * 10_000;
    const shown = (ms: number): string => `held by ${ms < lagMs ? i : i + 1}`;
    return [
      exchange(at, 'GET', DEAL, 200, `held by ${i}`),
      exchange(at + 20, 'PUT', `${DEAL}/hold`, 204, ''),
      ...after.map((ms) => exchange(at + 30 + ms, 'GET', DEAL, 200, shown(ms))),
    ];
  }).flat();
}

test('changes that several later readings show, and the first ones do not, are told with the time', () => {
  expect(toldLag(holds(4, [5, 280, 900]))).toEqual([
    'the target showed 4 changes late: readings up to 280 ms after them did not show them yet, and later ones did; where it is meant to be late, --settle 1s waits for it',
  ]);
});

test.each<[string, Exchange[]]>([
  ['changes that show at once', holds(4, [5, 280, 900], 0)],
  ['two changes, which others may have made', holds(2, [5, 900])],
  ['changes that never show', [...holds(1, [5, 280]), ...holds(1, [5, 280]), ...holds(1, [5, 280])]],
  [
    'changes by another request of the run meanwhile',
    holds(4, [5, 900]).flatMap((one) => {
      const isFirst = one.request.method === 'PUT';
      return isFirst ? [one, exchange(one.timings.startedAt + 400, 'POST', `${DEAL}/holds`, 201, '')] : [one];
    }),
  ],
])('%s are not told as late', (_, exchanges) => {
  expect(toldLag(exchanges)).toEqual([]);
});
