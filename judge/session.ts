import { readFile } from 'node:fs/promises';
import { openSession, type SessionSource } from '../client/open-session.ts';
import { type Session, secretsOf } from '../client/session.ts';
import type { TlsOptions } from '../client/tls.ts';
import { messageOf } from '../core/message-of.ts';
import { isDistinctive } from '../core/redaction/secrets.ts';
import { OPTION_DEFAULTS } from '../fixtures/check-options.ts';
import type { Draft } from '../target-file/draft.ts';
import type { TargetFile } from '../target-file/file.ts';
import { type JudgeOptions, UsageProblem } from './options.ts';
import { type Given, secretsOfCookieFile } from './secrets.ts';

/** The session that is sent where nobody gave one: presence is all that the document checks (5.3). */
const MADE_UP = 'assayer';

/** A session ready to be used, and what must not be shown of it. */
export interface OpenedSession {
  readonly session: Session;
  readonly secrets: readonly string[];
  /** Names of fields, in lower case, whose values are hidden however short. */
  readonly secretFields: ReadonlySet<string>;
  /** Cookie values that are no secret, since they were made up here. */
  readonly madeUp: readonly string[];
  /** The value of the cookie that is checked, when the session has one. */
  readonly value: string | undefined;
  /** Why what was given may be no session to the check: no such cookie is in it, and nothing else that could be a credential. */
  readonly missing?: string;
  /** Why the cookie file that was given, and nothing beside it, sends no cookie to this target. */
  readonly unsent?: string;
  readonly notes: readonly string[];
  /** Opens it anew, where a login or a program can; absent where only its owner can. */
  readonly renew?: () => Promise<Session>;
}

/** Opens the session of a run: the option's cookie or file, else the target file's, else a made-up cookie. */
export async function openRunSession(
  options: JudgeOptions,
  file: TargetFile,
  { baseUrl, session: check, claims }: Pick<Draft, 'baseUrl' | 'session' | 'claims'>,
  known: Given,
  tls: TlsOptions = {},
): Promise<OpenedSession> {
  const given = await sourceOf(options, file);
  const anything = Object.keys(given).length > 0;
  // An API without a session check has no use for the cookie that it looks for.
  const isMadeUp = !anything && claims.session !== 'none';
  const source = !isMadeUp ? given : { cookie: `${check.cookieName}=${MADE_UP}` };
  try {
    const open = (): ReturnType<typeof openSession> =>
      openSession(source, { baseUrl, tls, timeoutMs: timeLimit(options) });
    const { session, notes } = await open();
    const canRenew = source.login !== undefined || source.command !== undefined;
    const value = session.cookies?.getCookiesSync(baseUrl).find((cookie) => cookie.key === check.cookieName)?.value;
    const madeUp = isMadeUp ? [MADE_UP] : [];
    const lacks = anything && hasCookiesAlone(source, { ...file.headers, ...options.headers });
    const isSent =
      session.cookies !== undefined && session.cookies.getCookiesSync(baseUrl, { allPaths: true }).length > 0;
    const fromFile = source.cookieFile === undefined ? [] : secretsOfCookieFile(source.cookieFile.text);
    const held = anything ? secretsOf(session).filter(isDistinctive) : [];
    const secrets = [...new Set([...held, ...fromFile.filter(isDistinctive), ...known.values])];
    return {
      session,
      secrets,
      secretFields: known.fields,
      madeUp,
      value,
      ...(lacks && value === undefined ? { missing: noSuchCookie(check.cookieName) } : {}),
      ...(lacks && !isSent ? { unsent: notes.join('; ') || 'there is no cookie in the cookie file' } : {}),
      ...(canRenew ? { renew: async () => (await open()).session } : {}),
      notes: !isMadeUp ? notes : [`session = ${check.cookieName}=${MADE_UP} (made up)`],
    };
  } catch (cause) {
    throw new UsageProblem(`The session cannot be opened: ${messageOf(cause)}`, { cause });
  }
}

/** Whether nothing but cookies was given: a field, a login or a program may give another credential. */
function hasCookiesAlone({ headers, login, command }: SessionSource, more: Readonly<Record<string, string>>): boolean {
  const fields = Object.keys({ ...headers, ...more });
  return fields.length === 0 && login === undefined && command === undefined;
}

function noSuchCookie(name: string): string {
  return `no cookie called ${name} was given; give it, or name the one that the check looks for by session.cookieName in the target file`;
}

// A login is part of the run.
function timeLimit({ timeoutMs = OPTION_DEFAULTS.timeoutMs, maxTimeMs = timeoutMs }: JudgeOptions): number {
  return Math.min(timeoutMs, maxTimeMs);
}

async function sourceOf(options: JudgeOptions, file: TargetFile): Promise<SessionSource> {
  const { session = {} } = file;
  if (options.cookie !== undefined) return { cookie: options.cookie };
  const path = options.cookieFile ?? session.cookieFile;
  return {
    ...(path === undefined ? {} : { cookieFile: { name: path, text: await readText(path) } }),
    ...(session.cookie === undefined || options.cookieFile !== undefined ? {} : { cookie: session.cookie }),
    ...(session.headers === undefined ? {} : { headers: session.headers }),
    ...(session.login === undefined ? {} : { login: session.login }),
    ...(session.command === undefined ? {} : { command: session.command }),
  };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new UsageProblem(`The cookie file cannot be read: ${messageOf(cause)}`, { cause });
  }
}
