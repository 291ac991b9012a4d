import fc from 'fast-check';
import type { JsonObject } from '../../../core/target.ts';

// Code points that people write: no control characters, and no space that a service might trim. JSON Schema counts these.
const LETTERS: readonly string[] = Array.from("abcdefXYZ0189-.,'&éßñŁ契約сдיח🚀");
const PLAIN: readonly string[] = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');

/** Texts that a schema describes by its format, its pattern or its length. */
export function textsOf(schema: JsonObject): fc.Arbitrary<string> {
  const { format, pattern, minLength, maxLength } = schema;
  const formatted = typeof format === 'string' ? FORMATS[format] : undefined;
  if (formatted !== undefined) return formatted;
  if (typeof pattern === 'string') return fc.stringMatching(anchored(pattern));
  const min = typeof minLength === 'number' ? minLength : 1;
  const max = typeof maxLength === 'number' ? maxLength : Math.max(60, min);
  return fc.string({
    unit: fc.constantFrom(...LETTERS),
    minLength: Math.min(min, max),
    maxLength: Math.min(max, min + 200),
  });
}

// A pattern may match anywhere in a text; a text that it matches whole is the plainest of them.
function anchored(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

const word = fc.string({ unit: fc.constantFrom(...PLAIN), minLength: 1, maxLength: 12 });

const moment = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: moment.map((text) => text.slice(0, 10)),
  'date-time': moment.map((text) => `${text.slice(0, 19)}Z`),
  time: moment.map((text) => `${text.slice(11, 19)}Z`),
  uuid: fc.uuid(),
  email: fc.tuple(word, word).map(([name, host]) => `${name}@${host}.example.com`),
  uri: fc.tuple(word, word).map(([host, path]) => `https://${host}.example.com/${path}`),
  'uri-reference': word.map((path) => `/${path}`),
  hostname: word.map((host) => `${host}.example.com`),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
};
