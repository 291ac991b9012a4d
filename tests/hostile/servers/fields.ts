import { byHand, type Change, type HostileServer, message, plus, spoiling } from '../hostile-server.ts';

const one = (id: string, title: string, change: Change): HostileServer => ({
  id: `fields-${id}`,
  title,
  kind: 'fields',
  start: spoiling(change),
});

/** Adds lines to the head, written by hand so that nothing is checked. */
function lines(...added: readonly string[]): Change {
  return byHand((socket, honest) => {
    socket.end(Buffer.from(message(honest, ...added), 'latin1'));
  });
}

/** One field in the place of the honest one. */
function instead(name: string, value: string): Change {
  return byHand((socket, honest) => {
    const fields = honest.fields.filter(([own]) => own !== name);
    socket.end(Buffer.from(message({ ...honest, fields }, `${name}: ${value}`), 'latin1'));
  });
}

const BLANKS = ' '.repeat(50_000);
const TABS = '\t'.repeat(50_000);

/** Fields without measure, or with values that are slow to read. */
export const fields: readonly HostileServer[] = [
  one('blanks-in-value', 'A value holds 50,000 blanks.', lines(`x-blanks: a${BLANKS}b`)),
  one('tabs-in-value', 'A value holds 50,000 tabs.', lines(`x-tabs: a${TABS}b`)),
  one(
    'blanks-in-type',
    'The media type holds 50,000 blanks.',
    instead('content-type', `application/json;${BLANKS}charset=utf-8${BLANKS}x`),
  ),
  one('blanks-in-etag', 'The ETag holds 50,000 blanks.', instead('etag', `"a"${BLANKS}b`)),
  one('blanks-in-date', 'Last-Modified holds 50,000 blanks.', instead('last-modified', `Mon,${BLANKS}x`)),
  one('blanks-in-location', 'Location holds 50,000 blanks.', instead('location', `/rest/1/deals/${BLANKS}1`)),
  one(
    'blanks-in-challenge',
    'The challenge holds 50,000 blanks.',
    instead('www-authenticate', `Basic${BLANKS}realm=${BLANKS}x`),
  ),
  one('blanks-in-allow', 'Allow holds 50,000 blanks.', instead('allow', `GET${BLANKS},${BLANKS}x`)),
  one(
    'blanks-in-chunked',
    'The transfer coding holds 10,000 blanks.',
    lines(`transfer-encoding: ${' '.repeat(10_000)}, ${' '.repeat(10_000)}x`),
  ),
  one('commas', 'Allow and Vary hold 50,000 commas.', lines(`allow: ${','.repeat(50_000)}`)),
  one(
    'quotes',
    'A challenge holds 50,000 quotes.',
    instead('www-authenticate', `Basic realm="${'\\"'.repeat(25_000)}`),
  ),
  one(
    'challenges',
    'There are 5,000 challenges.',
    instead('www-authenticate', Array.from({ length: 5000 }, (_, i) => `A${i} b=c`).join(', ')),
  ),
  one(
    'cookies-2000',
    'Each answer sets 2,000 cookies.',
    plus(...Array.from({ length: 2000 }, (_, i) => ['set-cookie', `c${i}=${i}; Path=/`] as const)),
  ),
  one('cookie-long', 'Each answer sets a cookie of 60,000 bytes.', lines(`set-cookie: big=${'x'.repeat(60_000)}`)),
  one(
    'cookies-elsewhere',
    'Cookies are set for other domains.',
    plus(['set-cookie', 'a=b; Domain=example.com'], ['set-cookie', 'c=d; Domain=com; Path=/; Secure']),
  ),
  one(
    'cookie-nonsense',
    'Cookies are nonsense.',
    lines('set-cookie: ;;;=;', 'set-cookie: =', 'set-cookie: a=b; Expires=Never; Max-Age=1e99; Path=relative'),
  ),
  one('ten-thousand', 'There are 10,000 fields.', lines(...Array.from({ length: 10_000 }, (_, i) => `x-${i}: y`))),
  one('long', 'A field has a megabyte.', lines(`x-long: ${'x'.repeat(1_000_000)}`)),
  one(
    'proto',
    'Fields are called __proto__ and constructor.',
    lines('__proto__: x', 'constructor: y', 'toString: z', 'hasOwnProperty: 1'),
  ),
  one('etag-long', 'ETags have 60,000 characters.', instead('etag', `"${'x'.repeat(60_000)}"`)),
  one('etag-nonsense', 'ETags are nonsense.', instead('etag', '"a", W/"b", \\"')),
  one('dates-odd', 'Last-Modified is no date.', instead('last-modified', 'December 17, 1995')),
  one(
    'retry-after-years',
    'Every answer is a 503 that says to wait for a billion seconds.',
    () => new Response(null, { status: 503, headers: { 'retry-after': '1000000000' } }),
  ),
  one(
    'retry-after-date',
    'Every answer is a 429 that says to wait until 2099.',
    () => new Response(null, { status: 429, headers: { 'retry-after': 'Thu, 31 Dec 2099 23:59:59 GMT' } }),
  ),
  one(
    'retry-after-nonsense',
    'Every answer is a 429 that says nonsense.',
    () => new Response(null, { status: 429, headers: { 'retry-after': '-1e9 soon' } }),
  ),
];
