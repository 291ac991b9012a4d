import type { Json } from '../../fixtures/json.ts';
import { type Deviation, onAnswer, onRequest, type RequestView } from './deviation.ts';
import { bareAnswer, edited, isWellFormed, jsonAnswer, payloadOf, reading } from './requests.ts';

const SERVER_ERROR = 'status/no-server-error';
const WATCHED = { 'status/202-missing': 'it watches every request for what never was' };

/** Faults of commands: document 4.3. */
export const commands: readonly Deviation[] = [
  answered('command-answers-204', 'A command is answered 204.', () => bareAnswer(204)),
  answered('command-answers-202', 'A command that is done at once is answered 202.', () => bareAnswer(202)),
  answered('command-answers-201', 'A command is answered 201 with the deal as Location.', () =>
    bareAnswer(201, { location: '/rest/1/deals/1' }),
  ),
  answered('command-answers-an-object', 'A command is answered 200 with an empty object.', () => jsonAnswer(200, {})),
  answered('command-answers-null', 'A command is answered 200 with null.', () => jsonAnswer(200, null)),
  answered('command-answers-ok', 'A command is answered 200 with the text OK.', () => new Response('OK')),
  answered('command-answers-the-deal', 'A command is answered 200 with the deal as it is now.', () =>
    jsonAnswer(200, { id: '1', name: 'Warehouse lease', held: true }),
  ),
  answered(
    'command-answers-a-line-feed',
    'A command is answered 200 with a single line feed.',
    () => new Response('\n'),
  ),
  answered('command-redirects', 'A command is answered 303 to a query.', () =>
    bareAnswer(303, { location: '/query/deals/1' }),
  ),

  unknownCommand('unknown-command-answers-200', 200),
  unknownCommand('unknown-command-answers-400', 400),
  unknownCommand('unknown-command-answers-204', 204),
  unknownCommand('unknown-command-answers-405', 405),
  unknownCommand('unknown-command-answers-501', 501),
  unknownCommand('inherited-command-breaks-the-server', 500, 'of a name that every object has', /\/constructor\//u),
  unknownCommand('command-with-a-space-answers-400', 400, 'of a name with a space', /%20/u),

  unknownDeal('command-on-unknown-deal-answers-200', 200),
  unknownDeal('command-on-unknown-deal-answers-204', 204),
  unknownDeal('command-on-unknown-deal-breaks-the-server', 500),
  unknownDeal('command-on-worded-deal-answers-200', 200, 'by a word', /^[a-z]+$/u),
  unknownDeal('command-on-unicode-deal-breaks-the-server', 500, 'in Chinese', /[^\0-\x7f]/u),
  {
    id: 'command-without-effect',
    title: 'A command is answered 200 and does nothing.',
    breaks: ['command/effect'],
    wrap: onRequest(async (seen, next) =>
      isCommand(seen) && (await isOnKnownDeal(seen, next)) ? bareAnswer(200) : next(seen.request),
    ),
  },
  {
    id: 'command-on-the-first-deal',
    title: 'A command is carried out on the first deal, whichever it names.',
    breaks: ['command/effect'],
    wrap: onRequest(async (seen, next) =>
      next(
        isCommand(seen) && (await isOnKnownDeal(seen, next)) ? edited(seen, (p) => ({ ...p, id: '1' })) : seen.request,
      ),
    ),
  },
  {
    id: 'command-loses-its-reason',
    title: 'A command is carried out with an empty reason.',
    breaks: ['command/effect'],
    alsoStrikes: { 'command/malformed': 'a reason of null is taken as that text' },
    wrap: onRequest((seen, next) =>
      next(
        isCommand(seen) && 'reason' in payloadOf(seen) ? edited(seen, (p) => ({ ...p, reason: '-' })) : seen.request,
      ),
    ),
  },

  malformed('command-in-malformed-json-breaks-the-server', 500),
  malformed('command-in-malformed-json-answers-422', 422),
  malformed('command-in-malformed-json-answers-200', 200),
  malformed('command-in-malformed-json-answers-404', 404),
  malformed('command-with-trailing-comma-accepted', 200, 'with a comma too many', /,\s*\}\s*$/u),
  malformed('command-without-body-accepted', 200, 'no text at all', /^$/u),
  malformed('command-with-comment-accepted', 200, 'with a comment before it', /^\/\*/u),
  malformed('command-without-closing-brace-accepted', 200, 'without its closing brace', /^\{"id".*"$/u),
  malformed('command-with-two-values-accepted', 200, 'with a second value', /\}\{/u),
];

function isCommand({ method, path }: RequestView): boolean {
  return method === 'POST' && /^\/command\/[^/]+\/?$/u.test(path);
}

function answered(id: string, title: string, answer: () => Response): Deviation {
  return {
    id,
    title,
    breaks: ['command/status'],
    wrap: onAnswer((response, seen) => (isCommand(seen) && response.ok ? answer() : response)),
  };
}

function unknownCommand(id: string, status: number, words = 'of any name', name: RegExp = /^/u): Deviation {
  return {
    id,
    title: `A command that does not exist, ${words}, is answered ${status}.`,
    breaks: ['command/unknown', ...(status === 500 ? [SERVER_ERROR] : [])],
    alsoStrikes: WATCHED,
    wrap: onAnswer(async (response, seen) => {
      const isNone =
        isCommand(seen) && response.status === 404 && (await response.clone().text()).includes('no command');
      if (!isNone || !name.test(seen.path)) return response;
      return bareAnswer(status, status === 405 ? { allow: 'GET' } : {});
    }),
  };
}

/** Whether the command is right and names a deal that is there. */
async function isOnKnownDeal(seen: RequestView, next: (request: Request) => Promise<Response>): Promise<boolean> {
  const { id, reason } = payloadOf(seen) as { id?: Json; reason?: Json }; // as the mock names them
  if (typeof id !== 'string' || typeof reason !== 'string' || !seen.path.includes('/HoldDeal/')) return false;
  return (await next(reading(seen, `/rest/1/deals/${encodeURIComponent(id)}`))).ok;
}

function unknownDeal(id: string, status: number, words = 'in any way', shape: RegExp = /^/u): Deviation {
  return {
    id,
    title: `A command on a deal that never was, named ${words}, is answered ${status}.`,
    breaks: ['command/unknown-deal', ...(status === 500 ? [SERVER_ERROR] : [])],
    wrap: onAnswer((response, seen) => {
      const named = String(payloadOf(seen)['id'] ?? '');
      const isNone = isCommand(seen) && seen.path.includes('/HoldDeal/') && response.status === 404;
      return isNone && shape.test(named) ? bareAnswer(status) : response;
    }),
  };
}

function malformed(id: string, status: number, words = 'of any kind', like: RegExp = /^/u): Deviation {
  return {
    id,
    title: `A command in malformed JSON, ${words}, is answered ${status}.`,
    breaks: ['command/malformed', ...(status === 500 ? [SERVER_ERROR] : [])],
    wrap: onRequest(async (seen, next) =>
      isCommand(seen) && !isWellFormed(seen) && like.test(seen.body) ? bareAnswer(status) : next(seen.request),
    ),
  };
}
