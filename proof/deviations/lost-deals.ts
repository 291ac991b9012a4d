const WHY = 'the address that it works with was taken from the Location, which misleads';

/** The rules that work on a new deal of their own, or read one, and may fail wherever a creation tells them a wrong address. */
export const LOST_DEALS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'create/addressable',
    'create/path',
    'create/distinct',
    'create/links',
    'create/any-valid',
    'create/every',
    'create/lasting',
    'create/etag-agrees',
    'delete/status',
    'delete/again',
    'delete/only-it',
    'delete/removes',
    'operation/served',
    'operation/command-id',
    'operation/effect',
    'command/status',
    'negotiate/same-address',
    'read/item',
    'status/202-missing',
    'operation/idempotent',
    'operation/forms-agree',
    'read/item-of-collection',
    'negotiate/accept',
    'negotiate/suffix',
    'negotiate/format',
    'negotiate/default',
    'negotiate/quality',
  ].map((rule) => [rule, WHY]),
);
