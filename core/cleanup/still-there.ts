import pLimit from 'p-limit';
import { isAbsent } from '../http/status-kinds.ts';
import { idsListed, ownIdsListed, type RecordResource, whoseItIs } from '../records/record-claim.ts';
import { listRequest, readRequest } from '../records/record-requests.ts';
import { listedIn } from '../representation/entries.ts';
import { showsOnePage } from '../representation/paged.ts';
import { type Clock, pause } from '../run/clock.ts';
import { type Ask, AT_ONCE } from './deletion.ts';

/** A record whose deletion was answered with success or with 404: whoever believes that answer may leave it behind untold. */
export interface Deleted {
  readonly id: string;
  /** Everything that it was sent; empty where that is not known. */
  readonly payloads: readonly unknown[];
}

/** What is seen of a record after its deletion; `unseen` where nothing shows whether it is gone. */
export type Seen = 'listed' | 'read' | 'gone' | 'unseen';

/** Where to look. */
export interface LookOptions {
  readonly ask: Ask;
  readonly resource: RecordResource;
  readonly nonce: string;
  readonly clock: Clock;
  /** How many milliseconds a target may follow late; `LATE_MS` by default. */
  readonly lateMs?: number;
}

/**
 * How long a target may follow late, in what it deletes and in what it makes, where `--settle` allows no more; and how often it is looked
 * at within that time.
 */
export const LATE_MS = 1500;
export const LOOKS = 3;

/** How many records are looked at one by one before the answers to all deletions of a resource are believed. */
const SAMPLE = 8;

/** What is told of a record that is still shown. */
export const STILL_SHOWN = {
  listed: 'and the list shows it still',
  read: 'and a GET of it shows it still',
} as const;

/** Whether a record is there still. */
export function isStillThere(seen: Seen | undefined): seen is 'listed' | 'read' {
  return seen === 'listed' || seen === 'read';
}

/**
 * Looks whether deleted records are gone: in the list, and by a GET of each that the list does not show. Only what shows that
 * it is the run's counts as still there. A target that follows late is given some time: `looks` looks within it.
 */
export async function lookAgain<One extends Deleted>(
  deleted: readonly One[],
  options: LookOptions,
  looks: number = LOOKS,
): Promise<ReadonlyMap<One, Seen>> {
  const seen = new Map<One, Seen>();
  let open = deleted;
  for (let i = 0; i < looks && open.length > 0; i += 1) {
    if (i > 0) await pause(options.clock, (options.lateMs ?? LATE_MS) / (LOOKS - 1));
    for (const [one, found] of await lookOnce(open, options)) seen.set(one, found);
    open = open.filter((one) => isStillThere(seen.get(one)));
  }
  return seen;
}

/** The same for many records: where none of the last few is there still, the others are believed to be gone. */
export async function lookAtSome<One extends Deleted>(
  deleted: readonly One[],
  options: LookOptions,
): Promise<ReadonlyMap<One, Seen>> {
  const some = await lookAgain(deleted.slice(-SAMPLE), options);
  return [...some.values()].some(isStillThere) ? lookAgain(deleted, options) : some;
}

async function lookOnce<One extends Deleted>(
  deleted: readonly One[],
  options: LookOptions,
): Promise<readonly (readonly [One, Seen])[]> {
  const listed = await lookAtList(options);
  const limit = pLimit(AT_ONCE);
  const lookAt = async (one: One): Promise<readonly [One, Seen]> => {
    if (listed.own.has(one.id)) return [one, 'listed'];
    const read = await lookAtRecord(one, options);
    return [one, read === 'unseen' && listed.isWhole && !listed.ids.has(one.id) ? 'gone' : read];
  };
  return Promise.all(deleted.map((one) => limit(() => lookAt(one))));
}

interface ListSeen {
  /** The ids of records that show a value of the run. */
  readonly own: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
  /** It holds all records, and shows the id of each. */
  readonly isWhole: boolean;
}

async function lookAtList({ ask, resource, nonce }: LookOptions): Promise<ListSeen> {
  const request = listRequest(resource);
  const answer = request === undefined ? undefined : await ask(request);
  if (answer === undefined || !('status' in answer) || !answer.succeeded) {
    return { own: new Set(), ids: new Set(), isWhole: false };
  }
  const ids = new Set(idsListed(answer, resource));
  const entries = listedIn(answer.representation.value, resource);
  const isWhole = entries !== undefined && ids.size >= entries.length && !showsOnePage(answer);
  return { own: new Set(ownIdsListed(answer, resource, nonce)), ids, isWhole };
}

async function lookAtRecord({ id, payloads }: Deleted, { ask, resource, nonce }: LookOptions): Promise<Seen> {
  const request = readRequest(resource, id);
  const answer = request === undefined ? undefined : await ask(request);
  if (answer === undefined || !('status' in answer)) return 'unseen';
  if (isAbsent(answer)) return 'gone';
  if (!answer.succeeded) return 'unseen';
  const isOurs = [undefined, ...payloads].some((payload) => whoseItIs(answer, { payload, resource }, nonce) === 'ours');
  return isOurs ? 'read' : 'unseen';
}
