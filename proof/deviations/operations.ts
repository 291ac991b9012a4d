import type { Form } from '../../core/claims.ts';
import { onOperated, onOperation, type Which } from './asked-operation.ts';
import { DECLARED } from './declared-operations.ts';
import { type Deviation, withFields, withStatus } from './deviation.ts';
import { rawNoContent } from './raw-no-content.ts';
import { bareAnswer, jsonAnswer } from './requests.ts';

/** Faults in whether an operation is served, and in its status: document 4.2, 4.4-m4. */
export const operations: readonly Deviation[] = [
  unserved('hold-verb-not-served', { form: 'A', action: 'HoldDeal' }, 404),
  unserved('cancel-state-not-served', { form: 'B', action: 'CancelDeal' }, 405),
  unserved('complete-action-not-served', { form: 'C', action: 'CompleteDeal' }, 404),
  unserved('price-attribute-not-served', { form: 'D', action: 'ChangePrice' }, 422),
  unserved('completions-not-served', { form: 'E', action: 'CompleteDeal' }, 404),
  unserved('price-command-not-served', { form: 'F', action: 'ChangePrice' }, 400),
  unserved('date-command-not-served', { form: 'G', action: 'ChangeCompletionDate' }, 422),
  unserved('commands-not-implemented', { form: 'F' }, 501),
  {
    id: 'unhold-breaks-the-server',
    title: 'UnholdDeal is done and answered 500 in form D.',
    breaks: ['operation/served', 'status/no-server-error'],
    wrap: onOperated({ form: 'D', action: 'UnholdDeal' }, () => bareAnswer(500)),
  },
  {
    id: 'hold-redirects',
    title: 'HoldDeal is answered 303 to the deal in form B.',
    breaks: ['operation/served'],
    wrap: onOperated({ form: 'B', action: 'HoldDeal' }, () => bareAnswer(303, { location: '/rest/1/deals/1' })),
  },
  answered('operation-verb-answers-201', 'A', 'Operations in form A are answered 201.', () =>
    bareAnswer(201, { location: '/rest/1/deals/1' }),
  ),
  answered('operation-state-answers-200-bare', 'B', 'Operations in form B are answered 200 without a body.', () =>
    bareAnswer(200),
  ),
  answered('operation-action-answers-205', 'C', 'Operations in form C are answered 205.', () => bareAnswer(205)),
  answered('operation-update-answers-201', 'D', 'Updates in form D are answered 201, though nothing is new.', () =>
    jsonAnswer(201, { updated: true }, { location: '/rest/1/deals/1' }),
  ),
  answered(
    'hold-record-without-location',
    'E',
    'Operations in form E are answered 201 without a Location.',
    (response) => withFields(response, { location: undefined }),
  ),
  answered('hold-record-answers-200-bare', 'E', 'Operations in form E are answered 200 without a body.', () =>
    bareAnswer(200),
  ),
  answered('hold-record-location-is-urn', 'E', 'The Location of form E is a name and no address.', (response) =>
    withFields(response, { location: 'urn:hold:1' }),
  ),
  answered('command-document-answers-200-bare', 'F', 'New commands of form F are answered 200 without a body.', () =>
    bareAnswer(200),
  ),
  answered('global-command-answers-203', 'G', 'New commands of form G are answered 203.', (response) =>
    withStatus(response, response.status === 201 ? 203 : response.status),
  ),
  answered(
    'only-cancel-answers-200-bare',
    'A',
    'CancelDeal is answered 200 without a body in form A, where the others are answered 204.',
    () => bareAnswer(200),
    'CancelDeal',
  ),
  framed('operation-verb-204-with-text', 'A', 'A 204 of form A is followed by text.', {}, 'done'),
  framed('operation-state-204-with-json', 'B', 'A 204 of form B has a JSON body.', { 'Content-Length': '2' }, '{}'),
  framed(
    'operation-action-204-chunked',
    'C',
    'A 204 of form C is chunked.',
    { 'Transfer-Encoding': 'chunked' },
    '0\r\n\r\n',
  ),
  framed('operation-update-204-promises-bytes', 'D', 'A 204 of form D has Content-Length: 5 and no body.', {
    'Content-Length': '5',
  }),
  framed('hold-record-204-with-text', 'E', 'Form E is answered 204, followed by text.', {}, 'done'),
  framed(
    'command-repeat-204-with-text',
    'F',
    'The 204 for a command of form F that was sent before is followed by text.',
    {},
    'done',
  ),
  framed(
    'global-repeat-204-chunked',
    'G',
    'The 204 for a command of form G that was sent before is chunked.',
    { 'Transfer-Encoding': 'chunked' },
    '0\r\n\r\n',
  ),
];

function unserved(id: string, { form, action }: Which, status: number): Deviation {
  return {
    id,
    title: `Form ${form} of ${action ?? 'every operation'} is answered ${status}.`,
    breaks: ['operation/served'],
    file: DECLARED,
    wrap: onOperation({ ...(form && { form }), ...(action && { action }) }, async () =>
      bareAnswer(status, status === 405 ? { allow: 'GET' } : {}),
    ),
  };
}

function answered(
  id: string,
  form: Form,
  title: string,
  change: (response: Response) => Response,
  action?: string,
): Deviation {
  return {
    id,
    title,
    breaks: ['operation/status'],
    alsoStrikes: { 'operation/idempotent': 'the repeat is answered in the same way' },
    wrap: onOperated({ form, ...(action && { action }) }, change),
  };
}

function framed(id: string, form: Form, title: string, fields: Readonly<Record<string, string>>, body = ''): Deviation {
  return {
    id,
    title,
    breaks: ['operation/empty'],
    alsoStrikes: { 'status/204-empty': 'it watches every 204 of the run' },
    wrap: onOperated({ form }, (response) =>
      response.status === 204 || form === 'E' ? rawNoContent(response, fields, body) : response,
    ),
  };
}
