import { expect, test } from 'vitest';
import { type Answer, answerOf } from '../../core/answer.ts';
import type { Exchange } from '../../core/http/exchange.ts';
import { datesFollow } from '../../suites/support/watch/followed-dates.ts';

const encoder = new TextEncoder();
const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toUTCString();

/** An answer about one record, at a moment of the run in seconds. */
function answered(method: string, id: string, second: number, changed: number, text = ''): Answer {
  const url = `http://h.test/deals/${id}`;
  const response = {
    status: method === 'GET' ? 200 : 204,
    statusText: '',
    headers: [
      ['content-type', 'application/json'],
      ['last-modified', at(changed)],
    ] as const,
    body: encoder.encode(text),
  };
  const exchange: Exchange = {
    id: `${method}${id}${second}`,
    request: { method, url, headers: [], body: null },
    response,
    timings: { startedAt: second * 1000, firstByte: 1, total: 2 },
  };
  return answerOf(exchange, response);
}

/** Each record read, changed after a pause and read again, with these dates. */
function changed(
  pause: number,
  dates: readonly [number, number],
  texts = ['{"held":false}', '{"held":true}'],
): Answer[] {
  return ['one-id', 'other-id'].flatMap((id) => [
    answered('GET', id, 1, dates[0], texts[0]),
    answered('PUT', id, 1 + pause, dates[1]),
    answered('GET', id, 2 + pause, dates[1], texts[1]),
  ]);
}

test.each([
  ['goes back by minutes', changed(1, [600, 1])],
  ['goes back after a pause', changed(60, [30, 0])],
  ['stands over a change that came a minute later', changed(60, [1, 1])],
  ['knows minutes alone, and stands over a change that came two minutes later', changed(120, [60, 60])],
])('a date that %s is found', (_, seen) => {
  expect(() => datesFollow({ seen })).toThrow();
});

test.each([
  ['follows the change', changed(60, [1, 61])],
  ['stands within a second', changed(1, [1, 1])],
  ['knows minutes alone, and stands within one', changed(50, [60, 60])],
  ['goes back by the second of another server', changed(1, [3, 1])],
  ['stands with what stands', changed(60, [1, 1], ['{"held":true}', '{"held":true}'])],
  ['stands with what tells the time alone', changed(60, [1, 1], ['{"servedAt":1}', '{"servedAt":2}'])],
  ['goes back once, with what somebody else wrote', changed(60, [30, 0]).slice(0, 3)],
  [
    'goes back with a record that one of several servers still shows as it was',
    ['one-id', 'other-id'].flatMap((id) => [
      answered('GET', id, 1, 1, '{"price":1}'),
      answered('PUT', id, 2, 2),
      answered('GET', id, 3, 300, '{"price":2}'),
      answered('PUT', id, 4, 4),
      answered('GET', id, 5, 1, '{"price":1}'),
    ]),
  ],
])('a date that %s is right', (_, seen) => {
  expect(() => datesFollow({ seen })).not.toThrow();
});
