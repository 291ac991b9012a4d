import { expect, test } from 'vitest';
import { idAt, idAtOrAbove, idIgnoring, samePath } from '../../core/ids/record-address.ts';

const HOME = { baseUrl: 'http://127.0.0.1:3000', origins: [] };
const ITEM = '/rest/1/deals/{id}';
const isMadeUp = (segment: string): boolean => segment.startsWith('fresh');

// A write to such an address is aimed at that record, unless the run made it up: a server may ignore the version.
test.each([
  ['/rest/fresh1/deals/7', '7'],
  ['/rest/fresh1/deals/7/hold', '7'],
  ['/rest/fresh1/deals/..%2f..%2fadmin', '../../admin'],
  ['/rest/2/deals/7', undefined],
  ['/rest/fresh1/users/7', undefined],
  ['/fresh1/7', undefined],
])('%s names %s to a server that ignores what was made up', (address, id) => {
  expect(idIgnoring(HOME, ITEM, address, isMadeUp)).toBe(id);
  expect(idAtOrAbove(HOME, ITEM, address)).toBeUndefined();
});

// RFC 3986 2.2: an encoded slash divides nothing.
test.each([
  ['/odata/Deals(7)', '/odata/Deals%287%29', true],
  ['/odata/Deals(7)', '/odata/Deals(7)/', true],
  ['/odata/Deals(7)', '/odata%2FDeals(7)', false],
  ['/rest/1/deals/a%2Fb', '/rest/1/deals/a%2fb', true],
])('%s and %s are one path: %s', (one, other, isSame) => {
  expect(samePath(HOME, one, other)).toBe(isSame);
});

// PostgREST names a record by a filter, whose value holds an operator before the id.
test.each([
  ['/deals?id={id}', '/deals?id=34', '34'],
  ['/deals?id=eq.{id}', '/deals?id=eq.34', '34'],
  ['/deals?id=eq.{id}', 'http://127.0.0.1:3000/deals?select=name&id=eq.34', '34'],
  ['/deals?id=eq.{id}', '/deals?id=eq.', undefined],
  ['/deals?id=eq.{id}', '/deals?id=gt.34', undefined],
  ['/deals?id=eq.{id}', '/deals?slug=eq.34', undefined],
  ['/deals?id=eq.{id}', '/notes?id=eq.34', undefined],
])('by %s the address %s names %s', (template, address, id) => {
  expect(idAt(HOME, template, address)).toBe(id);
});
