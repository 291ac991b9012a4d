import { type Deviation, onAnswer, onRequest, type RequestView } from './deviation.ts';
import { TYPES } from './representations.ts';
import { bareAnswer, isWellFormed, payloadOf, reading } from './requests.ts';

/** Faults of commands for clients that accept another type than JSON: document 4.3, 4.5-1. */
export const commandsByAccept: readonly Deviation[] = [
  {
    id: 'command-for-pages-answers-a-page',
    title: 'A command by a client that accepts HTML is answered 200 with a page that says that it is done.',
    breaks: ['command/status'],
    wrap: onAnswer((response, seen) =>
      response.ok && isCommandFor(seen, TYPES.html)
        ? new Response('<!DOCTYPE html><title>Done</title><p>Done.</p>', {
            headers: { 'content-type': 'text/html; charset=utf-8' },
          })
        : response,
    ),
  },
  {
    id: 'command-for-xml-without-effect',
    title: 'A command HoldDeal by a client that accepts XML is answered 200 and does nothing.',
    breaks: ['command/effect'],
    wrap: onRequest(async (seen, next) => {
      const { id, reason } = payloadOf(seen);
      const isMeant = isCommandFor(seen, TYPES.xml) && seen.path.includes('/HoldDeal') && isWellFormed(seen);
      if (!isMeant || typeof id !== 'string' || typeof reason !== 'string') return next(seen.request);
      const found = await next(reading(seen, `/rest/1/deals/${encodeURIComponent(id)}`));
      return found.ok ? bareAnswer(200, { 'content-length': '0' }) : next(seen.request);
    }),
  },
];

function isCommandFor({ method, path, request }: RequestView, type: string): boolean {
  const isCommand = method === 'POST' && /^\/command\/[^/]+\/?$/u.test(path);
  return isCommand && (request.headers.get('accept') ?? '').startsWith(type);
}
