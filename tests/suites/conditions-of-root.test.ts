import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** The session check of a server that knows its tag and its date, or not. */
type Wrap = (fetch: Fetch) => Fetch;

const TAG = '"root,1"';
const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT';
const isRoot = ({ url, method }: Request): boolean => method === 'GET' && new URL(url).pathname === '/';

/** At the root, what stands behind looks at no condition. */
function unconditional(request: Request): Request {
  if (!isRoot(request)) return request;
  const headers = new Headers([...request.headers].filter(([name]) => !name.startsWith('if-')));
  return new Request(request, { headers });
}

interface Reading {
  /** Whether If-None-Match, or If-Match, names the current tag. */
  readonly isNamed?: (tags: string) => boolean;
  readonly isKnownDate?: (date: string) => boolean;
  readonly isTagless?: true;
}

const parsed = (date: string): boolean =>
  [DATE, 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'].includes(date);

/** Reads conditions at the root; each part as RFC 9110 says, unless it is given here. */
function reading({ isNamed = (tags) => tags.includes(TAG), isKnownDate = parsed, isTagless }: Reading = {}): Wrap {
  return (fetch) => async (request) => {
    const response = await fetch(unconditional(request));
    if (!isRoot(request) || response.status !== 200) return response;
    const fields = { etag: TAG, 'last-modified': DATE };
    const given = (name: string): string | undefined => request.headers.get(name) ?? undefined;
    const [match, unless, since] = [given('if-match'), given('if-none-match'), given('if-modified-since')];
    const isTrue = (tags: string): boolean => tags === '*' || isNamed(tags);
    // Compared strongly, so that weak tags do not count.
    if (match !== undefined && !isTrue(match.replace(/W\/"[^"]*"/gu, ''))) return new Response(null, { status: 412 });
    const isSame = unless === undefined ? since !== undefined && isKnownDate(since) : isTrue(unless);
    if (isSame)
      return new Response(null, { status: 304, headers: { ...Object.fromEntries(response.headers), ...fields } });
    const headers = { ...Object.fromEntries(response.headers), ...(isTagless ? {} : fields) };
    return new Response(response.body, { headers });
  };
}

/** Tells both, and reads neither. */
const telling: Wrap = (fetch) => async (request) => {
  const response = await fetch(unconditional(request));
  if (!isRoot(request) || response.status !== 200) return response;
  const headers = { ...Object.fromEntries(response.headers), etag: TAG, 'last-modified': DATE };
  return new Response(response.body, { headers });
};

const failing = (status: number, field: string, value: string): Wrap => {
  return (fetch) => (request) =>
    isRoot(request) && request.headers.get(field) === value
      ? Promise.resolve(new Response(null, { status }))
      : fetch(request);
};

test.each<[string, Wrap]>(
  inGate([
    ['only a tag alone is known', reading({ isNamed: (tags) => tags.replace('W/', '') === TAG })],
    ['a tag is known by its beginning', reading({ isNamed: (tags) => tags.includes('"root,') })],
    [
      'a list ends at an empty member',
      reading({ isNamed: (tags) => tags.replace(/,,.*$/u, '').includes(TAG) && !/,".*,,/u.test(tags) }),
    ],
    ['a date is known in one form alone', reading({ isKnownDate: (date) => date === DATE })],
    ['what is no date is one', reading({ isKnownDate: (date) => parsed(date) || date === 'no date', isTagless: true })],
    ['a star matches nothing', failing(412, 'if-match', '*')],
    ['a date that is none is refused', failing(400, 'if-unmodified-since', 'no date')],
    ['a date of ISO 8601 is read', failing(412, 'if-unmodified-since', '2000-01-01T00:00:00Z')],
  ]),
)('found: %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged(['status/steady'], { wrap });
  expect(of('status/steady', 'target').outcome).toBe('fail');
});

test.each<[string, Wrap]>([
  ['tag and date are read', reading()],
  ['they are told, and read nowhere', telling],
])('not failed: %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged(['status/steady'], { wrap });
  expect(of('status/steady', 'target').outcome).not.toBe('fail');
});

test('found without a session: a star in If-None-Match is answered 304', async () => {
  const wrap: Wrap = (fetch) => async (request) => {
    const response = await fetch(request);
    const isIt = isRoot(request) && response.status === 401 && request.headers.get('if-none-match') === '*';
    return isIt ? new Response(null, { status: 304 }) : response;
  };
  const { of } = await judged(['session/unauthorized'], { wrap });
  expect(of('session/unauthorized', 'target').outcome).toBe('fail');
});
