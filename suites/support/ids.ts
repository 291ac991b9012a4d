import fc from 'fast-check';
import { fillEncoded } from '../../core/address.ts';
import type { HttpRequest } from '../../core/exchange.ts';
import type { Resource } from '../../core/target.ts';
import type { Property } from '../../core/trial.ts';

/** An id that no record has, in a certain shape. */
export interface UnknownId {
  readonly shape: string;
  /** As it stands in the path, percent-encoded. */
  readonly encoded: string;
  /** May rightly be refused with 400 or 414 before the service sees it; then only 2xx and 5xx count against it. */
  readonly absurd: boolean;
}

const id = (shape: string, text: string): UnknownId => ({ shape, encoded: encodeURIComponent(text), absurd: false });
const absurd = (shape: string, encoded: string): UnknownId => ({ shape, encoded, absurd: true });

/** Shapes that servers treat apart, tried in every run: a fault often shows in only one of them. */
const ALWAYS: readonly UnknownId[] = [
  id('digits', '987654321'),
  id('zero', '0'),
  id('negative', '-1'),
  id('leading zeros', '000123456'),
  id('beyond 64 bits', '98765432109876543210987654321'),
  id('decimal', '987654.5'),
  id('exponent', '9e99'),
  id('hexadecimal', '0xdeadbeef'),
  id('word', 'nosuchrecord'),
  id('upper case', 'NOSUCHRECORD'),
  id('words with dashes', 'no-such-record'),
  id('UUID', '0e7a1c9e-6a57-4f0e-9d4b-4d2f0b1c9a77'),
  id('null', 'null'),
  id('undefined', 'undefined'),
  id('true', 'true'),
  id('a property that every object has', 'constructor'),
  id('the prototype', '__proto__'),
  id('with a space', 'no such record'),
  id('with a plus', 'no+such+record'),
  id('with a colon', 'no:such'),
  id('with an at sign', 'no@such.example'),
  id('with a quote', "no'such"),
  id('with SQL', "1' OR '1'='1"),
  id('with a comma', '1,2'),
  id('with a semicolon', 'no;such=1'),
  id('with an asterisk', 'no*'),
  id('an underscore', '_'),
  id('Latin with marks', 'größe'),
  id('Chinese', '没有这条'),
  id('emoji', '🚀🚀'),
  id('right to left', 'לא־קיים'),
  id('200 characters', 'n'.repeat(200)),
  { shape: 'needlessly percent-encoded', encoded: '%6E%6F%73%75%63%68', absurd: false },
  absurd('encoded slash', 'no%2Fsuch'),
  absurd('encoded backslash', 'no%5Csuch'),
  absurd('NUL', 'no%00such'),
  absurd('control character', 'no%0Asuch'),
  absurd('percent sign', '%25'),
  absurd('malformed percent-encoding', 'no%ZZsuch'),
  absurd('bytes that are not UTF-8', 'no%FF%FEsuch'),
  absurd('1,000 characters', 'n'.repeat(1000)),
];

const RESERVED_WORDS = /^(?:\.{1,2}|new|edit|search|count|me|self|all|latest)$/iu;

const text = (unit: fc.Arbitrary<string>, maxLength = 40): fc.Arbitrary<string> =>
  fc.string({ unit, minLength: 1, maxLength }).filter((t) => !RESERVED_WORDS.test(t));

const lettersAndDigits = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-');
const printable = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((c) => !/[\p{C}\\/]/u.test(c));

const ANY: fc.Arbitrary<UnknownId> = fc.oneof(
  fc.bigInt({ min: 10n ** 8n, max: 10n ** 30n }).map((n) => id('digits', String(n))),
  fc.integer({ min: -(2 ** 31), max: -1 }).map((n) => id('negative', String(n))),
  fc.uuid().map((u) => id('UUID', u)),
  text(lettersAndDigits).map((t) => id('word', `x${t}`)),
  text(printable).map((t) => id('Unicode', `x${t}`)),
  fc.integer({ min: 41, max: 200 }).map((n) => id('long', 'x'.repeat(n))),
);

const BY_TYPE: Readonly<Record<Resource['unknownIds'], (known: UnknownId) => boolean>> = {
  any: () => true,
  number: ({ encoded }) => /^[1-9]\d{5,8}$/u.test(encoded),
  uuid: ({ encoded }) => /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u.test(encoded),
  name: ({ encoded }) => /^[a-z][a-z0-9-]*$/u.test(encoded),
};

const MADE_UP: Readonly<Record<Resource['unknownIds'], fc.Arbitrary<UnknownId>>> = {
  any: ANY,
  number: fc.integer({ min: 10 ** 8, max: 2 ** 31 - 1 }).map((n) => id('digits', String(n))),
  uuid: fc.uuid({ version: 4 }).map((u) => id('UUID', u)),
  name: text(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789-'), 30).map((t) => id('name', `x${t}x`)),
};

/** Ids that name no record of the resource, in every shape that its ids may have. */
export function unknownIds(resource: Resource): Property<UnknownId> {
  return {
    cases: MADE_UP[resource.unknownIds].filter((unknown) => unknown.encoded !== resource.known),
    always: [...ALWAYS, ...besideKnown(resource)]
      .filter(BY_TYPE[resource.unknownIds])
      .filter((unknown) => unknown.encoded !== resource.known),
    show: ({ shape, encoded }) => `${shape}: ${encoded.length > 60 ? `${encoded.slice(0, 60)}…` : encoded}`,
  };
}

// A number that is read up to the first other character, or as JavaScript reads numbers, finds the record of that number; so
// does one that is kept in 32 or 64 bits and wraps, though it is another number.
function besideKnown({ known }: Resource): UnknownId[] {
  if (known === undefined || !/^\d+$/u.test(known)) return [];
  return [
    id('a known number with letters after it', `${known}xq`),
    id('a known number as a decimal', `${known}.0`),
    id('a known number with an exponent', `${known}e0`),
    ...wrapping(BigInt(known)),
  ];
}

// Ids of 64 bits lie so close that the one beside a large number may exist.
function wrapping(known: bigint): UnknownId[] {
  if (known >= 2n ** 31n) return [];
  return [
    id('a known number and 2 to the 32nd', String(known + 2n ** 32n)),
    id('a known number and 2 to the 64th', String(known + 2n ** 64n)),
  ];
}

/** A request on an address whose `{id}` is an unknown id. */
export function aboutUnknown(request: HttpRequest, unknown: UnknownId): HttpRequest {
  const address = fillEncoded(request.address, { id: unknown.encoded });
  return { ...request, address, about: unknown.absurd ? 'absurd' : 'missing' };
}
