import type { FreshIds } from '../../core/ids/fresh-ids.ts';
import { isUuid } from '../../core/ids/uuid.ts';

/** An id that differs from a known one in one part only, which was made up. */
export interface PartlyKnown {
  readonly id: string;
  /** The part that was made up. */
  readonly part: string;
}

/**
 * The known id with one of its parts made up, for the first such part, the last one and one between: in the same kind of characters and as
 * long. An identifier is compared as a whole, so that it names nothing (document 4.4-m1). Left out is what a service may rightly not look
 * at: the words of a title beside the number that it looks for. They are for reading alone.
 */
export function partlyKnownIds(known: string, listed: ReadonlySet<string>, fresh: FreshIds): readonly PartlyKnown[] {
  const places = isUuid(known) ? FREE_IN_UUID : decidingPlaces(known, [...listed]);
  const some = places.length <= MOST ? places : [places[0], places[Math.floor(places.length / 2)], places.at(-1)];
  return some.flatMap((place) => (place === undefined ? [] : (withOther(known, place, listed, fresh) ?? [])));
}

/** The others hold its version and its variant (RFC 9562 4). */
const FREE_IN_UUID: readonly number[] = [0, 1, 4];

const MOST = 3;

const SEPARATORS = /([-_.:~])/u;

/** Parts and the separators between them, in turn. */
function piecesOf(id: string): readonly string[] {
  return id.split(SEPARATORS);
}

function partsOf(id: string): readonly string[] {
  return piecesOf(id).filter((_, i) => i % 2 === 0);
}

/**
 * Which parts make the id another one. All of them where it is of words alone, or of numbers alone; a word beside a number only where it
 * stands in all of several ids, and so is no title, with digits in it or not. Else one part is enough to be looked for, such as 17 of
 * `17-my-title`; where several may be that, nobody knows which.
 */
function decidingPlaces(known: string, listed: readonly string[]): readonly number[] {
  const parts = partsOf(known);
  if (parts.filter((part) => /[\p{L}\p{N}]/u.test(part)).length < 2) return [];
  const all = [...parts.keys()].filter((place) => isReplaceable(parts[place] ?? ''));
  const holding = (signs: RegExp): readonly number[] => [...parts.keys()].filter((i) => signs.test(parts[i] ?? ''));
  const numbers = holding(/^\d+$/u);
  const keys = numbers.length > 0 ? numbers : holding(/\d/u);
  if (keys.length === 0) return all;
  const words = holding(/./u).filter((place) => !keys.includes(place));
  const areKinds = words.every((place) => isInAll(place, parts[place] ?? '', listed));
  if (areKinds && (keys.length === 1 || keys === numbers)) return all;
  return keys.length === 1 ? all.filter((place) => keys.includes(place)) : [];
}

function isInAll(place: number, word: string, listed: readonly string[]): boolean {
  return listed.length >= SEVERAL && listed.every((id) => partsOf(id)[place] === word);
}

const SEVERAL = 3;

/** What is written in both cases or mixed with digits may be bytes in letters, of which one letter more says nothing. */
function isReplaceable(part: string): boolean {
  if (!/[a-z\d]/iu.test(part) || /[^\x20-\x7e]/u.test(part)) return false;
  return part.length > 2 || /^(?:\d+|[a-z]+|[A-Z]+)$/u.test(part);
}

/** The id with another part at this place; the first of several that no list shows. */
function withOther(
  known: string,
  place: number,
  listed: ReadonlySet<string>,
  fresh: FreshIds,
): PartlyKnown | undefined {
  const pieces = piecesOf(known);
  const own = pieces[place * 2] ?? '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const part = otherPart(own, attempt, fresh);
    const id = pieces.with(place * 2, part).join('');
    if (!listed.has(id)) return { id, part };
  }
  return undefined;
}

const ATTEMPTS = 8;

/** Each letter is another letter, each digit another digit; what is hexadecimal stays so. A number is one that no counter soon comes to. */
function otherPart(own: string, attempt: number, { nonce, number }: FreshIds): string {
  const digits = String(number).slice(1);
  const letters = /^(?=.*\d)[\da-f]+$/iu.test(own) ? 6 : 26;
  const isNumber = /^\d+$/u.test(own);
  return Array.from(own, (char, i) => {
    if (/\d/u.test(char)) {
      const drawn = isNumber && i === 0 ? 9 : Number(digits[i % digits.length]);
      return String(another(Number(char), drawn - attempt, 10));
    }
    if (!/[a-z]/iu.test(char)) return char;
    const first = (char < 'a' ? 'A' : 'a').charCodeAt(0);
    const drawn = nonce.charCodeAt(i % nonce.length) - 97 + attempt;
    return String.fromCharCode(first + another(char.charCodeAt(0) - first, drawn, letters));
  }).join('');
}

/** The number that was drawn, or the one below it where that is the own one. */
function another(own: number, drawn: number, count: number): number {
  const one = ((drawn % count) + count) % count;
  return one === own ? (one + count - 1) % count : one;
}
