import { expect, test } from 'vitest';
import { parseRepresentation } from '../../core/representation/representation.ts';
import { isMarked } from '../../suites/support/marked-address.ts';

test.each<readonly [string, string, string, boolean]>([
  ['/deals/65', 'application/json', '{"id":"65"}', false],
  ['/deals/65.json', 'application/json', '{"id":"65"}', true],
  ['/deals/65.json', 'application/json', '{"id":"65","self":"/deals/65.json"}', true],
  ['/deals/65?format=xml', 'application/json', '{"id":"65"}', true],
  ['/deals/65.json', 'application/json', '{"id":"65.json"}', false],
  ['/deals/a%20b.xml', 'application/xml', '<deal><id>a b.xml</id></deal>', false],
  ['/deals/a%20b.xml', 'application/xml', '<deal><id>a b</id></deal>', true],
  ['/deals/65.html', 'text/html', '', true],
])('%s, with a body of %s that is %s', (path, type, body, marked) => {
  const representation = parseRepresentation(type, Buffer.from(body));
  expect(isMarked(`http://127.0.0.1${path}`, { representation })).toBe(marked);
});
