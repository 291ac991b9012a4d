import { judged, leftOpen, type Statement } from './statement.ts';

/** Chapters 1 to 3: what the service is for, its resources, its states. */
export const service: readonly Statement[] = [
  judged('1-json', 'Bodies are JSON, unless the client chooses another representation.', [
    'read/collection',
    'read/item',
    'create/content-type',
    'negotiate/default',
    'negotiate/truthful',
  ]),
  judged('1-deals', 'Deals are created, deleted and changed through operations.', [
    'create/status',
    'create/lasting',
    'delete/status',
    'operation/served',
    'model/sequence',
  ]),
  judged('1-users', 'Users are looked up by identifier or by a query.', [
    'read/item',
    'read/query-match',
    'query/status',
  ]),
  judged('1-operations', 'About twenty operations exist.', ['operation/served'], 'only six of them are named'),
  judged('1-session', 'The root has a check that a session protects.', ['session/authorized', 'session/unauthorized']),
  leftOpen('1-domain', 'What the service is about besides is not shown.'),

  judged('2-deal', 'A creation takes name, price and further parameters.', ['create/any-valid', 'create/shows-values']),
  judged('2-deal-id', 'A deal has an identifier, which is a segment of its path.', [
    'create/addressable',
    'create/path',
  ]),
  judged('2-parameters', 'Operations take the parameters that their table names.', [
    'operation/served',
    'operation/missing-parameter',
    'operation/effect',
  ]),
  judged('2-held', 'One form writes a hold on the deal itself, as held and holdReason.', [
    'operation/served',
    'operation/effect',
  ]),
  judged('2-command', 'A command record has an action, its params, and in the global form the deal.', [
    'operation/served',
    'operation/unknown-action',
    'operation/unknown-deal',
    'operation/missing-parameter',
  ]),
  leftOpen('2-types', 'Types, formats and required flags of the fields are not shown.'),
  leftOpen('2-user', 'The fields of a user are not shown, but for the identifier.'),
  judged('2-nested', 'A user has SSH keys and postal addresses, each found by an index.', [
    'read/nested',
    'read/nested-out-of-range',
    'read/nested-unknown-owner',
  ]),
  leftOpen('3-states', 'States of a deal and the transitions between them are not shown.'),
];
