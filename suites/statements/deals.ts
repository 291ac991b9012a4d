import { judged, leftOpen, type Statement, unseen } from './statement.ts';

const FORM = ['operation/served', 'operation/status', 'operation/effect', 'operation/forms-agree'];

/** Chapters 4.1 to 4.3: deals, operations on them, commands and queries. */
export const deals: readonly Statement[] = [
  judged('4.1-create', 'POST to the deals of a version creates a deal: 201.', [
    'create/status',
    'create/any-valid',
    'create/every',
    'version/segment',
  ]),
  judged('4.1-location', 'The 201 has a Location that names the new deal.', [
    'create/location',
    'create/path',
    'create/distinct',
  ]),
  judged('4.1-body', 'The 201 has a body that describes the deal and links to it.', [
    'create/describes',
    'create/links',
  ]),
  judged('4.1-delete', 'DELETE of a deal takes it away: 204.', [
    'delete/status',
    'delete/removes',
    'delete/only-it',
    'delete/every',
  ]),
  judged('4.1-delete-empty', 'The 204 of a deletion has no body.', ['delete/empty', 'delete/no-length']),

  judged('4.2-named', 'Six operations are named, with their parameters.', [
    'operation/served',
    'operation/missing-parameter',
    'operation/effect',
  ]),
  unseen('4.2-further', 'There are further operations.', 'they are not named; a target file can declare its own'),
  unseen('4.2-choice', 'Which of the seven forms are served is not shown.', 'a claim of the target (operationForms)'),
  judged('4.2-A', 'Form A: PUT to the operation as a verb below the deal.', FORM),
  judged('4.2-B', 'Form B: PUT to the resulting state below the deal.', FORM),
  judged('4.2-C', 'Form C: PUT to the deal, with action and params.', [...FORM, 'operation/unknown-action']),
  judged('4.2-D', 'Form D: PUT of the deal with held and holdReason.', FORM),
  judged('4.2-E', 'Form E: POST to the holds of the deal.', FORM),
  judged('4.2-F', 'Form F: PUT of a command document below the deal, under an id that the client chose.', [
    ...FORM,
    'operation/unknown-action',
    'operation/command-id',
  ]),
  judged('4.2-G', 'Form G: PUT of a command document below /commands/, under an id that the client chose.', [
    ...FORM,
    'operation/unknown-action',
    'operation/command-id',
  ]),
  judged('4.2-unique', 'A command id is unique.', ['operation/command-id', 'operation/idempotent']),
  leftOpen('4.2-answers', 'Answers and success status of operations are not shown.'),

  judged('4.3-command', 'POST to /command/<name>/ carries a command out: 200 without a body.', [
    'command/status',
    'command/effect',
    'command/unknown',
  ]),
  judged('4.3-query', 'GET of /query/<name>/{parameter} answers 200 with a JSON array.', [
    'query/status',
    'query/safe',
    'query/every',
  ]),
  judged('4.3-empty', 'In this design an empty result is 404.', ['query/empty']),
  unseen(
    '4.3-names',
    'The path names the command or the result, not a stored object.',
    'a way to see the path, not a duty',
  ),
];
