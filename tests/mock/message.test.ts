import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitTarget } from '../../mock/faces/request-target.ts';
import { utf8Length } from '../../mock/message.ts';
import { anyCodePoint } from '../any-text.ts';

const anyText = fc.oneof(
  fc.string({ unit: anyCodePoint }),
  fc.string({ unit: fc.constantFrom('\ud83d', '\ude80', 'a', 'é', '€') }),
);

test('the length of a text is that of its UTF-8 bytes', () => {
  fc.assert(fc.property(anyText, (text) => utf8Length(text) === new TextEncoder().encode(text).length));
});

test.each([
  ['/a/b?c=d?e#f', '/a/b', 'c=d?e'],
  ['/a#b?c', '/a', ''],
  ['http://h:1/a?b', '/a', 'b'],
  ['HTTPS://h', '/', ''],
  ['http://h?b', '/', 'b'],
  ['*', '*', ''],
  ['//a', '//a', ''],
  ['', '/', ''],
  ['a:b', '/a:b', ''],
])('the target %s is the path %s and the query %j', (target, path, query) => {
  expect(splitTarget(target)).toEqual({ path, query });
});
