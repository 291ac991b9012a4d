import { SERVER_ERROR } from './also.ts';
import { type Deviation, onRequest } from './deviation.ts';
import { jsonAnswer } from './requests.ts';
import { isRoot } from './session-root.ts';

/** A cookie as a server takes it out of the field. */
interface Cookie {
  readonly name: string;
  readonly value: string;
}

const NAME = 'USER_TOKEN';

/** Faults in how the Cookie field is read: document 5.1 to 5.3. */
export const sessionCookies: readonly Deviation[] = [
  named('session-name-by-prefix', 'A cookie counts whose name begins with USER_TOKEN.', (name) =>
    name.startsWith(NAME),
  ),
  named('session-name-by-suffix', 'A cookie counts whose name ends with USER_TOKEN.', (name) => name.endsWith(NAME)),
  named(
    'session-name-without-case',
    'A cookie counts whose name is USER_TOKEN in any case.',
    (name) => name.toUpperCase() === NAME,
  ),
  named(
    'session-name-shorter',
    'A cookie counts whose name is a beginning of USER_TOKEN.',
    (name) => name !== '' && NAME.startsWith(name),
  ),
  named(
    'session-name-dash',
    'A dash in the name of a cookie counts as an underscore, as it does in an environment.',
    (name) => name.replaceAll('-', '_') === NAME,
  ),
  named('session-any-cookie', 'Any cookie at all counts.', (name) => name !== ''),
  {
    id: 'session-name-anywhere-in-field',
    title: 'It is enough that USER_TOKEN stands somewhere in the Cookie field.',
    breaks: ['session/exact-name'],
    wrap: letsIn((_cookies, field) => field.includes(`${NAME}=`)),
  },
  {
    id: 'session-name-as-value',
    title: 'A cookie counts whose value is USER_TOKEN.',
    breaks: ['session/exact-name'],
    wrap: letsIn((cookies) => cookies.some(({ name, value }) => name === NAME || value === NAME)),
  },

  placed('session-first-cookie-only', 'Only the first cookie is looked at.', (cookies) => cookies.slice(0, 1)),
  placed('session-last-cookie-only', 'Only the last cookie is looked at.', (cookies) => cookies.slice(-1)),
  placed('session-cookie-twice-refused', 'Two cookies of the name are none.', (cookies) =>
    cookies.filter(({ name }) => name === NAME).length > 1 ? [] : cookies,
  ),
  placed('session-ten-cookies', 'Only the first ten cookies are looked at.', (cookies) => cookies.slice(0, 10)),
  placed('session-stops-at-empty-value', 'Cookies that follow one with an empty value are lost.', (cookies) => {
    const empty = cookies.findIndex(({ value }) => value === '');
    return empty < 0 ? cookies : cookies.slice(0, empty);
  }),
  placed('session-stops-at-quoted-value', 'Cookies that follow one with a quoted value are lost.', (cookies) => {
    const quoted = cookies.findIndex(({ value }) => value.startsWith('"'));
    return quoted < 0 ? cookies : cookies.slice(0, quoted + 1);
  }),
  placed('session-one-cookie-with-equals', 'One cookie whose value holds “=” spoils them all.', (cookies) =>
    cookies.some(({ name, value }) => name !== NAME && value.includes('=')) ? [] : cookies,
  ),
  placed('session-field-of-100-bytes', 'What the Cookie field holds beyond 100 bytes is lost.', (cookies) => {
    let length = 0;
    return cookies.filter(({ name, value }) => {
      length += name.length + value.length + 3;
      return length <= 100 || value.length > 100;
    });
  }),

  valued('session-zero-refused', 'The value 0 counts as none.', (value) => value !== '0'),
  valued('session-false-refused', 'The value false counts as none.', (value) => value !== 'false'),
  valued(
    'session-null-refused',
    'The values null and undefined count as none.',
    (value) => !/^(?:null|undefined)$/u.test(value),
  ),
  valued('session-short-refused', 'A value of fewer than four characters is refused.', (value) => value.length > 3),
  valued('session-long-refused', 'A value longer than 1024 characters is refused.', (value) => value.length <= 1024),
  valued('session-equals-refused', 'A value that holds “=” is refused.', (value) => !value.includes('=')),
  valued('session-quoted-refused', 'A quoted value is refused.', (value) => !value.startsWith('"')),
  valued(
    'session-brackets-refused',
    'A value of other characters than letters, digits and a few signs is refused.',
    (value) => /^[\w.=%"-]+$/u.test(value),
  ),
  valued(
    'session-deleted-refused',
    'The value deleted counts as none, as some languages write it.',
    (value) => value !== 'deleted',
  ),
  valued('session-not-a-number-refused', 'The value NaN counts as none.', (value) => value !== 'NaN'),
  {
    id: 'session-percent-500',
    title: 'Cookie values are percent-decoded, and one that cannot be breaks the server.',
    breaks: ['session/any-value'],
    alsoStrikes: { ...SERVER_ERROR, 'session/any-position': 'made-up values of other cookies may hold a percent sign' },
    wrap: onRequest(async (seen, next, mock) => {
      const field = seen.request.headers.get('cookie') ?? '';
      if (isRoot(seen, mock) && /%(?![0-9a-f]{2})/iu.test(field)) return jsonAnswer(500, 'URI malformed');
      return next(seen.request);
    }),
  },
];

function cookiesIn(field: string): Cookie[] {
  return field.split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }];
  });
}

/** The session check with another idea of who has a session. */
function letsIn(accepts: (cookies: readonly Cookie[], field: string) => boolean): Deviation['wrap'] {
  return onRequest(async (seen, next, mock) => {
    if (!isRoot(seen, mock)) return next(seen.request);
    const field = seen.request.headers.get('cookie') ?? '';
    const headers = new Headers(seen.request.headers);
    headers.delete('cookie');
    if (accepts(cookiesIn(field), field)) headers.set('cookie', `${NAME}=accepted`);
    return next(new Request(seen.request.url, { method: seen.method, headers }));
  });
}

function named(id: string, title: string, counts: (name: string) => boolean): Deviation {
  return {
    id,
    title,
    breaks: ['session/exact-name'],
    wrap: letsIn((cookies) => cookies.some(({ name }) => name === NAME || counts(name))),
  };
}

function placed(id: string, title: string, looksAt: (cookies: readonly Cookie[]) => readonly Cookie[]): Deviation {
  return {
    id,
    title,
    breaks: ['session/any-position'],
    wrap: letsIn((cookies) => looksAt(cookies).some(({ name }) => name === NAME)),
  };
}

function valued(id: string, title: string, accepts: (value: string) => boolean): Deviation {
  return {
    id,
    title,
    breaks: ['session/any-value'],
    wrap: letsIn((cookies) => cookies.some(({ name, value }) => name === NAME && accepts(value))),
  };
}
