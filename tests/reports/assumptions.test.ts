import { expect, test } from 'vitest';
import { assumptionOf } from '../../reports/assumptions.ts';

test.each([
  ['emptyQuery = 200 (an empty query was answered 200)', 'emptyQuery', '200', 'an empty query was answered 200'],
  ['deals: known id 1 (first of GET /rest/1/deals/)', 'deals', 'known id 1', 'first of GET /rest/1/deals/'],
  ['session = USER_TOKEN=assayer (made up)', 'session', 'USER_TOKEN=assayer', 'made up'],
  ['CancelDeal: canceled (B), cancellations (E)', 'CancelDeal', 'canceled (B), cancellations (E)', ''],
  ['deals: sample {"name":"a {unique}","price":100}', 'deals', 'sample {"name":"a {unique}","price":100}', ''],
  ['as it came', 'as it came', '', ''],
])('%s', (line, what, value, why) => {
  expect(assumptionOf(line)).toEqual({ what, value, why });
});
