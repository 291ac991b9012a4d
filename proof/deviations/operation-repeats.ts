import type { Form } from '../../core/claims.ts';
import { onOperation, type Which, withParameters } from './asked-operation.ts';
import type { Deviation, RequestView } from './deviation.ts';
import { bareAnswer, edited, jsonAnswer, remembering, resent } from './requests.ts';

const BOTH = 'the id of a command is sent twice by both rules';

/** Faults in how often an operation is done, and in the ids of commands: document 4.2 F and G, RFC 9110 9.2.2. */
export const operationRepeats: readonly Deviation[] = [
  {
    id: 'price-change-doubled-on-repeat',
    title: 'The same price change in form C a second time doubles the price.',
    breaks: ['operation/idempotent'],
    wrap: onRepeat({ form: 'C', action: 'ChangePrice' }, (seen) =>
      edited(seen, (payload) => withParameters(seen, payload, (p) => ({ ...p, newPrice: Number(p['newPrice']) * 2 }))),
    ),
  },
  {
    id: 'hold-toggles',
    title: 'The same hold in form A a second time releases the deal.',
    breaks: ['operation/idempotent'],
    alsoStrikes: { 'operation/effect': 'it sends the same hold again' },
    wrap: onRepeat({ form: 'A', action: 'HoldDeal' }, (seen) =>
      resent(seen, { path: seen.path.replace(/hold$/u, 'unhold'), body: '{}' }),
    ),
  },
  {
    id: 'hold-reason-appended-on-repeat',
    title: 'The same hold in form B a second time appends its reason to the one before.',
    breaks: ['operation/idempotent'],
    wrap: onRepeat({ form: 'B', action: 'HoldDeal' }, (seen) =>
      edited(seen, (p) => ({ ...p, reason: `${p['reason']}; ${p['reason']}` })),
    ),
  },
  {
    id: 'amercement-added-up-on-repeat',
    title: 'The same cancellation in form D a second time adds the amercement once more.',
    breaks: ['operation/idempotent'],
    wrap: onRepeat({ form: 'D', action: 'CancelDeal' }, (seen) =>
      edited(seen, (p) => ({ ...p, amercement: Number(p['amercement']) * 2 })),
    ),
  },
  {
    id: 'update-answers-201-on-repeat',
    title: 'The same update in form D a second time is answered 201.',
    breaks: ['operation/idempotent'],
    wrap: onRepeat({ form: 'D' }, () => jsonAnswer(201, {}, { location: '/rest/1/deals/1' })),
  },
  {
    id: 'verb-breaks-the-server-on-repeat',
    title: 'The same operation in form A a second time is answered 500.',
    breaks: ['operation/idempotent', 'status/no-server-error'],
    alsoStrikes: { 'operation/served': 'the state machine names it for a PUT that fails' },
    wrap: onRepeat({ form: 'A' }, () => bareAnswer(500)),
  },
  {
    id: 'command-answers-201-on-repeat',
    title: 'The same command of form F a second time is answered 201.',
    breaks: ['operation/command-id', 'operation/idempotent'],
    wrap: onRepeat({ form: 'F' }, () => jsonAnswer(201, {}, { location: '/rest/1/deals/1' })),
  },
  {
    id: 'global-command-breaks-the-server-on-repeat',
    title: 'The same command of form G a second time is answered 500: its id is a unique key.',
    breaks: ['operation/command-id', 'operation/idempotent', 'status/no-server-error'],
    wrap: onRepeat({ form: 'G' }, () => bareAnswer(500)),
  },
  {
    id: 'global-command-done-twice',
    title: 'A command of form G that is sent again under its id is done again.',
    breaks: ['operation/command-id'],
    alsoStrikes: { 'operation/idempotent': BOTH },
    wrap: doneTwice('G'),
  },
  {
    id: 'command-done-twice',
    title: 'A command of form F that is sent again under its id is done again.',
    breaks: ['operation/command-id'],
    alsoStrikes: { 'operation/idempotent': BOTH },
    wrap: doneTwice('F'),
  },
  {
    id: 'command-price-doubled-on-repeat',
    title: 'A price change of form F that is sent again under its id doubles the price.',
    breaks: ['operation/command-id', 'operation/idempotent'],
    wrap: onRepeat({ form: 'F', action: 'ChangePrice' }, (seen) =>
      underAnotherId(
        edited(seen, (c) => withParameters(seen, c, (p) => ({ ...p, newPrice: Number(p['newPrice']) * 2 }))),
        seen,
      ),
    ),
  },
  refusingIds('command-id-with-dots-refused', 'F', 400, /\./u, 'with a dot'),
  refusingIds('command-id-with-dots-not-found', 'G', 404, /\./u, 'with a dot'),
  refusingIds('command-id-in-unicode-refused', 'G', 400, /%[C-F]/iu, 'beyond ASCII'),
  refusingIds('command-id-in-unicode-breaks', 'F', 500, /%[C-F]/iu, 'beyond ASCII'),
  refusingIds('command-id-with-space-refused', 'F', 400, /%20/u, 'with a space'),
  refusingIds('command-id-in-capitals-refused', 'G', 400, /^[A-Z0-9]*[A-Z][A-Z0-9]*$/u, 'in capital letters'),
  refusingIds('command-id-of-digits-refused', 'F', 400, /^\d+$/u, 'of digits alone'),
  refusingIds('command-id-too-long-refused', 'G', 414, /^.{65}/u, 'of more than 64 characters'),
  {
    ...refusingIds('command-id-must-not-be-uuid', 'F', 422, /^[0-9a-f]{8}-[0-9a-f]{4}-/u, 'that is a UUID'),
    // The usual ids are UUIDs, so that nothing is served.
    breaks: ['operation/served'],
    alsoStrikes: { 'model/sequence': 'it sends commands as well' },
  },
  refusingIds('command-id-with-plus-refused', 'G', 400, /%2B/iu, 'with a plus'),
  refusingIds('command-id-with-colon-refused', 'F', 404, /%3A/iu, 'with a colon'),
  refusingIds('command-id-with-tilde-refused', 'F', 400, /~/u, 'with a tilde'),
];

/** A request that was sent before in the same words is sent on as another one, or answered at once. */
function onRepeat(which: Which, instead: (seen: RequestView) => Request | Response): Deviation['wrap'] {
  return remembering(
    () => new Set<string>(),
    (known) =>
      onOperation(which, async (seen, next) => {
        const key = `${seen.path} ${seen.body}`;
        if (known.has(key)) {
          const other = instead(seen);
          if (!(other instanceof Response)) return next(other);
          // A deal that was deleted since is answered as it should be.
          const repeat = await next(seen.request);
          return repeat.ok ? other : repeat;
        }
        const response = await next(seen.request);
        if (response.ok) known.add(key);
        return response;
      }),
  );
}

function doneTwice(form: Form): Deviation['wrap'] {
  return onRepeat({ form }, (seen) => underAnotherId(seen.request, seen));
}

// Under a fresh id the mock takes it for another command.
function underAnotherId(request: Request, seen: RequestView): Request {
  return resent({ ...seen, request }, { path: `${seen.path}-${crypto.randomUUID()}` });
}

/** Command ids of some shape are refused. */
function refusingIds(id: string, form: Form, status: number, shape: RegExp, words: string): Deviation {
  return {
    id,
    title: `A command id ${words} is answered ${status} in form ${form}.`,
    breaks: ['operation/command-id', ...(status === 500 ? ['status/no-server-error'] : [])],
    wrap: onOperation({ form }, async (seen, next) => {
      const commandId = seen.path.split('/').at(-1) ?? '';
      return shape.test(commandId) ? bareAnswer(status) : next(seen.request);
    }),
  };
}
