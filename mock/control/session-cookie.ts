import { responseWith } from '../faces/response.ts';
import { COOKIE } from '../service/session.ts';
import type { MintedSession } from '../state/minted-sessions.ts';

/** Where a cookie is given out: the path that it is for, and the address that was asked. */
export interface Place {
  readonly mount: string;
  readonly url: URL;
}

/**
 * The Set-Cookie that gives a browser a session (RFC 6265 4.1). A site is a scheme and a host without the port, so `Lax` is
 * sent by a page on another port of localhost, and only a page of another site needs `None`, which browsers take with
 * `Secure` alone. They take `Secure` from localhost over plain HTTP.
 */
export function setCookie({ value, crossSite, expiresAt }: MintedSession, { mount, url }: Place, now: number): string {
  const life = expiresAt === undefined ? [] : [`Max-Age=${secondsUntil(expiresAt, now)}`];
  return [`${COOKIE}=${value}`, `Path=${cookiePath(mount)}`, ...life, 'HttpOnly', reach(crossSite, url)].join('; ');
}

/** The Set-Cookie that takes it away again. `crossSite` as it was given, or a browser would not let it touch the cookie. */
export function clearCookie({ mount, url }: Place, crossSite: boolean): string {
  return `${COOKIE}=; Path=${cookiePath(mount)}; Max-Age=0; HttpOnly; ${reach(crossSite, url)}`;
}

/** The session as a file for command-line clients: seven fields with tabs between (document 5.5). `now` is the mock's time. */
export function cookieFile(
  { value, crossSite, expiresAt }: MintedSession,
  url: URL,
  mount: string,
  now: number,
): string {
  // A client goes by its own clock, which the mock's may be far behind: what is live here must not be over there.
  const expiry = expiresAt === undefined ? 0 : Math.max(expiresAt, expiresAt - now + Date.now());
  const fields = [
    url.hostname.replace(/^\[|\]$/gu, ''),
    'FALSE',
    cookiePath(mount),
    crossSite || isSecure(url) ? 'TRUE' : 'FALSE',
    String(Math.ceil(expiry / 1000)),
    COOKIE,
    value,
  ];
  return `# Netscape HTTP Cookie File\n#HttpOnly_${fields.join('\t')}\n`;
}

/** A response that sets a cookie too. */
export function withCookie({ body, status, headers }: Response, cookie: string): Response {
  const all = new Headers(headers);
  all.append('set-cookie', cookie);
  return responseWith(body, status, all);
}

/**
 * The path that the cookie is for: that of the root check, which answers with and without a slash at its end. An attribute
 * ends at a semicolon, so a path that holds one is given up to the segment before.
 */
export function cookiePath(mount: string): string {
  const semicolon = mount.indexOf(';');
  const path = semicolon < 0 ? mount : mount.slice(0, mount.lastIndexOf('/', semicolon));
  return path === '' ? '/' : path;
}

// What was given out over TLS is not to leave without it.
function reach(crossSite: boolean, url: URL): string {
  if (crossSite) return 'SameSite=None; Secure';
  return isSecure(url) ? 'SameSite=Lax; Secure' : 'SameSite=Lax';
}

function isSecure({ protocol }: URL): boolean {
  return protocol === 'https:';
}

function secondsUntil(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1000));
}
