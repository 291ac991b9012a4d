import type { CookieJar } from 'tough-cookie';

/** What lets a request in: cookies, and fields such as an API key or a Bearer token. A run never changes it. */
export interface Session {
  readonly cookies: CookieJar | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** What a login gave out beside what is sent: not to be shown either. */
  readonly minted?: readonly string[];
}

/** No session at all. */
export const NO_SESSION: Session = { cookies: undefined, headers: {} };

/** Field names whose values are credentials, wherever they are given. */
export const CREDENTIAL_FIELDS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** Every value in a session that must not be shown, longest first, so that none is left over when another is hidden. */
export function secretsOf(session: Session): string[] {
  const cookies = session.cookies?.serializeSync()?.cookies ?? [];
  const values = [
    ...cookies.map((cookie) => cookie.value),
    ...Object.values(session.headers).flatMap(withBareToken),
    ...(session.minted ?? []),
  ];
  const secrets = values.filter((value): value is string => typeof value === 'string' && value !== '');
  return [...new Set(secrets)].sort((a, b) => b.length - a.length);
}

// `Bearer abc`: the token is as secret as the line, and may be echoed without its scheme.
function withBareToken(value: string): string[] {
  const token = /^\S+ +(\S+)$/u.exec(value)?.[1];
  return token === undefined ? [value] : [value, token];
}
