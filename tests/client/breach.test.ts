import { assert, constantFrom, integer, property, record, string, tuple, uniqueArray } from 'fast-check';
import { expect, it } from 'vitest';
import { breachOfHead } from '../../client/breach.ts';

function breach(head: string): string | undefined {
  return breachOfHead(Buffer.from(head, 'latin1'));
}

it.each([
  ['SSH-2.0-OpenSSH_9.6\r\n\r\n', '“SSH-2.0-OpenSSH_9.6” is no status line (RFC 9112 4)'],
  ['HTTP/1.1 20 OK\r\n\r\n', '“HTTP/1.1 20 OK” is no status line (RFC 9112 4)'],
  ['http/1.1 200 OK\r\n\r\n', '“http/1.1 200 OK” is no status line (RFC 9112 4)'],
  ['HTTP/1.1 200 OK\r\nA: 1\r\n b\r\n\r\n', 'line 3 of its head folds the one before it (RFC 9112 5.2)'],
  ['HTTP/1.1 200 OK\r\nnonsense\r\n\r\n', 'line 2 of its head has no colon (RFC 9112 5)'],
  ['HTTP/1.1 200 OK\r\nA : 1\r\n\r\n', 'white space stands before the colon of the field “A ” (RFC 9112 5.1)'],
  ['HTTP/1.1 200 OK\r\nA(b): 1\r\n\r\n', 'line 2 of its head does not begin with a field name (RFC 9110 5.1)'],
  ['HTTP/1.1 200 OK\r\nA: \x00\r\n\r\n', 'the field “A” holds the control character U+0000 (RFC 9110 5.5)'],
  ['HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n', 'the field “A” holds the control character U+000D (RFC 9110 5.5)'],
  ['HTTP/1.1 200 OK\r\nA: \x7f\r\n\r\n', 'the field “A” holds the control character U+007F (RFC 9110 5.5)'],
  ['HTTP/1.1 200 OK\r\nA: 1\nB: 2\r\n\r\n', 'a line of its head ends with LF alone (RFC 9112 2.1)'],
  ['HTTP/1.1 200 OK\nA: 1\n\n', 'a line of its head ends with LF alone (RFC 9112 2.1)'],
  [
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\ncontent-length: 2\r\n\r\nab',
    'it has 2 Content-Length that differ (RFC 9112 6.3)',
  ],
  ['HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n', 'Content-Length “-1” is no number (RFC 9110 8.6)'],
  [
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'it has Content-Length beside Transfer-Encoding (RFC 9112 6.2)',
  ],
])('%j breaks RFC 9112', (head, told) => {
  expect(breach(head)).toBe(told);
});

it.each([
  ['no reason phrase', 'HTTP/1.1 204 \r\n\r\n'],
  ['no blank behind the status', 'HTTP/1.1 204\r\n\r\n'],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nA: 1\r\n\r\n'],
  ['an empty value', 'HTTP/1.1 200 OK\r\nA:\r\nB: \r\n\r\n'],
  ['a tab and bytes beyond ASCII in a value', 'HTTP/1.1 200 OK\r\nA:\tb\tc\xe9\r\n\r\n'],
  ['the same length twice', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}'],
  ['a body with anything in it', 'HTTP/1.1 200 OK\r\nA: 1\r\n\r\n\n b\x00 :\n'],
  ['a head that is not whole', 'HTTP/1.1 200 OK\r\nA : '],
  ['nothing', ''],
])('%s breaks nothing', (_title, head) => {
  expect(breach(head)).toBeUndefined();
});

it('no head that keeps to the grammar breaks it', () => {
  const token = string({
    unit: constantFrom(..."!#$%&'*+-.^_`|~0aZ"),
    minLength: 1,
    maxLength: 12,
  });
  const value = string({
    unit: integer({ min: 0x20, max: 0xff })
      .filter((n) => n !== 0x7f)
      .map((n) => String.fromCharCode(n)),
  });
  const blank = constantFrom('', ' ', '\t', '  ');
  const field = tuple(token, blank, value, blank).map(
    ([name, before, text, after]) => `${name}:${before}${text}${after}\r\n`,
  );
  const head = record({
    status: integer({ min: 100, max: 999 }),
    phrase: value,
    fields: uniqueArray(field, { maxLength: 8 }),
    body: string(),
  });
  assert(
    property(head, ({ status, phrase, fields, body }) => {
      expect(breach(`HTTP/1.1 ${status} ${phrase}\r\n${fields.join('')}\r\n${body}`)).toBeUndefined();
    }),
  );
});
