import { type Answer, answerOf } from '../answer.ts';
import { type Exchange, header } from '../http/exchange.ts';
import { absolute, type Home } from '../http/origins.ts';
import { hasLasted, withoutPassing } from '../records/lasting.ts';
import type { Span } from '../records/moments.ts';
import type { RecordResource } from '../records/record-claim.ts';
import { namesChanged } from '../records/shows-sent.ts';
import { type Clock, pause } from '../run/clock.ts';
import { isReading } from './record-gate.ts';
import { type States, theirsIn } from './states.ts';
import { type Toll, tollInWords, tollOf } from './toll.ts';

/** What is told of records that were shown otherwise while a run wrote nothing. */
const WORDS = {
  took: 'they went while this run only read: somebody else took them away, or the service does so when they are read',
  changed:
    'they changed while this run only read: somebody else changed them, or the service does so when they are read',
};

/** What says who asks, and for what. */
const FIELDS: readonly string[] = ['cookie', 'authorization', 'accept'];

/** What a list showed of records of others, and when it was asked for, in milliseconds. */
export interface Listed {
  readonly atMs: number;
  readonly states: States;
}

/** What the lists of a resource showed of records of others before the first write of a run, in order. `nonce`: what the run's own show. */
export function listedWhileReading(
  resource: RecordResource,
  exchanges: readonly Exchange[],
  { home, nonce }: { readonly home: Home; readonly nonce: string },
): readonly Listed[] {
  const { list } = resource;
  if (list === undefined) return [];
  const address = absolute(home, list.address);
  const writtenAt = Math.min(
    ...exchanges.filter(({ request }) => !isReading(request)).map(({ timings }) => timings.startedAt),
  );
  const isListing = ({ request, response, timings }: Exchange): boolean =>
    request.method === 'GET' &&
    request.url === address &&
    response?.status === 200 &&
    timings.startedAt + timings.total < writtenAt;
  const listings = exchanges.filter(isListing).toSorted((a, b) => a.timings.startedAt - b.timings.startedAt);
  // Somebody else may be shown other records, and another representation less.
  const [first] = listings;
  const isAsFirst = ({ request }: Exchange): boolean =>
    FIELDS.every((name) => header(request.headers, name) === header(first?.request.headers ?? [], name));
  return listings.filter(isAsFirst).flatMap((exchange): Listed[] => {
    const answer: Answer | undefined = exchange.response === null ? undefined : answerOf(exchange, exchange.response);
    if (answer?.representation.syntax !== 'json') return [];
    return [{ atMs: exchange.timings.startedAt, states: theirsIn(answer, resource, nonce) }];
  });
}

/** What `toldWhileReading` holds the lists against. */
export interface WhileReadingOptions {
  /** How they were shown before the first change, at several readings alike, where they were. */
  readonly watched: ReadonlyMap<string, unknown>;
  readonly span: Span;
  /** Reads the list again; undefined where the run has no time for it. */
  readonly readAgain?: () => Promise<States>;
  readonly clock: Clock;
}

/**
 * What became of records of others between the first of these lists and the last one, in sentences. What is another one at each reading is no
 * change; nor is it a loss that a list as long as before shows others, as a page that moved on; nor what goes on where the list is not read.
 */
export async function toldWhileReading(
  { name }: RecordResource,
  lists: readonly Listed[],
  { watched, span, readAgain, clock }: WhileReadingOptions,
): Promise<readonly string[]> {
  const [first, ...later] = lists.map(({ states }) => states);
  const toll = first && (await tollWhileReading(first, watched.size > 0 ? [watched, watched] : later, span));
  if (toll === undefined || toll.gone.length + toll.changed.length === 0) return [];
  const isOfOthers = readAgain !== undefined && (await happensUnread(clock, readAgain, { toll, lists, span }));
  return isOfOthers ? [] : tollInWords(name, toll, WORDS);
}

async function tollWhileReading(
  first: States,
  later: readonly ReadonlyMap<string, unknown>[],
  span: Span,
): Promise<Toll | undefined> {
  const now = later.at(-1);
  if (now === undefined) return undefined;
  const before = later.at(-2);
  const isSteady = (id: string): boolean =>
    now.get(id) !== undefined && hasLasted({ before: before?.get(id), now: now.get(id) }, span);
  const known = new Map([...first].map(([id, entry]) => [id, now.has(id) && !isSteady(id) ? undefined : entry]));
  const isShorter = now.size < first.size;
  return tollOf({ first: known, now }, async (id) => (isShorter ? { id, became: 'is gone since' } : undefined), {
    isBlamed: false,
    isSent: () => false,
    collections: [],
    isWhole: isShorter,
    span,
  });
}

/** So long at least, and at most, the list is not read. */
const [LEAST_MS, LONGEST_MS] = [500, 5000];

/**
 * Whether about as much comes about in a time in which the list is not read as did in such a time while it was: then it does not come with the
 * readings. The time is long enough for twice what one reading would do.
 */
async function happensUnread(
  clock: Clock,
  readAgain: () => Promise<States>,
  { toll, lists, span }: { readonly toll: Toll; readonly lists: readonly Listed[]; readonly span: Span },
): Promise<boolean> {
  const count = toll.gone.length + toll.changed.length;
  const readings = lists.length - 1;
  const spanMs = (lists.at(-1)?.atMs ?? 0) - (lists[0]?.atMs ?? 0);
  const waitMs = Math.max(LEAST_MS, spanMs, (2 * spanMs) / readings);
  if (spanMs <= 0 || waitMs > LONGEST_MS) return false;
  const before = await readAgain();
  await pause(clock, waitMs);
  const now = await readAgain();
  const isOther = ([id, entry]: readonly [string, unknown]): boolean => {
    if (!now.has(id)) return now.size < before.size;
    const changed = namesChanged(withoutPassing({ before: entry, now: now.get(id) }, span));
    return changed.some((name) => toll.members.includes(name));
  };
  // Each record counts once.
  const [ofTime, ofReading] = [Math.min((count * waitMs) / spanMs, before.size), count / readings];
  return [...before].filter(isOther).length > (ofTime + ofReading) / 2;
}
