import type { Step } from './steps.ts';

/** Bodies that no operation takes (document 7, 400). */
export const BAD_BODIES: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  '{"name":',
  '',
  '[]',
  '"text"',
  'null',
  '{"a":1,}',
  new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
];

/** Tags that only a loose reader takes for others, and lists that a strict one takes apart (RFC 9110 8.8.3, 5.6.1). */
export const TAGS: readonly string[] = ['"*"', '"x,{tag},y"', '"{tag}x"', '"other",{etag}', ', ,{etag}'];

/** Preconditions that say nothing where nothing is (RFC 9110 13.2.1). */
export const ON_MISSING: readonly Step['fields'][] = [
  { 'if-none-match': '"other"' },
  { 'if-none-match': '*' },
  { 'if-modified-since': 'Fri, 31 Dec 2100 23:59:59 GMT' },
  { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
];

/** Texts that encodings, filters and casts change. */
export const ODD_TEXTS: readonly string[] = [
  "Ab “é” ’ ﬁ ½ \u{1F600} &amp; %41 a+b \\ O'Brien",
  'one line\nanother',
  'x'.repeat(400),
];

export const ODD_NUMBERS: readonly number[] = [0.125, -1234567.25, 1e21];
