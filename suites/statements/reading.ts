import { judged, leftOpen, type Statement } from './statement.ts';

/** Chapter 4.4: reading, what is missing or empty, creation. */
export const reading: readonly Statement[] = [
  judged('4.4-users', 'GET /users answers 200 with an array of users.', ['read/collection', 'read/item-of-collection']),
  judged('4.4-user', 'GET of a user answers 200 where it exists.', [
    'read/item',
    'read/every',
    'read/safe',
    'read/head',
  ]),
  judged('4.4-user-missing', 'GET of a user that does not exist answers 404.', ['read/unknown-item']),
  judged('4.4-name', 'GET /users?name= answers 200 with an array of those who match.', [
    'read/query-match',
    'read/query-shape',
    'read/query-filters',
    'read/query-any-text',
  ]),
  judged('4.4-name-empty', 'The array is empty where nobody matches.', ['read/query-empty']),
  judged('4.4-ssh-keys', 'A key of a user is read by its index.', ['read/nested', 'read/nested-out-of-range']),
  judged('4.4-address', 'An address of a user is read by its index.', ['read/nested', 'read/nested-out-of-range']),
  judged('4.4-root', 'GET / answers 200 and OK with a session, 401 and “not authorized” without.', [
    'session/authorized',
    'session/unauthorized',
  ]),
  leftOpen('4.4-paging', 'Paging and other filters are not shown.'),

  judged('4.4-m1', 'An identifier in the path that names nothing is answered 404.', [
    'read/unknown-item',
    'read/nested-unknown-owner',
    'read/nested-out-of-range',
    'delete/removes',
    'delete/again',
    'delete/unknown',
    'operation/unknown-deal',
    'command/unknown',
    'command/unknown-deal',
  ]),
  judged(
    '4.4-m2',
    'A collection or query that holds nothing is 200 with an empty collection, or 204 where that is claimed.',
    ['read/query-empty', 'read/every'],
  ),
  judged('4.4-m3', 'A missing resource is never answered 200, 202 or 400.', [
    'status/202-missing',
    'read/unknown-item',
  ]),
  judged('4.4-m3-gone', 'What is known to be gone may be answered 410.', ['delete/gone']),
  judged('4.4-m4', '204 is for a PUT or DELETE that succeeds and returns no body.', [
    'delete/status',
    'update/effect',
    'operation/status',
    'operation/empty',
    'status/204-empty',
  ]),

  judged('4.4-c1', '201 is for a new resource that has an address.', [
    'create/status',
    'create/addressable',
    'create/distinct',
    'create/lasting',
  ]),
  judged('4.4-c2', 'Location carries the address of the primary new resource.', [
    'create/location',
    'create/addressable',
    'status/201-address',
  ]),
  judged('4.4-c2-absent', 'Without a Location, the address that was asked is that of the new resource.', [
    'create/location-absent',
    'status/201-address',
  ]),
  judged('4.4-c3', 'The body of a creation describes what was created and links to it.', [
    'create/describes',
    'create/links',
    'create/shows-values',
  ]),
  judged('4.4-c3-type', 'Its format follows its Content-Type: HTML, XML or JSON.', [
    'create/content-type',
    'negotiate/truthful',
  ]),
  leftOpen('4.4-c3-shape', 'The exact shape of that body is left open.'),
  judged('4.4-c4', 'An answer may carry ETag and Last-Modified.', [
    'validator/etag-form',
    'validator/last-modified-form',
    'create/etag-agrees',
    'validator/if-none-match',
    'validator/per-representation',
  ]),
  judged('4.4-c4-changes', 'The ETag changes when the resource changes.', [
    'validator/etag-changes',
    'validator/etag-stable',
  ]),
  judged('4.4-c5', 'A POST that leaves nothing with an address is 200 with a body or 204 without.', [
    'create/no-address',
    'operation/status',
  ]),
  judged('4.4-c6', 'A generic 200 may give the created object in full.', ['create/full-result']),
];
