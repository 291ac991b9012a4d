import { type Change, type Deviation, isJson, onAnswer, withFields, withJson, withStatus } from './deviation.ts';
import { bareAnswer, jsonAnswer } from './requests.ts';

const MISSING = ['read/unknown-item', 'delete/unknown'];
const REFUSED = ['create/malformed', 'operation/malformed'];
const DONE = ['delete/status'];

/** What one line of a framework's error handler, or of a gateway, does to all answers of a kind: document 4.1, 4.5, 5.4 and 7. */
export const serviceWide: readonly Deviation[] = [
  of(404, 'missing-is-an-empty-object', 'What does not exist is answered 200 with {}.', MISSING, () =>
    jsonAnswer(200, {}),
  ),
  of(404, 'missing-is-null', 'What does not exist is answered 200 with null.', MISSING, () => jsonAnswer(200, null)),
  of(404, 'missing-is-no-content', 'What does not exist is answered 204.', MISSING, () => bareAnswer(204)),
  of(404, 'missing-is-a-bad-request', 'What does not exist is answered 400.', MISSING, (response) =>
    withStatus(response, 400),
  ),
  of(404, 'missing-breaks-the-server', 'What does not exist is answered 500.', MISSING, (response) =>
    withStatus(response, 500),
  ),
  of(400, 'refused-breaks-the-server', 'What should be refused with 400 is answered 500.', REFUSED, (response) =>
    withStatus(response, 500),
  ),
  of(400, 'refused-is-200', 'What is refused is answered 200, and the body tells of the error.', REFUSED, () =>
    jsonAnswer(200, { success: false, error: 'bad request' }),
  ),
  of(400, 'refused-is-422', 'What should be refused with 400 is answered 422.', REFUSED, (response) =>
    withStatus(response, 422),
  ),
  of(201, 'created-is-200', 'Every creation is answered 200.', ['create/status'], (response) =>
    withStatus(response, 200),
  ),
  of(204, 'done-is-200', 'What is done and has nothing to tell is answered 200 with {"success":true}.', DONE, () =>
    jsonAnswer(200, { success: true }),
  ),
  of(204, 'done-is-202', 'What is done at once is answered 202.', DONE, () => bareAnswer(202)),
  of(401, 'login-page-for-401', 'Who has no session is sent to a login page.', ['session/unauthorized'], () =>
    bareAnswer(302, { location: '/login' }),
  ),
  everywhere('json-in-an-envelope', 'All JSON is wrapped in {"data": …}.', ['read/collection'], (response) =>
    response.ok ? withJson(response, (data) => ({ data })) : response,
  ),
  everywhere('json-labelled-text-html', 'All JSON is labelled text/html.', ['read/item'], (response) =>
    isJson(response) ? withFields(response, { 'content-type': 'text/html; charset=utf-8' }) : response,
  ),
  everywhere('head-not-served', 'HEAD is answered 405 everywhere.', ['read/head'], (response, { method }) =>
    method === 'HEAD' ? bareAnswer(405, { allow: 'GET' }) : response,
  ),
];

/** A fault in all answers with a status. */
function of(status: number, id: string, title: string, breaks: readonly string[], change: Change): Deviation {
  return everywhere(id, title, breaks, (response, seen) =>
    response.status === status ? change(response, seen) : response,
  );
}

function everywhere(id: string, title: string, breaks: readonly string[], change: Change): Deviation {
  return { id, title, breaks, serviceWide: true, wrap: onAnswer(change) };
}
