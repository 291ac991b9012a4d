import { headerLines, type RecordedResponse } from '../core/http/exchange.ts';
import { isSecretName } from '../core/redaction/redact.ts';
import { contentTypeOf, secretsInBody } from '../core/redaction/redact-body.ts';
import { secretsOfCookies } from '../core/redaction/secrets.ts';
import { at } from '../core/representation/json-pointer.ts';
import { createClient } from './client.ts';
import { createJar } from './cookies.ts';
import { NO_SESSION, type Session } from './session.ts';
import type { TlsOptions } from './tls.ts';

/** A request that yields a session, as the target file writes it. */
export interface Login {
  readonly method?: string;
  readonly path: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly token?: {
    /** JSON Pointer to the token in the answer. */
    readonly pointer: string;
    /** The field that then carries it; `Authorization`. */
    readonly header?: string;
    /** What stands before it; `Bearer ` for Authorization, nothing otherwise. */
    readonly prefix?: string;
  };
}

/** Where to log in, and with what besides. */
export interface LoginOptions {
  readonly baseUrl: string;
  readonly login: Login;
  /** Fixed fields of the target. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What is there already, such as an API key; it is added to. */
  readonly session?: Session;
  readonly timeoutMs?: number;
  readonly tls?: TlsOptions;
  readonly userAgent?: string;
}

/** Logs in and gives the session with the cookie or token that the answer yields. Throws when it yields none. */
export async function login(options: LoginOptions): Promise<Session> {
  const { baseUrl, session = NO_SESSION } = options;
  const { method = 'POST', path, json, form, token } = options.login;
  const client = createClient({ ...options, session });
  const body = form === undefined ? undefined : new URLSearchParams(form).toString();
  const { response, request, failure } = await client.send({
    method,
    address: path,
    ...(json === undefined ? {} : { json }),
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  });
  await client.close();
  const what = `the login ${method} ${request.url}`;
  if (response === null) throw new Error(`${what} got no answer: ${failure?.message}`);
  // Many a form is answered with a redirect that carries the cookie.
  if (response.status >= 400) throw new Error(`${what} was answered ${response.status}; check what it sends`);
  const jar = createJar(session.cookies?.getCookiesSync(baseUrl, { allPaths: true }) ?? []);
  const setCookies = headerLines(response.headers, 'set-cookie');
  for (const line of setCookies) jar.setCookieSync(line, request.url, { ignoreError: true });
  const cookies = jar.getCookiesSync(baseUrl, { allPaths: true });
  if (token === undefined && setCookies.length === 0) {
    throw new Error(
      `${what} was answered ${response.status} without Set-Cookie; name a token in the target file if its body has one`,
    );
  }
  if (token === undefined && cookies.length === 0) {
    throw new Error(
      `${what} set no cookie that goes to ${baseUrl}: look at the Domain, Path and Secure of its Set-Cookie`,
    );
  }
  return {
    cookies: cookies.length === 0 ? undefined : jar,
    headers: token === undefined ? session.headers : { ...session.headers, ...tokenField(token, response, what) },
    minted: mintedBy(response, setCookies),
  };
}

const SHORTEST_MINTED = 8;

// Cookies that are not kept, such as those of another path, and tokens that are not sent, such as one to refresh with.
function mintedBy({ body, headers }: RecordedResponse, setCookies: readonly string[]): string[] {
  const text = new TextDecoder().decode(body);
  const keys = keyMembers(text);
  const tokens = secretsInBody(text, contentTypeOf(headers));
  return [...setCookies.flatMap((line) => secretsOfCookies(line.split(';', 1)[0] ?? '')), ...tokens, ...keys].filter(
    (value) => value.length >= SHORTEST_MINTED,
  );
}

// In the answer of a login, unlike in a record, `key` is no public one.
function keyMembers(text: string): string[] {
  const found: string[] = [];
  try {
    JSON.parse(text, (name, value: unknown) => {
      if (typeof value === 'string' && isSecretName(name)) found.push(value);
    });
  } catch {
    // No JSON, no members.
  }
  return found;
}

function tokenField(
  token: NonNullable<Login['token']>,
  response: RecordedResponse,
  what: string,
): Record<string, string> {
  const found = valueAt(token.pointer, new TextDecoder().decode(response.body));
  if (typeof found !== 'string' && typeof found !== 'number') {
    throw new Error(`${what} was answered ${response.status}, but its body has no text at ${token.pointer}`);
  }
  const name = token.header ?? 'Authorization';
  const prefix = token.prefix ?? (name.toLowerCase() === 'authorization' ? 'Bearer ' : '');
  return { [name]: `${prefix}${found}` };
}

function valueAt(pointer: string, text: string): unknown {
  try {
    return at(JSON.parse(text), pointer);
  } catch {
    return undefined;
  }
}
