import { expect, test } from 'vitest';
import { namedIn } from '../../core/ids/named-ids.ts';

// A write that names a record is what may have changed it, so that an unchanged record is told from a changed one by these names.
function namesIn(url: string, body: string): ReadonlySet<string> {
  return namedIn({ method: 'POST', url, headers: [], body: new TextEncoder().encode(body) });
}

test.each([
  ['a segment of the path', '/rest/1/deals/7/hold', '', '7'],
  ['an encoded segment', '/rest/1/deals/urn%3Adeal%3A7/hold', '', 'urn:deal:7'],
  ['a value of the body', '/command/HoldDeal/', '{"id":"7","reason":"r"}', '7'],
  ['a number of the body', '/command/HoldDeal/', '{"id":7}', '7'],
  ['a value with colons', '/command/HoldDeal/', '{"id":"urn:deal:7"}', 'urn:deal:7'],
  ['a value with a blank', '/commands/c', '{"deal":"deal 7","action":"HoldDeal"}', 'deal 7'],
  ['a value with commas and brackets', '/command/HoldDeal/', '{"id":"[d,7]"}', '[d,7]'],
  ['the end of an address in the body', '/commands/c', '{"deal":"/rest/1/deals/urn%3Adeal%3A7"}', 'urn:deal:7'],
])('%s names a record', (_what, path, body, id) => {
  expect(namesIn(`http://127.0.0.1:9${path}`, body)).toContain(id);
});

test('another id is not named', () => {
  expect(namesIn('http://127.0.0.1:9/command/HoldDeal/', '{"id":"urn:deal:7"}')).not.toContain('urn:deal');
});
