import fc from 'fast-check';
import { decodeSegment, fillEncoded } from '../../core/http/address.ts';
import type { HttpRequest } from '../../core/http/exchange.ts';
import { betweenLetters, type FreshIds } from '../../core/ids/fresh-ids.ts';
import { once } from '../../core/once.ts';
import type { Property, Trial } from '../../core/run/trial.ts';
import type { Resource } from '../../core/target.ts';
import { mayMeetOthers } from './careless-readings.ts';
import { collection, listedIds } from './evidence.ts';
import { mayBeTitle, misreadings } from './misreadings.ts';
import { resourceOf } from './subjects.ts';

/** An id that no record has, in a certain shape. */
export interface UnknownId {
  readonly shape: string;
  /** As it stands in the path, percent-encoded. */
  readonly encoded: string;
  /** May rightly be refused with 400 or 414 before the service sees it; then only 2xx and 5xx count against it. */
  readonly absurd: boolean;
  /**
   * The same in every run, or close to an id that exists: only to be read. A server that reads it carelessly could take it
   * for a record that the run did not make, or for all of them.
   */
  readonly onlyRead?: true;
}

const id = (shape: string, text: string): UnknownId => ({ shape, encoded: encodeURIComponent(text), absurd: false });
const absurd = (shape: string, encoded: string): UnknownId => ({ shape, encoded, absurd: true });
const onlyRead = (shape: string, text: string): UnknownId => ({ ...id(shape, text), onlyRead: true });

// Where 26 letters of a script stand together in Unicode.
const LATIN_EXTENDED = 0x100;
const CHINESE = 0x4e00;
const EMOJI = 0x1f600;
const ARABIC = 0x628;

/**
 * Shapes that servers treat apart, tried in every run: a fault often shows in only one of them. What may be written to begins
 * with values of this run: a server that cuts an id short, or reads only its beginning, finds nothing of somebody else's.
 */
function always(fresh: FreshIds): UnknownId[] {
  const { nonce, number, shortNumber, uuid } = fresh;
  const counted = (shape: string, text: string): UnknownId => id(shape, fresh.mint(text, 'checked'));
  const drawn = (shape: string, text: string): UnknownId => id(shape, fresh.mint(text));
  return [
    counted('digits', String(shortNumber)),
    drawn('many digits', String(number)),
    onlyRead('zero', '0'),
    onlyRead('minus one', '-1'),
    drawn('negative', `-${number}`),
    counted('leading zeros', `000${shortNumber}`),
    // Of 21 digits, which JavaScript still writes without an exponent: cut at that, a longer one is a number of one digit.
    drawn('beyond 64 bits', `98765${number}`),
    counted('decimal', `${shortNumber}.${shortNumber}`),
    counted('exponent', `${shortNumber}e9`),
    // Read as a number in tens, it is 0; and no digit stands at its end.
    counted('hexadecimal', `0x${number.toString(16)}f`),
    id('word', `${nonce}nosuch`),
    id('upper case', `${nonce.toUpperCase()}NOSUCH`),
    id('words with dashes', `${nonce}-no-such`),
    id('UUID', uuid),
    onlyRead('null', 'null'),
    onlyRead('undefined', 'undefined'),
    onlyRead('true', 'true'),
    onlyRead('a property that every object has', 'constructor'),
    onlyRead('the prototype', '__proto__'),
    id('with a space', `${nonce} no such`),
    id('with a plus', `${nonce}+no+such`),
    id('with a colon', `${nonce}:no`),
    id('with an at sign', `${nonce}@no.example`),
    id('with a quote', `${nonce}'no`),
    onlyRead('with SQL', "1' OR '1'='1"),
    id('with SQL that finds nothing', `${nonce}' AND '1'='2`),
    id('with a comma', `${nonce},${nonce}x`),
    onlyRead('two numbers with a comma', '1,2'),
    id('with a semicolon', `${nonce};such=1`),
    id('with an asterisk', `${nonce}*`),
    onlyRead('an underscore', '_'),
    onlyRead('an asterisk alone', '*'),
    // A store that compares by patterns takes it for every record; who refuses it as broken encoding may.
    { shape: 'a percent sign alone', encoded: '%25', absurd: true, onlyRead: true },
    drawn('Latin with marks', `${fresh.written(LATIN_EXTENDED)}größe`),
    // Its encoding ends in no digit, which a careless reader would take for an id.
    drawn('Chinese', `${fresh.written(CHINESE)}没有这个`),
    drawn('emoji', `${fresh.written(EMOJI)}🚀🚀`),
    drawn('right to left', `${fresh.written(ARABIC)}לא־קיים`),
    id('200 characters', nonce + 'n'.repeat(200 - nonce.length)),
    { shape: 'needlessly percent-encoded', encoded: escaped(`${nonce}nosuch`), absurd: false },
    absurd('encoded slash', `${nonce}%2Fno`),
    absurd('encoded backslash', `${nonce}%5Cno`),
    absurd('NUL', `${nonce}%00no`),
    absurd('control character', `${nonce}%0Ano`),
    absurd('percent sign', `${nonce}%25`),
    absurd('malformed percent-encoding', `${nonce}%ZZ`),
    absurd('bytes that are not UTF-8', `${nonce}%FF%FE`),
    absurd('1,000 characters', nonce + 'n'.repeat(1000 - nonce.length)),
  ];
}

function escaped(text: string): string {
  return Array.from(text, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`).join('');
}

const RESERVED_WORDS = /^(?:\.{1,2}|new|edit|search|count|me|self|all|latest)$/iu;

const text = (unit: fc.Arbitrary<string>, maxLength = 40): fc.Arbitrary<string> =>
  fc.string({ unit, minLength: 1, maxLength }).filter((t) => !RESERVED_WORDS.test(t));

const lettersAndDigits = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-');
// fast-check reads all of Unicode for it.
const printable = once(() =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((c) => !/[\p{C}\\/]/u.test(c)),
);

const BY_TYPE: Readonly<Record<Resource['unknownIds'], (known: UnknownId) => boolean>> = {
  any: () => true,
  number: ({ encoded }) => /^[1-9]\d{5,8}$/u.test(encoded),
  uuid: ({ encoded }) => /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u.test(encoded),
  name: ({ encoded }) => /^[a-z][a-z0-9-]*$/u.test(encoded),
};

// The seed decides the shape; the values differ from run to run, so that a second run finds nothing of the first.
function generated(fresh: FreshIds): Readonly<Record<Resource['unknownIds'], fc.Arbitrary<UnknownId>>> {
  const { nonce, number, shortNumber } = fresh;
  const withTail = (uuid: string): string => fresh.mint(betweenLetters(uuid.slice(0, -12) + fresh.uuid.slice(-12)));
  const drawn = (shape: string, n: bigint): UnknownId => id(shape, fresh.mint(String(n)));
  const short = (n: number): UnknownId => id('digits', fresh.mint(String(5e8 + ((n + shortNumber) % 5e8)), 'checked'));
  return {
    any: fc.oneof(
      fc.bigInt({ min: 10n ** 8n, max: 10n ** 30n }).map((n) => drawn('digits', n + number)),
      fc.integer({ min: 1, max: 2 ** 31 }).map((n) => drawn('negative', -number - BigInt(n))),
      fc.uuid().map((u) => id('UUID', withTail(u))),
      text(lettersAndDigits).map((t) => id('word', `${nonce}${t}`)),
      text(printable()).map((t) => id('Unicode', `${nonce}${t}`)),
      fc.integer({ min: 41, max: 200 }).map((n) => id('long', nonce + 'x'.repeat(n - nonce.length))),
    ),
    number: fc.integer({ min: 0, max: 5e8 - 1 }).map(short),
    uuid: fc.uuid({ version: 4 }).map((u) => id('UUID', withTail(u))),
    name: text(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789-'), 30).map((t) => id('name', `${nonce}${t}`)),
  };
}

/** Ids that name no record of the resource, in every shape that its ids may have. They are for reading; see `idsToWriteTo`. */
export function unknownIds(resource: Resource, fresh: FreshIds): Property<UnknownId> {
  return {
    cases: generated(fresh)[resource.unknownIds].filter((unknown) => unknown.encoded !== resource.known),
    always: [...always(fresh), ...besideKnown(resource), ...aroundKnown(resource), ...misread(resource)]
      .filter(BY_TYPE[resource.unknownIds])
      .filter((unknown) => unknown.encoded !== resource.known),
    show: ({ shape, encoded }) => `${shape}: ${encoded.length > 60 ? `${encoded.slice(0, 60)}…` : encoded}`,
  };
}

/**
 * Ids that may be written to: values of this run, and, given the id of a record that the run made, numbers that a careless
 * reader would take for that one. `names` are tried besides, once nothing is found there.
 */
export function idsToWriteTo(
  resource: Resource,
  fresh: FreshIds,
  own?: string,
  names: readonly string[] = [],
): Property<UnknownId> {
  const { always = [], ...property } = unknownIds(resource, fresh);
  const others = own === undefined ? [] : [...besideKnown({ ...resource, known: own }), ...numberNotations(own)];
  const beside = others.filter(BY_TYPE[resource.unknownIds]);
  // What is read carelessly is the run's own record; what wraps may be another number that a record has. What is a number in another
  // notation may be read as that everywhere, which a GET shows.
  for (const { encoded } of beside) fresh.mint(encoded, /^\d+xq$/u.test(encoded) ? 'sure' : 'checked');
  for (const name of names) fresh.mint(name, 'checked');
  return {
    ...property,
    always: [...always.filter((unknown) => unknown.onlyRead !== true || names.includes(unknown.encoded)), ...beside],
  };
}

/** Names that every object has in some languages: to delete them makes nothing, and takes nothing that was not found by them. */
export const INHERITED: readonly string[] = ['constructor', '__proto__'];

/**
 * Sets a case aside whose id may name a record, or be taken for that of one: what was made up of few digits is looked for before it is
 * written to, and so is what is left of it where it is not decoded.
 */
export async function setAsideTaken(trial: Trial, resource: Resource, { encoded }: UnknownId): Promise<void> {
  fc.pre(await trial.records.isFree(resource, decodeSegment(encoded)));
  fc.pre(!(await mayMeetOthers(trial, resource, encoded)));
}

/** Sets a case aside whose id the list shows: any text may be the id of a record, `null` and `0` too (document 2). */
export async function setAsideListed(trial: Trial, { encoded }: UnknownId): Promise<void> {
  fc.pre(!(await isListed(trial, encoded)));
}

/**
 * Whether the list shows an id, as it stands in the path. A record may have its name for an address, and a number for its member `id`, so
 * that any text or link of the list counts.
 */
export async function isListed(trial: Trial, encoded: string): Promise<boolean> {
  const id = decodeSegment(encoded);
  if ((await listedIds(trial)).has(id)) return true;
  if (resourceOf(trial).list === undefined) return false;
  const { text } = await collection(trial);
  return text.includes(JSON.stringify(id)) || text.includes(`/${encoded}"`);
}

/** The plainest id that may be written to. */
export function plainId(resource: Resource, fresh: FreshIds): UnknownId | undefined {
  const { always = [] } = idsToWriteTo(resource, fresh);
  return always.find(({ encoded }) => fresh.freshnessOf(encoded) === 'sure') ?? always[0];
}

// A number that is read up to the first other character, or as JavaScript reads numbers, finds the record of that number; so
// does one that is kept in 32 or 64 bits and wraps, though it is another number.
function besideKnown({ known }: Pick<Resource, 'known'>): UnknownId[] {
  if (known === undefined || !/^\d+$/u.test(known)) return [];
  return [onlyRead('a known number with letters after it', `${known}xq`), ...wrapping(BigInt(known))];
}

/** A known number in notations that the usual readers of numbers take for it: `notations.ts` says what that means. */
export function numberNotations(known: string): UnknownId[] {
  if (!/^\d+$/u.test(known)) return [];
  return [
    onlyRead('a known number as a decimal', `${known}.0`),
    onlyRead('a known number with an exponent', `${known}e0`),
  ];
}

/**
 * A known id with something around it, or encoded twice: an identifier is compared as it stands in the path, decoded once
 * (document 4.4-m1, RFC 3986 2.4). They are for reading alone.
 */
function aroundKnown({ known }: Pick<Resource, 'known'>): UnknownId[] {
  if (known === undefined || !/^[\w-]+$/u.test(known)) return [];
  return [
    onlyRead('a known id encoded twice', escaped(known)),
    onlyRead('a known id with a number sign after it', `${known}#xq`),
    onlyRead('a known id with a question mark after it', `${known}?xq`),
    onlyRead('a known id with a semicolon after it', `${known};xq`),
    onlyRead('a known id in quotes', `"${known}"`),
    ...(/^\d+$/u.test(known) ? [onlyRead('a known number with letters before it', `xq${known}`)] : []),
  ].filter(({ encoded }) => !mayBeTitle(known, encoded));
}

/** What is no id of the target's kind may be refused before anything is looked for. */
function misread({ known = '' }: Pick<Resource, 'known'>): UnknownId[] {
  return misreadings(known).map((written) => ({ ...written, absurd: true, onlyRead: true }));
}

// Ids of 64 bits lie so close that the one beside a large number may exist.
function wrapping(known: bigint): UnknownId[] {
  if (known >= 2n ** 31n) return [];
  return [
    onlyRead('a known number and 2 to the 32nd', String(known + 2n ** 32n)),
    onlyRead('a known number and 2 to the 64th', String(known + 2n ** 64n)),
  ];
}

/** A request on an address whose `{id}` is an unknown id. */
export function aboutUnknown(request: HttpRequest, unknown: UnknownId): HttpRequest {
  const address = fillEncoded(request.address, { id: unknown.encoded });
  return { ...request, address, about: unknown.absurd ? 'absurd' : 'missing' };
}
