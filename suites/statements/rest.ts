import { judged, leftOpen, type Statement, unseen } from './statement.ts';

/** Chapters 4.5 to 9: negotiation, the session, errors, limits, versions. */
export const rest: readonly Statement[] = [
  judged('4.5-1', 'Accept selects the representation.', [
    'negotiate/accept',
    'negotiate/quality',
    'negotiate/unacceptable',
    'negotiate/vary',
  ]),
  judged('4.5-2', 'One address serves every representation.', ['negotiate/same-address', 'negotiate/equivalent']),
  judged('4.5-3-suffix', 'A suffix on the path is another way to choose.', ['negotiate/suffix']),
  judged('4.5-3-format', 'A format parameter is another way to choose.', ['negotiate/format']),
  judged(
    '4.5-4',
    'A browser’s plain link cannot change Accept, a script can.',
    ['negotiate/default'],
    'what browsers do is not the target’s',
  ),

  judged('5.1', 'The check of the root depends on a session with an entry USER_TOKEN.', [
    'session/authorized',
    'session/unauthorized',
    'session/exact-name',
  ]),
  judged('5.2', 'The client sends it in the Cookie field.', ['session/authorized', 'session/any-position']),
  judged('5.3', 'Only the presence of the entry is checked.', ['session/any-value']),
  judged('5.4', 'Without the entry the answer is 401 with “not authorized”.', ['session/unauthorized']),
  judged('5.4-challenge', 'A 401 carries WWW-Authenticate.', [
    'session/challenge',
    'session/everywhere',
    'status/401-challenge',
  ]),
  judged('5.5', 'A cookie file has one cookie a line, in seven fields that tabs separate.', ['session/cookie-file']),
  judged('5.5-plain', 'A plain name=value line is not read as a cookie.', ['session/cookie-file']),
  leftOpen('5-issue', 'How the cookie is issued, and other schemes, are not shown.'),

  leftOpen('6-events', 'Events and callbacks are not shown.'),

  judged('7-200', '200: the body holds what the method returns.', [
    'read/item',
    'read/collection',
    'negotiate/truthful',
  ]),
  judged('7-201', '201: created, with Location.', ['create/status', 'create/location', 'status/201-address']),
  judged('7-202', '202: accepted and not finished; never for what is missing.', ['status/202-missing']),
  judged('7-204', '204: success without a body.', ['status/204-empty', 'delete/empty', 'operation/empty']),
  judged('7-400', '400: malformed, or invalid in what it says.', [
    'create/malformed',
    'create/extended-json',
    'create/invalid',
    'create/refused',
    'update/effect',
    'operation/malformed',
    'operation/missing-parameter',
    'operation/unknown-action',
    'command/malformed',
  ]),
  unseen('7-400-again', 'The client changes the request before it repeats it.', 'a duty of the client'),
  judged('7-401', '401: authentication is required.', [
    'session/unauthorized',
    'session/everywhere',
    'status/401-challenge',
  ]),
  judged('7-404', '404: nothing matches the address.', ['read/unknown-item', 'delete/unknown', 'query/empty']),
  judged('7-410', '410: known to be gone for good.', ['delete/gone']),
  judged('7-503', '503: what should answer is not running.', [
    'status/not-running',
    'status/unavailable',
    'status/no-server-error',
  ]),
  judged(
    '7-table',
    'Other codes are not of this service.',
    ['status/in-table', 'status/no-server-error', 'status/405-allow'],
    'HTTP has codes that any server may send, so others are told and never failed',
  ),
  leftOpen('7-body', 'The format of error bodies and codes of the service are not shown.'),

  leftOpen('8-limits', 'Limits of rate, size, time and pages are not shown.'),

  judged('9.1', 'Paths of deals have a version right after /rest/.', [
    'version/segment',
    'version/unknown',
    'create/path',
  ]),
  judged('9.2', 'Paths of users, commands and queries have none.', ['version/unversioned']),
  leftOpen('9-versions', 'Which versions there are, and how they stay compatible, is not shown.'),
];
