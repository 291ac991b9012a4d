import type { Form } from '../../core/claims.ts';
import type { JsonObject } from '../../fixtures/json.ts';
import { asksFor, onOperation, operationIn, type Which, withParameters } from './asked-operation.ts';
import { DECLARED } from './declared-operations.ts';
import { type Deviation, onRequest, type RequestView } from './deviation.ts';
import { bareAnswer, edited, isWellFormed, jsonAnswer, payloadOf, reading, resent } from './requests.ts';

const SERVER_ERROR = 'status/no-server-error';
const WATCHED = { 'status/202-missing': 'it watches every request for what never was' };

/** What a fault is narrowed down to, for its sentence and for itself. */
interface Shape {
  readonly words: string;
  readonly pattern: RegExp;
}

/** Faults in what operations refuse: document 4.4-m1, 7 (400). */
export const operationRefusals: readonly Deviation[] = [
  unknown('verb-on-unknown-deal-answers-204', 'A', 204),
  unknown('verb-on-unknown-deal-answers-400', 'A', 400),
  unknown('verb-on-unknown-deal-breaks', 'A', 500),
  unknown('verb-on-unicode-deal-answers-400', 'A', 400, {
    words: 'is in Chinese',
    pattern: /^(?:%E[4-9]%[0-9A-F]{2}%[0-9A-F]{2})+$/iu,
  }),
  unknown('verb-on-encoded-deal-answers-400', 'A', 400, {
    words: 'is needlessly percent-encoded',
    pattern: /^(?:%[67][0-9A-F])+$/iu,
  }),
  unknown('verb-on-huge-deal-breaks', 'A', 500, { words: 'is a number beyond 64 bits', pattern: /^\d{20,}$/u }),
  unknown('state-on-unknown-deal-answers-200', 'B', 200),
  unknown('state-on-word-deal-answers-400', 'B', 400, { words: 'is a word', pattern: /^[a-z]+$/u }),
  unknown('action-on-unknown-deal-answers-204', 'C', 204),
  unknown('action-on-uuid-deal-answers-400', 'C', 400, { words: 'is a UUID', pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-/u }),
  unknown('update-of-unknown-deal-answers-204', 'D', 204),
  unknown('update-of-unknown-deal-answers-409', 'D', 409),
  {
    id: 'update-of-unknown-deal-creates-it',
    title: 'Form D on a deal that never was creates it and answers 201.',
    breaks: ['operation/unknown-deal'],
    wrap: onUnknown('D', /^/u, async () => jsonAnswer(201, { created: true }, { location: '/rest/1/deals/1' })),
  },
  unknown('holds-of-unknown-deal-answer-201', 'E', 201),
  unknown('holds-of-long-deal-answer-400', 'E', 400, { words: 'has 200 characters', pattern: /^.{200}$/u }),
  unknown('holds-of-unknown-deal-answer-200', 'E', 200),
  unknown('commands-of-unknown-deal-answer-201', 'F', 201),
  unknown('commands-of-negative-deal-answer-204', 'F', 204, { words: 'is negative', pattern: /^-\d+$/u }),
  unknown('global-command-on-unknown-deal-answers-201', 'G', 201),
  unknown('global-command-on-unknown-deal-breaks', 'G', 500),
  unknown('global-command-on-worded-deal-accepted', 'G', 202, { words: 'has no digit', pattern: /^\D+$/u }),

  malformed('verb-malformed-answers-500', 'A', 500),
  malformed('state-malformed-answers-422', 'B', 422),
  malformed('action-malformed-answers-204', 'C', 204),
  malformed('update-malformed-answers-200', 'D', 200),
  malformed('holds-malformed-answer-201', 'E', 201),
  malformed('command-malformed-answers-404', 'F', 404),
  malformed('global-command-malformed-answers-202', 'G', 202),
  malformed('verb-trailing-comma-accepted', 'A', 204, { words: 'with a comma too many', pattern: /,\s*\}\s*$/u }),
  malformed('holds-empty-body-accepted', 'E', 200, { words: 'that is no text at all', pattern: /^$/u }),
  malformed('action-cut-short-breaks', 'C', 500, { words: 'that is cut short', pattern: /"[^}]*$/u }),
  malformed('global-command-comment-accepted', 'G', 201, { words: 'that begins with a comment', pattern: /^\/\*/u }),
  {
    id: 'verb-malformed-refused-and-done',
    title: 'Malformed JSON in form A is answered 400, and the deal is held all the same.',
    breaks: ['operation/malformed'],
    wrap: onOperation({ form: 'A', action: 'HoldDeal' }, async (seen, next) => {
      if (!isWellFormed(seen)) await next(resent(seen, { body: '{"reason":"not understood"}' }));
      return next(seen.request);
    }),
  },

  lacking('hold-without-reason-accepted', { form: 'A', action: 'HoldDeal' }, 'reason', ''),
  lacking('hold-without-reason-accepted-everywhere', { action: 'HoldDeal' }, 'reason', 'undefined'),
  lacking('cancel-without-amercement-accepted', { form: 'C', action: 'CancelDeal' }, 'amercement', 0),
  lacking('cancel-without-reason-accepted-in-records', { form: 'E', action: 'CancelDeal' }, 'reason', ''),
  lacking('price-without-reason-accepted-in-commands', { form: 'F', action: 'ChangePrice' }, 'reason', ''),
  lacking('date-without-why-accepted-in-states', { form: 'B', action: 'ChangeCompletionDate' }, 'whyChanged', ''),
  mistyped('object-as-reason-accepted', { form: 'G', action: 'HoldDeal' }, 'reason', '[object Object]'),
  mistyped('object-as-price-accepted', { form: 'A', action: 'ChangePrice' }, 'newPrice', 0),
  mistyped('object-as-date-accepted', { form: 'F', action: 'ChangeCompletionDate' }, 'newDate', '1970-01-01'),
  mistyped('object-as-hold-reason-accepted', { form: 'D', action: 'HoldDeal' }, 'holdReason', '[object Object]'),
  refused('missing-parameter-answers-422', 'A', 422),
  refused('missing-parameter-answers-500', 'C', 500),
  refused('missing-parameter-answers-404', 'E', 404),
  refused('missing-parameter-answers-200', 'G', 200),
  {
    id: 'missing-parameter-refused-and-done',
    title: 'A price change without its reason is answered 400 after the price was changed.',
    breaks: ['operation/missing-parameter'],
    file: DECLARED,
    wrap: onOperation({ form: 'A', action: 'ChangePrice' }, async (seen, next) => {
      const { reason, newPrice } = payloadOf(seen) as { reason?: unknown; newPrice?: unknown };
      if (reason === undefined && typeof newPrice === 'number')
        await next(edited(seen, (parameters) => ({ ...parameters, reason: 'none' })));
      return next(seen.request);
    }),
  },

  noAction('unknown-action-answers-204', 'C', 204),
  noAction('unknown-action-answers-404', 'C', 404),
  noAction('unknown-action-answers-200', 'C', 200),
  noAction('inherited-action-breaks-the-server', 'C', 500, 'constructor'),
  noAction('unknown-command-action-answers-201', 'F', 201),
  noAction('unknown-command-action-answers-404', 'F', 404),
  noAction('unknown-global-action-answers-202', 'G', 202),
  noAction('unknown-global-action-answers-422', 'G', 422),
  {
    id: 'action-known-by-its-beginning',
    title: 'An action whose name goes on after HoldDeal is taken for it: HoldDealX is carried out.',
    breaks: ['operation/unknown-action'],
    wrap: onRequest((seen, next) => {
      const { action } = payloadOf(seen);
      const isLonger = typeof action === 'string' && /^HoldDeal./u.test(action) && operationIn(seen) !== undefined;
      return next(isLonger ? edited(seen, (payload) => ({ ...payload, action: 'HoldDeal' })) : seen.request);
    }),
  },
  noVerb('unknown-verb-answers-204', 204),
  noVerb('unknown-verb-answers-400', 400),
  noVerb('inherited-verb-breaks-the-server', 500, /\/(?:constructor|toString)$/u),
  noVerb('unknown-verb-answers-405', 405),
];

/** An operation on a deal that is not there, where its id has this shape. */
function onUnknown(form: Form, shape: RegExp, answer: () => Promise<Response>): Deviation['wrap'] {
  return onOperation({ form }, async (seen, next) => {
    const id = operationIn(seen)?.deal ?? '';
    if (!isWellFormed(seen) || !shape.test(id)) return next(seen.request);
    const found = await next(reading(seen, `/rest/1/deals/${form === 'G' ? encodeURIComponent(id) : id}`));
    return found.status === 404 && id !== '' ? answer() : next(seen.request);
  });
}

function unknown(id: string, form: Form, status: number, shape?: Shape): Deviation {
  const which = shape === undefined ? 'that never was' : `that never was and whose id ${shape.words}`;
  return {
    id,
    title: `An operation in form ${form} on a deal ${which} is answered ${status}.`,
    breaks: ['operation/unknown-deal', ...(status === 500 ? [SERVER_ERROR] : [])],
    ...(form === 'G' ? {} : { alsoStrikes: WATCHED }),
    wrap: onUnknown(form, shape?.pattern ?? /^/u, async () => statusOnly(status)),
  };
}

/** Malformed JSON in one form, where it looks like this. */
function malformed(id: string, form: Form, status: number, like?: Shape): Deviation {
  return {
    id,
    title: `Malformed JSON${like === undefined ? '' : ` ${like.words}`} is answered ${status} in form ${form}.`,
    breaks: ['operation/malformed', ...(status === 500 ? [SERVER_ERROR] : [])],
    wrap: onRequest(async (seen, next) => {
      // Nothing at all and bare words do not show whether they were meant as form C or D.
      const meets = asksFor(seen, { form }) || (form === 'C' && asksFor(seen, { form: 'D' }) && seen.body === '');
      if (!meets || isWellFormed(seen) || !(like?.pattern ?? /^/u).test(seen.body)) return next(seen.request);
      // An operation that needs no parameters needs no body either.
      if (seen.body === '' && (await next(resent(seen, {}))).ok) return next(seen.request);
      return statusOnly(status);
    }),
  };
}

/** A required parameter that may be left out: it is made up. */
function lacking(id: string, which: Which, name: string, filler: string | number): Deviation {
  return {
    id,
    title: `${which.action} without its ${name} is done${which.form === undefined ? '' : ` in form ${which.form}`}.`,
    breaks: ['operation/missing-parameter'],
    file: DECLARED,
    wrap: filling(which, (parameters, form) =>
      // Form D has no parameters, but attributes of the deal.
      form === 'D' || name in parameters ? parameters : { ...parameters, [name]: filler },
    ),
  };
}

/** A parameter of a wrong type that is taken all the same. */
function mistyped(id: string, which: Which, name: string, taken: string | number): Deviation {
  return {
    id,
    title: `${which.action} with an object as its ${name} is done in form ${which.form}.`,
    breaks: ['operation/missing-parameter'],
    file: DECLARED,
    wrap: filling(which, (parameters) =>
      typeof parameters[name] === 'object' ? { ...parameters, [name]: taken } : parameters,
    ),
  };
}

function filling(which: Which, change: (parameters: JsonObject, form?: Form) => JsonObject): Deviation['wrap'] {
  return onOperation(which, (seen, next) => {
    const form = operationIn(seen)?.form;
    const fill = (payload: JsonObject): JsonObject => withParameters(seen, payload, (p) => change(p, form));
    return next(isWellFormed(seen) ? edited(seen, fill) : seen.request);
  });
}

/** Parameters that are not valid get another status than 400. */
function refused(id: string, form: Form, status: number): Deviation {
  return {
    id,
    title: `Parameters that are missing or of a wrong type are answered ${status} in form ${form}.`,
    breaks: ['operation/missing-parameter', ...(status === 500 ? [SERVER_ERROR] : [])],
    file: DECLARED,
    wrap: onOperation({ form }, async (seen, next) => {
      const response = await next(seen.request);
      const isKnown = operationIn(seen)?.action !== undefined;
      return response.status === 400 && isWellFormed(seen) && isKnown ? statusOnly(status) : response;
    }),
  };
}

/** An action that does not exist, or one of this name. */
function noAction(id: string, form: Form, status: number, name?: string): Deviation {
  return {
    id,
    title: `${name === undefined ? 'An action that does not exist' : `The action “${name}”`} is answered ${status} in form ${form}.`,
    breaks: ['operation/unknown-action', ...(status === 500 ? [SERVER_ERROR] : [])],
    wrap: onOperation({ form }, async (seen, next) => {
      const { action } = payloadOf(seen) as { action?: unknown };
      const isNone = typeof action === 'string' && operationIn(seen)?.action === undefined;
      return isNone && (name === undefined || action === name) ? statusOnly(status) : next(seen.request);
    }),
  };
}

/** A path verb that does not exist. */
function noVerb(id: string, status: number, path: RegExp = /\/deals\/[^/]+\/[^/]+$/u): Deviation {
  return {
    id,
    title: `A path verb that does not exist is answered ${status}.`,
    breaks: ['operation/unknown-action', ...(status === 500 ? [SERVER_ERROR] : [])],
    alsoStrikes: WATCHED,
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      const isNone = response.status === 404 && isVerb(seen) && path.test(seen.path);
      return isNone ? statusOnly(status) : response;
    }),
  };
}

function isVerb(seen: RequestView): boolean {
  return seen.method === 'PUT' && /\/deals\/\d+\/[^/]+$/u.test(seen.path) && operationIn(seen) === undefined;
}

function statusOnly(status: number): Response {
  if (status === 201) return jsonAnswer(201, { done: true }, { location: '/rest/1/deals/1' });
  return status === 405 ? bareAnswer(405, { allow: 'GET' }) : bareAnswer(status);
}
