import type { Answer } from '../../../core/answer.ts';
import { allowedBy } from './allow.ts';

/** The methods that are registered (RFC 9110 16.1.1), each of which is spelt in capital letters. */
const REGISTERED: ReadonlySet<string> = new Set(
  [
    ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'QUERY', 'LINK', 'UNLINK'],
    ['PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK', 'SEARCH', 'REPORT', 'ACL', 'MKCALENDAR'],
    ['BIND', 'UNBIND', 'REBIND', 'MERGE', 'UPDATE', 'LABEL', 'CHECKIN', 'CHECKOUT', 'UNCHECKOUT', 'VERSION-CONTROL'],
    ['MKACTIVITY', 'MKWORKSPACE', 'BASELINE-CONTROL', 'ORDERPATCH', 'MKREDIRECTREF', 'UPDATEREDIRECTREF', 'PRI'],
  ].flat(),
);

/**
 * Demands that an Allow field spells registered methods as they are registered: the case of letters counts in names of methods (RFC 9110
 * 9.1), so that `put` is another one. A server that names both of them may have both.
 */
export function spellsMethods(answer: Answer): void {
  const named = allowedBy(answer);
  const wrong = named.find((name) => {
    const upper = name.toUpperCase();
    return name !== upper && REGISTERED.has(upper) && !named.includes(upper);
  });
  const due = `${wrong?.toUpperCase() ?? ''} in Allow as it is registered, since methods are told apart by case`;
  answer.owes(wrong === undefined, due, `Allow: ${answer.header('Allow') ?? ''}`);
}
