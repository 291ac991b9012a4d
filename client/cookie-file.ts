import { Cookie } from 'tough-cookie';

/** What a cookie file holds, and what in it is not read. */
export interface CookieFile {
  readonly cookies: readonly Cookie[];
  /** Lines that a command-line client passes over without a word, in words. */
  readonly notes: readonly string[];
}

const HTTP_ONLY = '#HttpOnly_';

/**
 * Reads a cookie file in the old Netscape format (document 5.5) as curl does. `name` is the file's, for messages.
 * Throws for a line that is neither a cookie, nor a comment, nor a plain `name=value`.
 */
export function parseCookieFile(text: string, name: string, now: number = Date.now()): CookieFile {
  const cookies: Cookie[] = [];
  const notes: string[] = [];
  const lines = text.replace(/^\uFEFF/u, '').split(/\r?\n/u);
  for (const [index, line] of lines.entries()) {
    const where = `${name}:${index + 1}`;
    if (line.trim() === '' || (line.startsWith('#') && !line.startsWith(HTTP_ONLY))) continue;
    if (isPlainPair(line)) {
      notes.push(`${where}: “${nameOf(line)}=…” is no cookie in this format and was passed over: ${SEVEN}`);
      continue;
    }
    const { cookie, expiry } = readLine(line, where);
    if (expiry !== 0 && expiry * 1000 <= now) {
      notes.push(`${where}: the cookie ${cookie.key} expired on ${new Date(expiry * 1000).toISOString()}`);
    } else cookies.push(cookie);
  }
  return { cookies, notes };
}

/** Writes cookies as a file that `curl -b` reads. */
export function writeCookieFile(cookies: readonly Cookie[]): string {
  return `# Netscape HTTP Cookie File\n${cookies.map((cookie) => `${lineOf(cookie)}\n`).join('')}`;
}

const SEVEN =
  'a line has seven fields, with a TAB between: domain, TRUE or FALSE, path, TRUE or FALSE, expiry, name, value';

function isPlainPair(line: string): boolean {
  return !line.includes('\t') && /^[^=\s]+=/u.test(line);
}

function nameOf(pair: string): string {
  return pair.slice(0, pair.indexOf('='));
}

function readLine(line: string, where: string): { cookie: Cookie; expiry: number } {
  const httpOnly = line.startsWith(HTTP_ONLY);
  const fields = (httpOnly ? line.slice(HTTP_ONLY.length) : line).split('\t');
  // An empty value at the end loses its TAB in many an editor.
  const [domain = '', tail = '', path = '', secure = '', expires = '', key = '', value = ''] = fields;
  if (fields.length !== 7 && fields.length !== 6) {
    throw new SyntaxError(`${where}: ${fields.length} field(s) where seven are due; ${SEVEN}`);
  }
  // The fields are not quoted: where one is left out, the value stands in the place of another.
  const demand = (met: boolean, what: string): void => {
    if (!met) throw new SyntaxError(`${where}: ${what}; ${SEVEN}`);
  };
  demand(/^\.?[^\s.]\S*$/u.test(domain), 'the first field is not a domain');
  demand(isFlag(tail), 'the second field is not TRUE or FALSE');
  demand(path.startsWith('/'), 'the third field, the path, does not begin with “/”');
  demand(isFlag(secure), 'the fourth field is not TRUE or FALSE');
  demand(/^\d{1,12}$/u.test(expires), 'the fifth field, the expiry, is not a number of seconds since 1970, or 0');
  demand(/^[^\s;=]+$/u.test(key), 'the sixth field is not a cookie name');
  const expiry = Number(expires);
  const cookie = new Cookie({
    domain: domain.replace(/^\./u, ''),
    hostOnly: tail.toUpperCase() === 'FALSE',
    path,
    secure: secure.toUpperCase() === 'TRUE',
    expires: expiry === 0 ? 'Infinity' : new Date(expiry * 1000),
    key,
    value,
    httpOnly,
  });
  return { cookie, expiry };
}

function isFlag(text: string): boolean {
  return /^(?:TRUE|FALSE)$/iu.test(text);
}

function lineOf(cookie: Cookie): string {
  const { domain, path, secure, expires, key, value, httpOnly, hostOnly } = cookie;
  if (domain === null) throw new TypeError(`the cookie ${key} has no domain, which a cookie file must name`);
  const expiry = expires instanceof Date ? Math.floor(expires.getTime() / 1000) : 0;
  const flag = (set: boolean): string => (set ? 'TRUE' : 'FALSE');
  const tail = hostOnly !== true;
  const fields = [tail ? `.${domain}` : domain, flag(tail), path ?? '/', flag(secure), `${expiry}`, key, value];
  if (fields.some((field) => /[\t\r\n]/u.test(field))) {
    throw new TypeError(`the cookie ${key} holds a TAB or a line end, which a cookie file cannot`);
  }
  return (httpOnly ? HTTP_ONLY : '') + fields.join('\t');
}
