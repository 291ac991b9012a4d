import type { Answer } from '../../../core/answer.ts';
import { encodeSegment, fillEncoded, fillTemplate } from '../../../core/http/address.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import { mayBeAsked } from '../../../core/ids/query-values.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { lastMarksEncoded } from '../address/marks-encoded.ts';
import { entryId, itemAddress } from '../evidence.ts';
import { entriesFound, entriesOf } from '../query/queries.ts';
import { saysTheSame } from '../view/same-words.ts';
import { OF_OTHERS } from '../written-otherwise.ts';

/**
 * Reads places that are known by their addresses in other words: with unreserved characters of the path percent-encoded (RFC 3986
 * 6.2.2.2), its marks also in small hexadecimal digits, as a query is (6.2.2.1). Each names what the usual one names. Only ids
 * and indexes are written so: many routers compare the fixed words of a path as they come, and no client encodes them.
 */
export async function readsInOtherWords(trial: Trial): Promise<readonly Answer[]> {
  const tasks = trial.target.resources
    .filter(({ never, unserved }) => !never.includes('GET') && unserved === undefined)
    .flatMap((resource) => [
      ...spellingsOf(resource).map(
        ([usual, other]) =>
          () =>
            namesTheSame(trial, resource, usual, other),
      ),
      () => findsTheSame(trial, resource),
    ]);
  return (await trial.atOnce(tasks)).flat();
}

function spellingsOf(resource: Resource): readonly (readonly [usual: string, other: string])[] {
  const { item, known, nested } = resource;
  const places = [
    ...(item === undefined || known === undefined ? [] : [lastEncoded(itemAddress(resource, known))]),
    ...nested.flatMap(({ address, owner, index }) => {
      if (owner === undefined || index === undefined) return [];
      const usual = fillTemplate(address, { id: owner, index });
      // As it is sent: what is encoded already is not spelt in another way (RFC 3986 2.2, 6.2.2.2).
      const [, encoded] = lastEncoded(encodeSegment(owner)) ?? [];
      const byOwner = encoded === undefined ? [] : [fillEncoded(fillTemplate(address, { index }), { id: encoded })];
      return [lastEncoded(usual), ...byOwner.map((other): Pair => [usual, other])];
    }),
  ];
  return places.flatMap((place) => (place === undefined ? [] : [place]));
}

type Pair = readonly [usual: string, other: string] | undefined;

function lastEncoded(address: string): Pair {
  return encodedAt(address, /(?<!%[\dA-Fa-f]?)[A-Za-z\d](?=\/?$)/u);
}

function encodedAt(address: string, place: RegExp): Pair {
  if (address.includes('?') || !place.test(address)) return undefined;
  return [address, lastMarksEncoded(address.replace(place, (char) => `%${hexOf(char).toUpperCase()}`))];
}

function hexOf(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(2, '0');
}

async function namesTheSame(
  trial: Trial,
  resource: Resource,
  usual: string,
  other: string,
): Promise<readonly Answer[]> {
  const ask = (address: string): Promise<Answer> => trial.send(withFieldsOf(resource, { method: 'GET', address }));
  const first = await ask(usual);
  if (first.status !== 200) return [];
  const answer = await ask(other);
  const isOther =
    answer.succeeded || (answer.status >= 300 && answer.status < 400) || OF_OTHERS.includes(answer.status);
  answer.owes(isOther, `what ${usual} names, by ${other} (RFC 3986 6.2.2.2)`);
  return [answer, ...(await namesAnother(ask, first, usual, other))];
}

type Ask = (address: string) => Promise<Answer>;

/**
 * The same address with the encoding encoded once more, which names something else: no address is decoded twice (RFC 3986 2.4). A
 * target that gives the same for any other text there does not look at it, which is the matter of other rules.
 */
async function namesAnother(ask: Ask, first: Answer, usual: string, encoded: string): Promise<readonly Answer[]> {
  let at = 0;
  while (encoded[at] === usual[at]) at += 1;
  const withTriplet = (triplet: string): string => encoded.slice(0, at) + triplet + encoded.slice(at + TRIPLET);
  const isFirst = (answer: Answer): boolean => answer.status === 200 && saysTheSame(answer, first);
  const twice = await ask(withTriplet(encoded.slice(at, at + TRIPLET).replace('%', '%25')));
  if (!isFirst(twice)) return [twice];
  const control = await ask(withTriplet('%257A'));
  return [twice.owes(isFirst(control), 'the address to be decoded once (RFC 3986 2.4)')];
}

/** How long a percent-encoded octet is. */
const TRIPLET = 3;

/** A query for a value that the collection shows, in capitals and in small hexadecimal digits. */
async function findsTheSame(trial: Trial, resource: Resource): Promise<readonly Answer[]> {
  const { query, list } = resource;
  const ask = (address: string): Promise<Answer> => trial.send(withFieldsOf(resource, { method: 'GET', address }));
  if (query?.field === undefined || query.matches === undefined) return [];
  const listed = list === undefined ? undefined : await ask(list.address);
  const values = listed === undefined ? [] : entriesOf(listed, resource).map((entry) => at(entry, query.field ?? ''));
  const odd = values.find(
    (value): value is string => typeof value === 'string' && /[^ -~]/u.test(value) && value.length < LONG,
  );
  const value = odd !== undefined && mayBeAsked(query, odd) ? odd : query.matches;
  const encoded = Array.from(new TextEncoder().encode(value), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(
    '',
  );
  const addressOf = (written: string): string => fillEncoded(query.address, { value: written });
  const [capitals, small] = [await ask(addressOf(encoded.toUpperCase())), await ask(addressOf(encoded))];
  const found = idsIn(capitals, resource);
  if (capitals.status !== 200 || found.length === 0) return [capitals];
  const lost = found.filter((id) => !idsIn(small, resource).includes(id));
  return [
    small.owes(
      lost.length === 0,
      `what is found by ${addressOf(encoded.toUpperCase())}`,
      () => `no ${lost.join(', ')}: ${small.brief}`,
    ),
  ];
}

const LONG = 60;

function idsIn(answer: Answer, resource: Resource): readonly string[] {
  return entriesFound(answer, resource).flatMap((entry) => entryId(entry, resource) ?? []);
}
