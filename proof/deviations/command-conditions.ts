import { asksFor } from './asked-operation.ts';
import { type Deviation, onRequest, type RequestView, type Take } from './deviation.ts';
import { bareAnswer, reading, resent } from './requests.ts';

type Next = Parameters<Take>[1];

/** Faults in the PUT of a command document that is to be new, or to be there already: document 4.2 (F and G), RFC 9110 13.1.1, 13.1.2. */
export const commandConditions: readonly Deviation[] = [
  documents(
    'known-command-taken-for-star',
    'A command document that is there is answered as any repeat where If-None-Match is a star.',
    (seen, next) => next(without(seen, 'if-none-match')),
  ),
  documents(
    'new-command-refused-for-star',
    'A new command document with a star as its If-None-Match is answered 412, as other documents are there.',
    async (seen, next) =>
      seen.request.headers.get('if-none-match')?.trim() === '*' ? bareAnswer(412) : next(seen.request),
  ),
  documents(
    'new-command-made-though-if-match',
    'A command document that is not there is made, though If-Match asks for one that is.',
    async (seen, next) =>
      next(
        !(await isThere(seen, next)) && !seen.request.headers.has('if-none-match')
          ? without(seen, 'if-match')
          : seen.request,
      ),
  ),
];

/** A fault in how the PUT of a command document of form F or G is taken. */
function documents(id: string, title: string, take: Take): Deviation {
  return {
    id,
    title,
    breaks: ['validator/if-match'],
    wrap: onRequest((seen, next, mock) =>
      asksFor(seen, { form: 'F' }) || asksFor(seen, { form: 'G' }) ? take(seen, next, mock) : next(seen.request),
    ),
  };
}

async function isThere(seen: RequestView, next: Next): Promise<boolean> {
  const request = reading(seen, seen.path);
  for (const name of ['if-match', 'if-none-match']) request.headers.delete(name);
  return (await next(request)).ok;
}

function without(seen: RequestView, name: string): Request {
  const request = resent(seen, {});
  request.headers.delete(name);
  return request;
}
