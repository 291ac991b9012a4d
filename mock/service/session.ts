import { type MockResponse, textual } from '../message.ts';
import type { Route } from './router.ts';
import type { Site } from './site.ts';
import { refuseStale } from './validators.ts';

/** The entry that makes a session (document 5.1). */
export const COOKIE = 'USER_TOKEN';
/** What a 401 asks for (document 5.4). */
export const CHALLENGE: string = `Cookie realm="assayer mock", cookie-name="${COOKIE}"`;

/** The session-protected root check (document 4.4, 5). */
export function sessionRoutes({ options, sessions }: Site): readonly Route[] {
  if (options.session === 'none') return [];
  const authorized = jsonText(200, 'OK', []);
  const unauthorized = jsonText(401, 'not authorized', ['WWW-Authenticate', CHALLENGE]);
  // The body is the document's own (4.4), so this has to stand beside it.
  const unknown = { ...unauthorized, hint: 'this session is not known here; any is where session=presence is claimed' };
  const isMinted = (value: string): boolean => sessions.find(unquote(value)) !== undefined;
  // Presence is all that counts (5.3). The exception is a session of the mock's own that somebody ended to see what a page
  // does then: were it still let in, ending it would mean nothing.
  const accepts = (value: string): boolean => {
    const plain = unquote(value);
    const minted = sessions.find(plain);
    if (minted !== undefined) return sessions.stateOf(minted) === 'live';
    return options.session === 'presence' || options.sessions.includes(plain);
  };
  return [
    {
      method: 'GET',
      path: '/',
      component: 'session',
      handle: ({ ask }) => {
        const values = cookieValues(ask.header('cookie') ?? '', COOKIE);
        if (!values.some(accepts)) return values.every(isMinted) ? unauthorized : unknown;
        // The check has no validators, so If-Match can name none of them; it counts where the answer would be 200 (RFC 9110 13.2.1).
        refuseStale(ask, { tags: [], changedAt: undefined });
        return authorized;
      },
    },
  ];
}

// Always JSON: the document names "a JSON string" here and no other representation (4.4).
function jsonText(status: number, text: string, fields: readonly string[]): MockResponse {
  // Who asks decides the answer, so nobody may keep it for others (RFC 9111 5.2.2.5, RFC 9110 12.5.5).
  const personal = ['Cache-Control', 'no-store', 'Vary', 'Cookie'];
  return textual(status, JSON.stringify(text), ['Content-Type', 'application/json', ...personal, ...fields]);
}

/** Every value that a Cookie field gives to a name. Names have case (RFC 6265 4.2.2); a pair without `=` has no name. */
export function cookieValues(field: string, name: string): string[] {
  return field.split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at >= 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
}

/** A cookie's value without the quotes that may stand around it (RFC 6265 4.1.1). */
export function unquote(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}
