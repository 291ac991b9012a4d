import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { named } from '../../suites/support/record-histories.ts';

// A write that names a record is what may have changed it, so that an unchanged record is told from a changed one by these names.
function namedIn(url: string, body: string): ReadonlySet<string> {
  const exchange: Exchange = {
    id: 'x1',
    request: { method: 'POST', url, headers: [], body: new TextEncoder().encode(body) },
    response: null,
    timings: { startedAt: 0, firstByte: 1, total: 2 },
  };
  return named({ exchange });
}

test.each([
  ['a segment of the path', '/rest/1/deals/7/hold', '', '7'],
  ['an encoded segment', '/rest/1/deals/urn%3Adeal%3A7/hold', '', 'urn:deal:7'],
  ['a value of the body', '/command/HoldDeal/', '{"id":"7","reason":"r"}', '7'],
  ['a number of the body', '/command/HoldDeal/', '{"id":7}', '7'],
  ['a value with colons', '/command/HoldDeal/', '{"id":"urn:deal:7"}', 'urn:deal:7'],
  ['a value with commas and brackets', '/command/HoldDeal/', '{"id":"[d,7]"}', '[d,7]'],
  ['the end of an address in the body', '/commands/c', '{"deal":"/rest/1/deals/urn%3Adeal%3A7"}', 'urn:deal:7'],
])('%s names a record', (_what, path, body, id) => {
  expect(namedIn(`http://127.0.0.1:9${path}`, body)).toContain(id);
});

test('another id is not named', () => {
  expect(namedIn('http://127.0.0.1:9/command/HoldDeal/', '{"id":"urn:deal:7"}')).not.toContain('urn:deal');
});
