import type { RecordedResponse } from '../../core/http/exchange.ts';

/** Draws numbers from 0 to below 1, the same ones for the same seed. */
export type Draw = () => number;

/** Mulberry32: small, fast and good enough to choose among answers. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of several, each as likely. */
export function pick<T>(draw: Draw, from: readonly [T, ...T[]]): T {
  return from[Math.floor(draw() * from.length)] ?? from[0];
}

const TEXTS: readonly [string, ...string[]] = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  '\ud800',
  'a\udfffb',
  '\u0000',
  '\u202eevil',
  '../../etc/passwd',
  '%',
  '%zz',
  '%2e%2e%2f',
  '{id}',
  '{unique}',
  '__proto__',
  'constructor',
  '</script><!--',
  ']]>',
  '…………',
  '`|@all',
  '9'.repeat(400),
  'x'.repeat(5000),
  'http://',
  'http://[',
  '//elsewhere.example/1',
  'mailto:a@b',
  'ä'.normalize('NFD'),
];

const NUMBERS: readonly [number, ...number[]] = [0, -0, -1, 1.5, 1e308, 2 ** 53, 5e-324, 12];

const MEMBERS: readonly [string, ...string[]] = [
  'id',
  'name',
  'price',
  'state',
  'self',
  'href',
  '',
  '__proto__',
  'toString',
  'length',
  'a/b',
  'a~0',
  '\ud83d',
];

/** Any JSON value as text, wide or deep now and then. */
export function oddJson(draw: Draw, depth = 0): string {
  const roll = draw();
  if (depth === 0 && roll < 0.02) return '['.repeat(9000) + ']'.repeat(9000);
  if (depth === 0 && roll < 0.04) return `[${'{"id":1},'.repeat(2000)}{"id":2}]`;
  if (depth > 3 || roll < 0.45) return oddScalar(draw);
  const count = Math.floor(draw() * 4);
  const inner = Array.from({ length: count }, () => oddJson(draw, depth + 1));
  if (roll < 0.7) return `[${inner.join(',')}]`;
  return `{${inner.map((value) => `${JSON.stringify(pick(draw, MEMBERS))}:${value}`).join(',')}}`;
}

function oddScalar(draw: Draw): string {
  const roll = draw();
  if (roll < 0.6) return JSON.stringify(pick(draw, TEXTS));
  if (roll < 0.85) return String(pick(draw, NUMBERS));
  return pick(draw, ['null', 'true', 'false', '1e999', '-0.0', '123456789012345678901234567890']);
}

function oddMarkup(draw: Draw): string {
  const attributes = draw() < 0.05 ? Array.from({ length: 30_000 }, (_, i) => `a${i}="${i}"`).join(' ') : 'href="/7"';
  const depth = draw() < 0.05 ? 5000 : 2;
  const open = '<a>'.repeat(depth);
  const close = '</a>'.repeat(draw() < 0.8 ? depth : depth - 1);
  const text = pick(draw, ['7', '&amp;', '&nope;', '<![CDATA[x]]>', '<!-- -->', '<?p i?>', '\u0001', '…']);
  const doctype = pick(draw, ['', '', '<!DOCTYPE a [<!ENTITY nope "x">]>', '<!DOCTYPE html>']);
  return `${doctype}<deals ${attributes}>${open}${text}${close}</deals>`;
}

const STATUSES: readonly [number, ...number[]] = [
  200, 200, 200, 201, 201, 202, 204, 206, 226, 299, 300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 406,
  409, 410, 412, 415, 422, 429, 451, 499, 500, 501, 503, 599,
];

const TYPES: readonly [string, ...string[]] = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset="no-such"',
  'application/json; charset=utf-16',
  'application/xml',
  'text/html; charset=latin1',
  'application/hal+json',
  'application/atom+xml',
  'text/plain',
  '',
  ';',
  'json',
  'a/b; charset=',
];

const FIELDS: readonly [
  readonly [string, readonly [string, ...string[]]],
  ...(readonly [string, readonly [string, ...string[]]])[],
] = [
  [
    'Location',
    [
      '',
      '/',
      '/rest/1/deals/%',
      '/rest/1/deals/%ed%a0%80',
      '?',
      '#',
      '//',
      'http://[',
      '/rest/1/deals/a%2fb',
      '/users/1',
      `/${'a/'.repeat(3000)}`,
      'http://127.0.0.1:9/rest/1/deals/',
      'data:,x',
    ],
  ],
  ['ETag', ['', '""', 'W/""', 'abc', '"a"b"', 'W/"a", "b"', `"${'e'.repeat(4000)}"`]],
  ['Last-Modified', ['', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Sat, 31 Feb 2026 00:00:00 GMT', 'yesterday', '0']],
  ['Allow', ['', ',', 'GET', 'GET,,PUT', 'get, "x"', '*']],
  ['Vary', ['', '*', 'Accept, *', ',,', 'accept']],
  ['WWW-Authenticate', ['', ',', 'Basic', 'Basic realm="', 'Cookie realm=a, b=c, Digest', 'a=b', 'Bearer abc===']],
  [
    'Set-Cookie',
    ['', '=', 'USER_TOKEN=', 'a=b; Path', 'USER_TOKEN="x; y"; Expires=never', `a=${'b'.repeat(4000)}`, '; ;'],
  ],
  ['Content-Location', ['', '%', '/users/1', 'http://[']],
  ['Link', ['<', '<>;', '</users>; rel="', '</users/1>; rel=self']],
  ['Content-Length', ['', '0', '-1', '1e3', '99999999999999999999']],
  ['Cache-Control', ['', 'max-age=', 'no-store, , private="x']],
  ['Date', ['', 'now', 'Thu, 01 Jan 1970 00:00:00 GMT']],
  ['Accept', ['*/*;q=2', ';']],
];

const encoder = new TextEncoder();

/** An answer of any kind that an HTTP client hands over. */
export function oddResponse(draw: Draw): RecordedResponse {
  const roll = draw();
  const text = roll < 0.6 ? oddJson(draw) : roll < 0.8 ? oddMarkup(draw) : pick(draw, TEXTS);
  const body = draw() < 0.03 ? Uint8Array.from([0xff, 0xfe, 0xd8, 0, 0x80]) : encoder.encode(text);
  return {
    status: pick(draw, STATUSES),
    statusText: pick(draw, ['', 'OK', '\u00ff', '  ']),
    headers: [['Content-Type', pick(draw, TYPES)], ...oddFields(draw)],
    body,
  };
}

function oddFields(draw: Draw): [string, string][] {
  return Array.from({ length: Math.floor(draw() * 5) }, (): [string, string] => {
    const [name, values] = pick(draw, FIELDS);
    return [name, pick(draw, values)];
  });
}

/** A right answer with one thing or two made odd, so that what reads it gets further than with nothing but odd ones. */
export function madeOdd(response: RecordedResponse, draw: Draw): RecordedResponse {
  const roll = draw();
  if (roll < 0.2) return { ...response, status: pick(draw, STATUSES) };
  if (roll < 0.45) return { ...response, headers: [...response.headers, ...oddFields(draw)] };
  if (roll < 0.55) {
    const [name, values] = pick(draw, FIELDS);
    const others = response.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
    return { ...response, headers: [...others, [name, pick(draw, values)]] };
  }
  const text = new TextDecoder().decode(response.body);
  return { ...response, body: encoder.encode(oddText(text, draw)) };
}

function oddText(text: string, draw: Draw): string {
  const roll = draw();
  if (roll < 0.1) return text.slice(0, Math.floor(draw() * text.length));
  if (roll < 0.2) return oddJson(draw);
  if (roll < 0.3) return `[${text}]`;
  if (roll < 0.4) return `{"data":${text}}`;
  // Any one scalar, chosen by its place.
  const scalars = [...text.matchAll(/"[^"\\]*"(?!\s*:)|\d+/gu)];
  const chosen = scalars[Math.floor(draw() * scalars.length)];
  if (chosen === undefined) return oddJson(draw);
  return text.slice(0, chosen.index) + oddJson(draw, 3) + text.slice(chosen.index + chosen[0].length);
}
