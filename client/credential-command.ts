import { execFile } from 'node:child_process';
import { isSecretName } from '../core/redaction/redact.ts';
import { createJar, parseCookieText } from './cookies.ts';
import type { Session } from './session.ts';

/** A program that mints a credential, as the target file names it. */
export interface CredentialCommand {
  /** The program and its arguments. No shell reads them. */
  readonly run: readonly string[];
  /** The folder in which it runs. */
  readonly cwd?: string;
  /** The field that carries what it prints; `Authorization`. */
  readonly header?: string;
  /** What stands before it there; `Bearer ` for Authorization, nothing otherwise. */
  readonly prefix?: string;
}

/** Enough for a token and its attributes, and for a browser's login to be waited for. */
const LONGEST_OUTPUT = 64 * 1024;
const TIME_MS = 60_000;

/**
 * Runs the program and makes a session of what it prints: a token on one line, or a JSON object with `headers`, `cookie` or both.
 * Neither its output nor what it complains of is ever told: either may hold the secret.
 */
export async function mintSession(command: CredentialCommand, session: Session, baseUrl: string): Promise<Session> {
  const output = (await outputOf(command)).trim();
  const { headers, cookie } = credentialsIn(output, command);
  const known = session.cookies?.getCookiesSync(baseUrl, { allPaths: true }) ?? [];
  const given = cookie === undefined ? [] : parseCookieText(cookie, baseUrl);
  return {
    cookies: known.length + given.length === 0 ? session.cookies : createJar([...known, ...given]),
    headers: { ...session.headers, ...headers },
    minted: [...(session.minted ?? []), ...secretsOf(output)],
  };
}

function outputOf({ run, cwd }: CredentialCommand): Promise<string> {
  const [program = '', ...args] = run;
  const shown = `session.command (${program})`;
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: LONGEST_OUTPUT, timeout: TIME_MS, ...(cwd === undefined ? {} : { cwd }) };
    const child = execFile(program, args, options, (cause, stdout) => {
      if (cause === null && stdout.trim() !== '') resolve(stdout);
      else if (cause === null) reject(new Error(`${shown} printed nothing; run it by hand`));
      else reject(new Error(`${shown} ${why(cause)}; run it by hand to see what it says`));
    });
    child.stdin?.end();
  });
}

function why(cause: { readonly code?: unknown; readonly killed?: boolean | undefined }): string {
  if (cause.code === 'ENOENT') return 'was not found';
  if (cause.code === 'EACCES') return 'may not be run';
  if (cause.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `printed more than ${LONGEST_OUTPUT} bytes`;
  if (cause.killed === true) return `took longer than ${TIME_MS / 1000} s`;
  return typeof cause.code === 'number' ? `ended with status ${cause.code}` : 'could not be run';
}

interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly cookie?: string;
}

function credentialsIn(output: string, { header = 'Authorization', prefix }: CredentialCommand): Credentials {
  const before = prefix ?? (header.toLowerCase() === 'authorization' ? 'Bearer ' : '');
  const parsed = parse(output);
  if (parsed === undefined) {
    if (/[\r\n]/u.test(output))
      throw new Error('session.command printed several lines; print the token alone, or a JSON object');
    return { headers: { [header]: `${before}${output}` } };
  }
  const { headers, cookie } = parsed;
  const fields = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  if ((fields.length === 0 && typeof cookie !== 'string') || fields.some(([, value]) => typeof value !== 'string')) {
    throw new Error('session.command printed JSON without headers (an object of texts) and without cookie (a text)');
  }
  return { headers: Object.fromEntries(fields), ...(typeof cookie === 'string' ? { cookie } : {}) };
}

function parse(output: string): Readonly<Record<string, unknown>> | undefined {
  if (!output.startsWith('{')) return undefined;
  try {
    return JSON.parse(output);
  } catch {
    throw new Error('session.command printed something that begins like JSON and is not valid JSON');
  }
}

const SHORTEST = 4;

/** All of the output, and each text in it: what is printed beside the token, such as one to refresh with, is as secret. */
function secretsOf(output: string): string[] {
  const found = [output];
  if (output.startsWith('{')) {
    JSON.parse(output, (name, value: unknown) => {
      if (typeof value === 'string' && (value.length >= SHORTEST || isSecretName(name))) found.push(value);
    });
  }
  return found.filter((text) => text.length >= SHORTEST);
}
