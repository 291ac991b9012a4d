import { isObject } from '../../../core/representation/json-value.ts';
import { fail, notExercised } from '../../../core/results/outcome.ts';
import { toldIn } from '../view/equivalence.ts';
import { plain, textsOf, type Walk } from './walks.ts';

/** So many owners are needed to tell what they share from what was mixed up. */
export const OWNERS = 3;

/** So many owners are looked into before what they have in common means anything. */
const MANY_OWNERS = 4;

/** Ends the check where owners have the records of others in a way that sharing some of them cannot come to. */
export function isMixedUp(walks: readonly Walk[]): void {
  const whole = walks.filter(({ found, end }) => found.length > 0 && end !== undefined);
  runsOnIntoOthers(whole);
  runsOnIntoTheNext(whole);
  givesOneOwnersToAll(whole);
  givesOneRecordForEachIndex(whole);
  givesOneOnceMore(whole);
}

/** Whether owners have so much in common that it is worth to look into others. */
export function mayBeMixedUp(walks: readonly Walk[]): boolean {
  const [first, ...others] = walks.filter(({ found }) => found.length > 0);
  if (first === undefined || others.length === 0) return false;
  const all = textsOf(first).join();
  return others.every((walk) => textsOf(walk).join() === all) || others.some((walk) => goesOnIn(first, walk));
}

/** Whether a list ends with records with which the other one begins, after some that the other one does not have. */
function goesOnIn(walk: Walk, next: Walk): boolean {
  const [own, others] = [textsOf(walk), textsOf(next)];
  const begin = own.indexOf(others[0] ?? '');
  if (begin < 1 || own.slice(0, begin).some((text) => others.includes(text))) return false;
  return own.slice(begin).every((text, i) => text === others[i]);
}

/** An index past the end of one owner goes on with the records of the next, and that for one owner after the other. */
function runsOnIntoTheNext(walks: readonly Walk[]): void {
  const [first, second] = walks;
  if (walks.length < MANY_OWNERS || first === undefined || second === undefined) return;
  const pairs = walks.slice(0, MANY_OWNERS).flatMap((walk, i) => {
    const next = walks[i + 1];
    return next === undefined || i + 1 === MANY_OWNERS ? [] : [[walk, next] as const];
  });
  if (!pairs.every(([walk, next]) => goesOnIn(walk, next))) return;
  fail(`404 past the records of ${first.owner}`, `those of ${second.owner}`, ...first.found, ...second.found);
}

/** Each list is the end of the one before it: an index past the end of one owner goes on with the records of the next. */
function runsOnIntoOthers(walks: readonly Walk[]): void {
  if (walks.length < OWNERS) return;
  const byLength = walks.toSorted((a, b) => b.found.length - a.found.length);
  const isChain = byLength.every((walk, i) => {
    const longer = byLength[i - 1];
    return longer === undefined || (longer.found.length > walk.found.length && endsWith(longer, walk));
  });
  const [longest, next] = byLength;
  if (!isChain || longest === undefined || next === undefined) return;
  const witness = [...longest.found.slice(-next.found.length), ...next.found];
  fail(`404 past the records of ${longest.owner}`, `all those of ${next.owner}`, ...witness);
}

function endsWith(longer: Walk, walk: Walk): boolean {
  return textsOf(walk).join() === textsOf({ found: longer.found.slice(-walk.found.length) }).join();
}

/**
 * All owners have the same records: several ones, of which none names its owner but one of them. Where none names its owner, people
 * may share them (a demonstration gives everybody the same): then nothing shows whether each is given its own.
 */
function givesOneOwnersToAll(walks: readonly Walk[]): void {
  const [first, ...others] = walks;
  if (first === undefined || others.length === 0 || new Set(textsOf(first)).size < 2) return;
  const all = textsOf(first).join();
  if (others.some((walk) => textsOf(walk).join() !== all)) return;
  const isOneOwners = walks.some((walk) => walks.every((other) => other === walk || isOnlyAbout(first, walk, other)));
  const witness = [...first.found, ...others.flatMap(({ found }) => found)];
  if (!isOneOwners && walks.length < MANY_OWNERS) return;
  if (!isOneOwners)
    notExercised(`${walks.length} owners show the same records, so that nothing tells whose they are`, ...witness);
  fail(`records of ${others.map(({ owner }) => owner).join(' and ')}`, `all those of ${first.owner}`, ...witness);
}

/**
 * Each of several owners has one and the same record under every index of several, and another one than the next owner: the index was not
 * read. What tells the place of a record, such as its id and its links, says nothing of it.
 */
function givesOneRecordForEachIndex(walks: readonly Walk[]): void {
  if (walks.length < OWNERS || walks.some(({ found }) => found.length < 2)) return;
  const all = walks.map(({ found }) => new Set(found.map(({ representation }) => withoutPlace(representation.value))));
  const one = all.map((texts) => (texts.size === 1 ? [...texts][0] : undefined));
  if (one.some((text) => text === undefined || text === NOTHING) || new Set(one).size < walks.length) return;
  const [first] = walks;
  fail('another record by another index', 'one for each, of every owner', ...(first?.found ?? []));
}

/**
 * The index behind the last gives the last record once more, or the first, of each of several owners whose other records differ (document
 * 4.4-m1: it names nothing). One owner may rightly have the same address twice.
 */
function givesOneOnceMore(walks: readonly Walk[]): void {
  const all = walks.map((walk) => ({ walk, texts: textsOf(walk) }));
  const differ = all.every(({ texts }) => new Set(texts).size === texts.length - 1);
  const isMany = all.length >= OWNERS && all.some(({ texts }) => texts.length > 2);
  if (!differ || !isMany) return;
  for (const again of [-2, 0]) {
    if (all.some(({ texts }) => texts.at(-1) !== texts.at(again))) continue;
    const longest = walks.reduce((one, other) => (other.found.length > one.found.length ? other : one));
    const place = again === 0 ? 'first' : 'last';
    fail(`404 behind the records of ${longest.owner}`, `the ${place} one again, of every owner`, ...longest.found);
  }
}

const NOTHING = '{}';

function withoutPlace(record: unknown): string {
  if (!isObject(record)) return NOTHING;
  const members = Object.entries(record).filter(([name, value]) => !isPlace(name) && !isObject(value));
  return plain(Object.fromEntries(members));
}

/** Whether a member tells the place of a record, such as its id and its links, and nothing of what it is. */
export function isPlace(member: string): boolean {
  return PLACE.test(member);
}

const PLACE = /^[_@]|^(?:id|index|position|links?|self|href|url|uri)$/iu;

/** Whether some record has a word of the one owner and none has a word of the other. */
function isOnlyAbout({ found }: Walk, one: Walk, other: Walk): boolean {
  const words = new Set(found.flatMap(({ representation }) => representation.strings.flatMap(wordsOf)));
  const own = wordsIn(one.entry).filter((word) => !wordsIn(other.entry).includes(word));
  const others = wordsIn(other.entry).filter((word) => !wordsIn(one.entry).includes(word));
  return own.some((word) => words.has(word)) && !others.some((word) => words.has(word));
}

function wordsIn(entry: unknown): readonly string[] {
  return toldIn(entry).flatMap(([, value]) => wordsOf(String(value)));
}

const LEAST_WORD = 3;

function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word.length >= LEAST_WORD && /\p{L}/u.test(word));
}
