import type { CookieJar } from 'tough-cookie';
import { remembered } from '../core/representation/remembered.ts';
import { areForEveryPath, cookieFieldFor } from './cookies.ts';

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

/** What is made of a session once, since a run never changes it. */
interface Prepared {
  readonly secrets: readonly string[];
  /** The Cookie field for an address of the target; empty when no cookie applies. */
  readonly cookieField: (url: string) => string;
}

const ORIGIN = /^[a-z]+:\/\/[^/?#]+/iu;

const prepared = new WeakMap<Session, Prepared>();

function prepare(session: Session): Prepared {
  const known = prepared.get(session);
  if (known !== undefined) return known;
  const made = { secrets: listSecrets(session), cookieField: cookieFieldOf(session.cookies) };
  prepared.set(session, made);
  return made;
}

function cookieFieldOf(jar: CookieJar | undefined): (url: string) => string {
  if (jar === undefined) return () => '';
  // A jar takes longer to ask than a mock to answer. Most hold cookies for every path, which need no path to be chosen by.
  const isOneForAll = areForEveryPath(jar);
  const fieldFor = remembered((url) => cookieFieldFor(jar, url));
  return (url) => fieldFor(isOneForAll ? (ORIGIN.exec(url)?.[0] ?? url) : url);
}

/** The Cookie field of a session for an address of the target; empty when no cookie applies to it. */
export function sessionCookies(session: Session, url: string): string {
  return prepare(session).cookieField(url);
}

/** The cookies of a session, by name. */
export function sessionValues({ cookies }: Session): ReadonlyMap<string, string> {
  return new Map((cookies?.serializeSync()?.cookies ?? []).map(({ key = '', value = '' }) => [key, value]));
}

/** Every value in a session that must not be shown, longest first, so that none is left over when another is hidden. */
export function secretsOf(session: Session): readonly string[] {
  return prepare(session).secrets;
}

function listSecrets(session: Session): string[] {
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
