import type { Answer } from '../../../core/answer.ts';
import { isReading } from '../../../core/guard/record-gate.ts';
import { lastSegment, partsOf } from '../../../core/http/address.ts';
import { header } from '../../../core/http/exchange.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isStillAsMade, isTooFarApart } from '../made/made-validators.ts';
import { contradictions } from '../payload/payloads.ts';
import { endOf, idsOf, named, startOf } from '../record-histories.ts';
import { weakly } from '../validator/entity-tag.ts';
import { exchangeInWords } from '../validator/validator-form.ts';
import { saysTheSame } from '../view/same-words.ts';
import { collectionOf, growthIn } from './grown-records.ts';

/** A write, and how what it made or changed was read before it and after it, up to the next write there. */
interface Told {
  readonly write: Answer;
  readonly before: readonly Answer[];
  readonly after: readonly Answer[];
}

/** Somebody else may change a record once at the same moment, or one of several servers may lag behind. */
const OFTEN = 2;

/** Tags of this length are no small numbers, which two records may have both. */
const LONG = 12;

/**
 * Demands of every 201 that its validators are those of what was made (RFC 9110 15.3.2), as all readings up to the next write show
 * them. The answer to a PUT of a record has not the tag of another one (9.3.4); one that nothing has may stand for the answer itself. How far
 * the clock of a store is behind is left open.
 */
export function validatorsOfWrites(trial: Trial): void {
  const all = toldByWrites(trial);
  // Where each reading has a tag of its own, none is that of a write.
  const isSteady = all.some(({ after }) => after.length > 1 && tagOf(after) !== undefined);
  const hasGrown = growthIn(trial.seen);
  const isRaised = raisedByReading(all);
  const still = all.filter(
    ({ write, after: [read] }) => read === undefined || !(hasGrown(write, read) || isRaised(read)),
  );
  const made = still.filter(({ write }) => write.status === 201);
  const isForeign = tagsElsewhere([...trial.asked, ...trial.seen]);
  if (isSteady) failsOften([...made, ...still.filter(({ write }) => isForeign(write))].filter(hasOtherTag), 'ETag');
  failsOften(made.filter(hasOtherDate), 'Last-Modified');
}

/**
 * Whether a reading has come to a place where most that was read again and again, with no write between, had another tag each time: each
 * reading raises a count there, or notes its moment, and an ETag changes with its resource (document 4.4-c4). What such a place shows first
 * is no longer what was made.
 */
function raisedByReading(all: readonly Told[]): (read: Answer) => boolean {
  const places = new Map<string, number>();
  for (const { after } of all) {
    const [read] = after;
    if (read === undefined || after.length < 2) continue;
    const isSteady = tagOf(after) !== undefined || after.every((one) => one.header('ETag') === undefined);
    places.set(collectionOf(read), (places.get(collectionOf(read)) ?? 0) + (isSteady ? -1 : 1));
  }
  return (read) => (places.get(collectionOf(read)) ?? 0) > 0;
}

function failsOften(wrong: readonly Told[], field: 'ETag' | 'Last-Modified'): void {
  const [first] = wrong;
  const read = first?.after[0];
  if (first === undefined || read === undefined || wrong.length < OFTEN) return;
  const { write } = first;
  const due = `${field} ${read.header(field) ?? ''}, as it is read, or none`;
  fail(due, `${write.header(field) ?? ''} on ${exchangeInWords(write)}`, write, read);
}

function toldByWrites(trial: Trial): readonly Told[] {
  const writes = trial.seen.filter(({ exchange }) => !isReading(exchange.request));
  const [byId, readings] = [byNames(writes), readingsOf(trial.seen)];
  const literals = literalsOf(trial);
  return writes.flatMap((write): readonly Told[] => {
    const address = placeOf(write);
    if (address === undefined) return [];
    const ids = idsIn(write, address).filter((id) => !literals.has(id));
    if (ids.length === 0) return [];
    const others = ids.flatMap((id) => byId.get(id) ?? []).filter((other) => other !== write);
    // A write that is under way at the same moment may come before this one or after it.
    if (others.some((other) => startOf(other) <= endOf(write) && endOf(other) >= startOf(write))) return [];
    const next = Math.min(...others.map(startOf).filter((start) => start > endOf(write)));
    const all = readings.get(`${address} ${acceptOf(write)}`) ?? [];
    const before = all.filter((read) => startOf(read) < endOf(write));
    return [{ write, before, after: all.filter((read) => startOf(read) >= endOf(write) && endOf(read) <= next) }];
  });
}

/** What the validators of a success are about: what a 201 names, or else what a PUT was sent to. What is done later is not told yet. */
function placeOf({ status, location, exchange: { request } }: Answer): string | undefined {
  if (status === 201) return location ?? request.url;
  return request.method === 'PUT' && [200, 204].includes(status) ? request.url : undefined;
}

/** The segments of an address, and the deal that a command names in its body. */
function idsIn({ exchange }: Answer, address: string): readonly string[] {
  const { body } = exchange.request;
  const [, deal] = /"deal"\s*:\s*"([^"\\]+)"/u.exec(body === null ? '' : decoder.decode(body)) ?? [];
  const segments = partsOf(address)?.segments ?? [];
  return [...segments.flatMap(idsOf), ...(deal === undefined ? [] : [lastSegment(deal) ?? deal])];
}

const decoder = new TextDecoder();

function byNames(writes: readonly Answer[]): ReadonlyMap<string, readonly Answer[]> {
  const all = new Map<string, Answer[]>();
  for (const write of writes) for (const name of named(write)) add(all, name, write);
  return all;
}

function readingsOf(seen: readonly Answer[]): ReadonlyMap<string, readonly Answer[]> {
  const all = new Map<string, Answer[]>();
  for (const answer of seen) {
    const { method, url } = answer.exchange.request;
    // Each content coding has a tag of its own (RFC 9110 8.8.3.3).
    if (method !== 'GET' || answer.status !== 200 || answer.header('Content-Encoding') !== undefined) continue;
    add(all, `${url} ${acceptOf(answer)}`, answer);
  }
  return all;
}

function add(all: Map<string, Answer[]>, key: string, answer: Answer): void {
  const known = all.get(key);
  if (known === undefined) all.set(key, [answer]);
  else known.push(answer);
}

/** Whether the answer to a PUT has a tag that was read at another address. */
function tagsElsewhere(seen: readonly Answer[]): (write: Answer) => boolean {
  const places = new Map<string, string>();
  for (const answer of seen) {
    const [{ method, url }, tag] = [answer.exchange.request, answer.header('ETag')];
    if (method === 'GET' && answer.status === 200 && tag !== undefined) places.set(tag, url);
  }
  return (write) => {
    const tag = write.header('ETag') ?? '';
    const place = places.get(tag);
    return write.status !== 201 && tag.length >= LONG && place !== undefined && place !== write.exchange.request.url;
  };
}

/** The words of addresses that name no record. */
function literalsOf({ target }: Trial): ReadonlySet<string> {
  const { baseUrl, resources, operations, version } = target;
  const places = resources.flatMap(({ list, item, create }) => [list, item, create]);
  const forms = operations.flatMap((operation) => Object.values(operation.forms));
  const addresses = [...places, ...forms].flatMap((one) => one?.address ?? []);
  const words = [baseUrl, ...addresses].flatMap((address) => address.split('/'));
  return new Set([...words, version].filter((word) => !word.includes('{')));
}

/** The one tag of all these readings; undefined where they have none, or several. */
function tagOf(readings: readonly Answer[]): string | undefined {
  const tags = new Set(readings.map((read) => read.header('ETag')));
  return tags.size === 1 ? readings[0]?.header('ETag') : undefined;
}

function hasOtherTag({ write, before, after }: Told): boolean {
  const [tag, now, read] = [write.header('ETag'), tagOf(after), after[0]];
  if (tag === undefined || now === undefined || read === undefined || weakly(tag) === weakly(now)) return false;
  if (!isAboutIt({ write, before, after }, read) || !tellsTheSame(write, read)) return false;
  // A weak tag may be made of the body that it came with.
  const areStrong = tag.startsWith('"') && now.startsWith('"');
  return areStrong || (write.size > 0 && write.text === read.text);
}

function hasOtherDate({ write, before, after }: Told): boolean {
  const dates = new Set(after.map((read) => read.header('Last-Modified')));
  const [read] = after;
  if (read === undefined || dates.size !== 1 || !isAboutIt({ write, before, after }, read)) return false;
  return isTooFarApart(write, read);
}

/** Whether the write and the reading show one state. What shows late is read as it was before. */
function isAboutIt({ write, before }: Told, read: Answer): boolean {
  if (write.header('Content-Encoding') !== undefined || before.some((one) => saysTheSame(one, read))) return false;
  if (write.size === 0) return true;
  return write.mediaType === read.mediaType && isStillAsMade(write, read);
}

/** Whether no member of the write's answer is another in the reading, counts and moments among them: a strong tag is that of every byte (RFC 9110 8.8.1). */
function tellsTheSame(write: Answer, read: Answer): boolean {
  const told = write.representation.value;
  return !isObject(told) || contradictions(told, read.representation.value).length === 0;
}

function acceptOf({ exchange }: Answer): string {
  return header(exchange.request.headers, 'Accept') ?? '';
}
