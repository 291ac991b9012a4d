import pLimit from 'p-limit';
import type { Answer } from '../answer.ts';
import type { DeletionBrake } from '../guard/deletion-brake.ts';
import type { WriteTurn } from '../guard/watched-writes.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { absolute } from '../http/origins.ts';
import { isAbsent } from '../http/status-kinds.ts';
import type { Claim, RecordResource } from '../records/record-claim.ts';
import type { RecordLog } from '../records/record-log.ts';
import { deleteRequestOf, readRequest } from '../records/record-requests.ts';
import type { Records } from '../records/records.ts';
import type { Clock } from '../run/clock.ts';
import { type Ask, AT_ONCE, type Deletion, ELSEWHERE, noDeletion, sendDeletion } from './deletion.ts';
import {
  IN_TIME,
  isBreakdown,
  type LeftBehind,
  type Leftover,
  notTried,
  type RecordLeft,
  resourceOf,
} from './leftover.ts';
import { isStillThere, lookAgain, STILL_SHOWN } from './still-there.ts';
import { openStrayRemoval } from './strays.ts';
import { openUndone } from './undone.ts';

/** When a deletion is sent: while the run goes on, at its end, or at its end once more because it was refused before. */
export type Moment = 'now' | 'end' | 'again';

/** The deletions of one run: what is left to delete, with what would be told of it now. */
export interface Deletions {
  readonly pending: Map<Leftover, LeftBehind>;
  /** Keeps something to be deleted. */
  keep(leftover: Leftover): void;
  /** Deletes some, several at a time. */
  attempt(leftovers: readonly Leftover[], moment: Moment): Promise<void>;
  /** Sends one deletion. What is left, if it was refused. */
  remove(leftover: Leftover, request: HttpRequest, again: boolean): Promise<LeftBehind | undefined>;
  /** Waits while it is looked whether what was deleted first is gone. */
  proved(resource: RecordResource): Promise<void>;
}

/** What became of one deletion, and what is told of it where something is left. */
interface Removed {
  readonly end: Deletion['end'];
  readonly left: LeftBehind | undefined;
}

/** What deletions are decided and sent by. */
export interface DeletionsOptions {
  readonly records: Records;
  readonly ask: Ask;
  readonly clock: Clock;
  readonly brake: DeletionBrake;
  readonly log?: Pick<RecordLog, 'gone' | 'strayGone' | 'kept'>;
}

/** Opens the deletions of one run. */
export function openDeletions({ records, ask, clock, brake, log }: DeletionsOptions): Deletions {
  const { home } = records;
  const limit = pLimit(AT_ONCE);
  const pending = new Map<Leftover, LeftBehind>();

  const removed = async (
    leftover: Leftover,
    request: HttpRequest,
    again: boolean,
    turn: WriteTurn,
  ): Promise<Removed> => {
    const resource = resourceOf(leftover);
    const address = absolute(home, request.address);
    const kept: LeftBehind = { resource: resource.name, address, tried: 'DELETE', answered: IN_TIME };
    if (turn.whyNot !== undefined)
      return { end: 'stays', left: { ...kept, tried: `nothing: ${turn.whyNot}`, answered: '' } };
    if (leftover.kind === 'record') leftover.claim.isDeletionSent = true;
    pending.set(leftover, leftover.kind === 'stray' ? kept : { ...kept, like: leftover.claim.answer.exchange });
    const { end, answered, exchange } = await sendDeletion(ask, resource, request, again);
    if (end === 'deleted') await turn.done();
    return { end, left: end === 'stays' ? { ...kept, answered, exchange } : undefined };
  };
  /** Waits for the turn first: what is known of a record may be old when others were deleted meanwhile. */
  const inTurn = async <T>(resource: RecordResource, remove: (turn: WriteTurn) => Promise<T>): Promise<T> => {
    const turn = await records.deletions.begin(resource);
    try {
      return await remove(turn);
    } finally {
      turn.end();
    }
  };

  /** Whether a record that was read before is gone, though its deletion was answered with an error. */
  const isMissing = async (claim: Claim): Promise<boolean> => records.wasShown(claim) && isAbsentNow(claim);
  const isAbsentNow = async (claim: Claim): Promise<boolean> => {
    const seen = await readNow(claim);
    return seen !== undefined && isAbsent(seen);
  };
  const readNow = async ({ resource, id }: Pick<Claim, 'resource' | 'id'>): Promise<Answer | undefined> => {
    const request = id === undefined ? undefined : readRequest(resource, id);
    const seen = request === undefined ? undefined : await ask(request);
    return seen !== undefined && 'status' in seen ? seen : undefined;
  };

  /** Whether a record is gone where a deletion of what is not there was answered with success, and may have taken it away. */
  const isTakenAlready = async (claim: Claim): Promise<boolean> => {
    const { resource } = claim;
    if (!records.aimless.hasSucceeded(resource)) return false;
    // A record that the run never read may be taken as well: it is enough that readings show others.
    const isRead = records.claims.some((one) => one.resource.name === resource.name && records.wasShown(one));
    return (isRead || records.aimless.isHarmful(resource)) && (await isAbsentNow(claim));
  };

  // Whether deletions of a resource are true is looked at for a second, in which hundreds may be created.
  const proofs = new Map<string, Promise<void>>();
  const proving = async (claim: Claim, ended: Removed): Promise<void> => {
    const { resource } = claim;
    const telling = tellBrake(claim, ended);
    // Who waits for all of them need not know why one failed.
    const all = Promise.allSettled([proofs.get(resource.name), telling]).then(() => undefined);
    if (!brake.hasWorked(resource)) proofs.set(resource.name, all);
    await telling;
  };

  /** Tells the brake what became of a record. The answers to deletions are believed once one was seen to be true. */
  const tellBrake = async (claim: Claim, { end, left }: Removed): Promise<void> => {
    const { resource, id, payload } = claim;
    if (left !== undefined) return brake.failed(resource, `answered ${left.answered}`, isBreakdown(left));
    if (brake.hasWorked(resource)) return brake.worked(resource);
    if (id === undefined) return;
    // A list may be old, where a cache keeps it.
    if (await isMissing(claim)) return brake.worked(resource);
    const deleted = { id, payloads: [payload] };
    const where = { ask, resource, nonce: records.fresh.nonce, clock, lateMs: records.lateMs };
    // What is answered 404 was gone before, so that nothing can follow late.
    const looking = end === 'gone' ? lookAgain([deleted], where, 1) : lookAgain([deleted], where);
    const seen = (await looking).get(deleted);
    if (isStillThere(seen)) brake.failed(resource, `answered as if it were gone, ${STILL_SHOWN[seen]}`, false);
    // Where no reading ever showed the record, a 404 says nothing.
    else if (seen === 'gone' && (resource.list !== undefined || records.wasShown(claim))) brake.worked(resource);
  };

  const removedAgain = async (leftover: RecordLeft, request: HttpRequest, turn: WriteTurn): Promise<Removed> => {
    const still = await records.replaced.whyNotStill(leftover.claim, true);
    const isThere = still === undefined || still.is === 'unseen';
    return isThere ? removed(leftover, request, true, turn) : { end: 'gone', left: undefined };
  };

  /** What was made without credentials may be among the records of somebody else, where the run does not see it. */
  const isElsewhere = (claim: Claim): boolean => claim.request.anonymous === true && !records.wasShown(claim);

  const removeRecord = async (
    leftover: RecordLeft,
    moment: Moment,
    turn: WriteTurn,
  ): Promise<LeftBehind | 'undo first' | undefined> => {
    const { claim } = leftover;
    const again = moment === 'again';
    if (claim.gone) return undefined;
    const { resource, answer } = claim;
    const address = claim.address ?? answer.exchange.request.url;
    const base = { resource: resource.name, address, answered: '', like: answer.exchange };
    // Who cleans up later may not see what was seen here.
    const kept = (reason: string): LeftBehind => {
      log?.kept(claim, reason);
      return { ...base, tried: `nothing: ${reason}` };
    };
    const why = await records.whyNotOurs(claim);
    if (why !== undefined) {
      const isUnproven = records.isDoubtful(claim) ? {} : { isUnproven: true as const };
      // It is there, and stays.
      if (moment === 'now' && records.wasShown(claim)) brake.failed(resource, `not sent: ${why}`, false);
      const isAnothers = records.isAnothers(claim);
      return { ...(isAnothers ? kept(why) : { ...base, tried: `nothing: ${why}` }), ...isUnproven };
    }
    // Only now: where the Location named another's record, the id that was shown to be ours is another than it was before.
    const { id } = claim;
    const request = id === undefined ? undefined : deleteRequestOf(home, resource, { id, answer });
    if (request === undefined) return { ...base, tried: noDeletion(resource) };
    if (await isTakenAlready(claim)) {
      claim.gone = true;
      return undefined;
    }
    const still = await records.replaced.whyNotStill(claim, claim.isDeletionSent);
    if (still?.is === 'gone' && isElsewhere(claim)) return kept(ELSEWHERE);
    if (still?.is === 'gone' || (still?.is === 'another' && claim.isDeletionSent === true)) {
      claim.gone = true;
      return undefined;
    }
    if (still !== undefined) {
      // As far as anybody knows it is there, and stays. What could not be read may be read at the end, as after a breakdown.
      if (moment === 'now') brake.failed(resource, `not sent: ${still.why}`, still.is === 'unseen');
      return still.is === 'another' ? kept(still.why) : { ...base, tried: `nothing: ${still.why}` };
    }
    const first = await removed(leftover, request, again, turn);
    if (first.left !== undefined && undone.isDue(claim, first.left)) return 'undo first';
    // At once, as it is refused at the end: where it works this way, the run need not hold back. What was refused may be done all the same.
    const isRefused = moment === 'now' && first.left !== undefined && !isBreakdown(first.left);
    const ended = isRefused ? await removedAgain(leftover, request, turn) : first;
    if (ended.end === 'gone' && isElsewhere(claim)) return kept(ELSEWHERE);
    const { left } = ended;
    claim.gone = left === undefined || (again && (await isMissing(claim)));
    // At the end nothing is created any more.
    if (moment === 'now') await proving(claim, ended);
    return claim.gone ? undefined : left;
  };

  const remove: Deletions['remove'] = (leftover, request, again) =>
    inTurn(resourceOf(leftover), async (turn) => (await removed(leftover, request, again, turn)).left);
  const undone = openUndone({ records, ask, readNow });
  const removeStray = openStrayRemoval({
    records,
    ask,
    readNow,
    remove: (stray, again) => remove(stray, { method: 'DELETE', address: stray.address }, again),
  });

  const attemptRecord = async (leftover: RecordLeft, moment: Moment): Promise<LeftBehind | undefined> => {
    const resource = resourceOf(leftover);
    const attempted = await inTurn(resource, (turn) => removeRecord(leftover, moment, turn));
    if (attempted !== 'undo first') return attempted;
    // It is sent once, so that this comes once.
    await undone.send(leftover.claim);
    return attemptRecord(leftover, moment);
  };

  const attemptOne = async (leftover: Leftover, moment: Moment): Promise<void> => {
    const isRecord = leftover.kind === 'record';
    const left = isRecord ? await attemptRecord(leftover, moment) : await removeStray(leftover, moment === 'again');
    if (left !== undefined) {
      pending.set(leftover, left);
      return;
    }
    pending.delete(leftover);
    if (isRecord) log?.gone(leftover.claim);
    else log?.strayGone(absolute(home, leftover.address));
  };

  return {
    pending,
    keep(leftover) {
      if (!pending.has(leftover)) pending.set(leftover, notTried(home, leftover));
    },
    async attempt(leftovers, moment) {
      await Promise.all(leftovers.map((leftover) => limit(() => attemptOne(leftover, moment))));
    },
    remove,
    proved: async ({ name }) => await proofs.get(name),
  };
}
