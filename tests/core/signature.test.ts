import { expect, test } from 'vitest';
import { answerOf } from '../../core/answer.ts';
import type { Exchange } from '../../core/http/exchange.ts';
import { signatureAmong, signatureOf } from '../../core/results/signature.ts';

function signed(expected: string, actual: string): string {
  return signatureOf({ expected, actual, reason: '' });
}

test.each<[string, readonly [string, string], readonly [string, string]]>([
  [
    'a body and its length',
    ['status 201', 'status 200 application/json, 31 bytes: {"id":"7"}'],
    ['status 201', 'status 200 application/json, 104 bytes: {"id":"a; 404 \\" b"}'],
  ],
  [
    'an address, its port and its ids',
    ['a link to http://127.0.0.1:42921/rest/1/deals/5 in the body', 'only /rest/1/deals/%7Bid%7D?at=9'],
    [
      'a link to http://127.0.0.1:9/rest/1/deals/8f14e45f-ceea-467f-a0e6-1c0d5c1a7b2e in the body',
      'only /rest/1/deals/12?at=1',
    ],
  ],
  ['a quoted value', ['name "Ada"', 'name "A\\"da"'], ['name "Bob"', 'name "…"']],
  ['a date', ['an HTTP-date', 'Sat, 01 Nov 2025 10:00:00 GMT'], ['an HTTP-date', 'Sun, 02 Nov 2025 11:00:00 GMT']],
  ['how many there are', ['none', '13 of them: 1, 2 and 3'], ['none', '2 of them: 7 and 9']],
  [
    'a length that looks like a status',
    ['Content-Length: 218 on HEAD http://h/a, as GET gives it, or none', 'Content-Length: 0'],
    ['Content-Length: 1190 on HEAD http://h/a, as GET gives it, or none', 'Content-Length: 404'],
  ],
  ['how many have come', ['nothing changed', '452 has come'], ['nothing changed', '7 has come']],
  ['an encoded value', ['the id x%E0%A0z to be taken', '414'], ['the id %F0%8Cab to be taken', '414']],
  ['how many are in a list', ['a list without it', '173 in it'], ['a list without it', '204 in it']],
  [
    'the steps that lead there',
    ['a Location', 'none at the end of: 1. POST /a → 201'],
    ['a Location', 'none at the end of: 2. GET /b → 404'],
  ],
  [
    'the order in which answers were met',
    [
      'no 5xx',
      'GET http://h/a answered 500 without a body; GET http://h/b answered 502 without a body (7 answers of the run were such)',
    ],
    ['no 5xx', 'GET http://h:1/b answered 502 without a body; GET http://h:1/a answered 500 without a body'],
  ],
])('a signature leaves out %s', (_, one, other) => {
  expect(signed(...one)).toBe(signed(...other));
});

test.each<[string, readonly [string, string], readonly [string, string]]>([
  ['the status', ['status 204', 'status 202 without a body'], ['status 204', 'status 200 without a body']],
  [
    'the status in the middle of a sentence',
    ['a link', 'no link in 201 application/json'],
    ['a link', 'no link in 200 application/json'],
  ],
  [
    'the media type',
    ['status 201', 'status 200 text/html, 2 bytes: hi'],
    ['status 201', 'status 200 text/xml, 2 bytes: hi'],
  ],
  ['the expectation', ['status 404', 'status 200 without a body'], ['status 404 or 410', 'status 200 without a body']],
  ['the member', ['the values', 'other values: name'], ['the values', 'other values: price']],
  [
    'the path',
    ['no 5xx', 'GET http://h/deals/1 answered 500 without a body'],
    ['no 5xx', 'GET http://h/users/1 answered 500 without a body'],
  ],
  [
    'the rule that a sequence breaks',
    ['status 404 (delete/removes)', 'status 200'],
    ['status 404 (read/unknown-item)', 'status 200'],
  ],
])('a signature keeps %s', (_, one, other) => {
  expect(signed(...one)).not.toBe(signed(...other));
});

test('the signature that a run saved goes before one made from sentences', () => {
  expect(signatureOf({ reason: 'x', expected: 'a', actual: 'b', signature: 'as saved' })).toBe('as saved');
});

test('a tag that no run gives again is left out, and the marks around it stay', () => {
  const told = (tag: string, actual: string): string => {
    const response = { status: 200, statusText: 'OK', headers: [['etag', tag]] as const, body: new Uint8Array() };
    const exchange: Exchange = {
      id: 'x1',
      request: { method: 'GET', url: 'http://h.test/users/1', headers: [], body: null },
      response,
      timings: { startedAt: 0, firstByte: 1, total: 2 },
    };
    return signatureAmong({ expected: 'a quoted tag', actual, reason: '' }, [answerOf(exchange, response)], 'nonce');
  };
  expect(told('al0e2i-3-json', 'al0e2i-3-json')).toBe(told('mnyf-44-json', 'mnyf-44-json'));
  expect(told("'al0e2i-3'", "'al0e2i-3' on the 200")).toBe("expected a quoted tag, got '…' on the 200");
  expect(told('al0e2i-3', 'al0e2i-3')).not.toBe(told("'al0e2i-3'", "'al0e2i-3'"));
  expect(told('2', 'status 200')).toBe('expected a quoted tag, got status 200');
});
