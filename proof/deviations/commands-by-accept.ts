import { type Deviation, onAnswer, type RequestView } from './deviation.ts';
import { TYPES } from './representations.ts';

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
];

function isCommandFor({ method, path, request }: RequestView, type: string): boolean {
  const isCommand = method === 'POST' && /^\/command\/[^/]+\/?$/u.test(path);
  return isCommand && (request.headers.get('accept') ?? '').startsWith(type);
}
