import { parseCookieFile } from './cookie-file.ts';
import { createJar, parseCookieText } from './cookies.ts';
import { type CredentialCommand, mintSession } from './credential-command.ts';
import { type Login, type LoginOptions, login } from './login.ts';
import type { Session } from './session.ts';

/** Where a session comes from; any of them together. */
export interface SessionSource {
  /** `name=value; name=value`. */
  readonly cookie?: string;
  /** The text of a cookie file in the Netscape format, with its name for messages. */
  readonly cookieFile?: { readonly name: string; readonly text: string };
  /** Fields that carry a credential. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly login?: Login;
  /** A program that prints a credential. */
  readonly command?: CredentialCommand;
}

/** Makes the session of a run. `notes` tell what in the sources has no effect. Throws on what cannot be read, or a login that fails. */
export async function openSession(
  source: SessionSource,
  options: Omit<LoginOptions, 'login' | 'session'>,
): Promise<{ readonly session: Session; readonly notes: readonly string[] }> {
  const { baseUrl } = options;
  const file = source.cookieFile;
  const read = file === undefined ? { cookies: [], notes: [] } : parseCookieFile(file.text, file.name);
  const notes = [...read.notes];
  const given = source.cookie === undefined ? [] : parseCookieText(source.cookie, baseUrl);
  const jar = createJar([...read.cookies, ...given]);
  if (read.cookies.length > 0 && createJar(read.cookies).getCookiesSync(baseUrl, { allPaths: true }).length === 0) {
    const domains = [...new Set(read.cookies.map((cookie) => cookie.domain))].join(', ');
    notes.push(`${file?.name}: no cookie in it goes to ${baseUrl}; its domain is ${domains}`);
  }
  const cookies = read.cookies.length + given.length > 0 ? jar : undefined;
  const held: Session = { cookies, headers: source.headers ?? {} };
  const session = source.command === undefined ? held : await mintSession(source.command, held, baseUrl);
  if (source.login === undefined) return { session, notes };
  return { session: await login({ ...options, login: source.login, session }), notes };
}
