import { expect, test } from 'vitest';
import { answerOf } from '../../core/answer.ts';
import type { Exchange } from '../../core/http/exchange.ts';
import { namersOf } from '../../suites/support/record-histories.ts';

test('writes that name a record with and without a parameter of its segment come in the order in which they were given', () => {
  const put = (url: string, startedAt: number) => {
    const response = { status: 204, statusText: '', headers: [], body: new Uint8Array() };
    const exchange: Exchange = {
      id: `x${startedAt}`,
      request: { method: 'PUT', url, headers: [], body: null },
      response,
      timings: { startedAt, firstByte: null, total: 1 },
    };
    return answerOf(exchange, response);
  };
  const [base, other] = ['http://127.0.0.1/deals/7', 'http://127.0.0.1/deals/8'];
  const writes = [base, `${base};v=1`, other, base, `${base};v=1`].map(put);
  const order = (address: string): number[] => namersOf(writes)(address).map((write) => writes.indexOf(write));
  expect(order(`${base};v=1`)).toEqual([0, 1, 3, 4]);
  expect(order(base)).toEqual([0, 3]);
  expect(order(other)).toEqual([2]);
});
