import { Cookie, CookieJar } from 'tough-cookie';

/** A jar that takes what its owner put there: a test host may be a bare name, an address, or a public suffix. */
export function createJar(cookies: readonly Cookie[] = []): CookieJar {
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: false, prefixSecurity: 'unsafe-disabled' });
  for (const cookie of cookies) jar.setCookieSync(cookie, homeOf(cookie));
  return jar;
}

/** The cookies of a `name=value; name=value` text, for every path of the base address's host. */
export function parseCookieText(text: string, baseUrl: string): Cookie[] {
  const domain = new URL(baseUrl).hostname.replace(/^\[|\]$/gu, '');
  return text
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair, at) => {
      const [, key, value] = /^([^=\s]+)=(.*)$/u.exec(pair) ?? [];
      if (key === undefined || value === undefined) {
        // It may be the secret itself, without its name.
        throw new SyntaxError(`part ${at + 1} of the cookie has no name; write name=value, several with “; ” between`);
      }
      return new Cookie({ key, value, domain, hostOnly: true, path: '/' });
    });
}

/** The Cookie field for an address; empty when no cookie applies to it. */
export function cookieFieldFor(jar: CookieJar, url: string): string {
  return jar.getCookieStringSync(URL.canParse(url) ? url : new URL(url.split(/[?#]/u)[0] ?? url).origin);
}

/** Whether all cookies of a jar go to every path of their host for as long as a run takes. */
export function areForEveryPath(jar: CookieJar): boolean {
  const { cookies = [] } = jar.serializeSync() ?? {};
  return cookies.every(
    ({ path, expires = 'Infinity', maxAge }) => path === '/' && expires === 'Infinity' && maxAge === undefined,
  );
}

function homeOf(cookie: Cookie): string {
  const domain = cookie.domain ?? '';
  return `https://${domain.includes(':') ? `[${domain}]` : domain}${cookie.path ?? '/'}`;
}
