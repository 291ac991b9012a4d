import pLimit from 'p-limit';
import { type Ask, AT_ONCE, isShownAt, noDeletion, sendDeletion } from './deletion.ts';
import type { HttpRequest } from './exchange.ts';
import {
  IN_TIME,
  type LeftBehind,
  type Leftover,
  notTried,
  type RecordLeft,
  resourceOf,
  type StrayLeft,
} from './leftover.ts';
import { absolute } from './origins.ts';
import type { Claim } from './record-claim.ts';
import type { RecordLog } from './record-log.ts';
import { deleteRequestOf, readRequest } from './record-requests.ts';
import type { Records } from './records.ts';
import { isAbsent } from './status-kinds.ts';

/** The deletions of one run: what is left to delete, with what would be told of it now. */
export interface Deletions {
  readonly pending: Map<Leftover, LeftBehind>;
  /** Keeps something to be deleted. */
  keep(leftover: Leftover): void;
  /** Deletes some, several at a time. `again` says that they were refused before. */
  attempt(leftovers: readonly Leftover[], again: boolean): Promise<void>;
  /** Sends one deletion. What is left, if it was refused. */
  remove(leftover: Leftover, request: HttpRequest, again: boolean): Promise<LeftBehind | undefined>;
}

/** What deletions are decided and sent by. */
export interface DeletionsOptions {
  readonly records: Records;
  readonly ask: Ask;
  readonly log?: Pick<RecordLog, 'gone' | 'strayGone'>;
}

/** Opens the deletions of one run. */
export function openDeletions({ records, ask, log }: DeletionsOptions): Deletions {
  const { home } = records;
  const limit = pLimit(AT_ONCE);
  const pending = new Map<Leftover, LeftBehind>();

  const remove: Deletions['remove'] = async (leftover, request, again) => {
    const resource = resourceOf(leftover);
    const address = absolute(home, request.address);
    const kept: LeftBehind = { resource: resource.name, address, tried: 'DELETE', answered: IN_TIME };
    pending.set(leftover, leftover.kind === 'stray' ? kept : { ...kept, like: leftover.claim.answer.exchange });
    const deletion = await sendDeletion(ask, resource, request, again);
    if (deletion.end !== 'stays') return undefined;
    return { ...kept, answered: deletion.answered, exchange: deletion.exchange };
  };

  /** Whether a record that was read before is gone, though its deletion was answered with an error. */
  const isMissing = async (claim: Claim): Promise<boolean> => {
    const { resource, id } = claim;
    if (!records.wasShown(claim)) return false;
    const request = id === undefined ? undefined : readRequest(resource, id);
    const seen = request === undefined ? undefined : await ask(request);
    return seen !== undefined && 'status' in seen && isAbsent(seen);
  };

  const removeRecord = async (leftover: RecordLeft, again: boolean): Promise<LeftBehind | undefined> => {
    const { claim } = leftover;
    if (claim.gone) return undefined;
    const { resource, answer } = claim;
    const address = claim.address ?? answer.exchange.request.url;
    const base = { resource: resource.name, address, answered: '', like: answer.exchange };
    const why = await records.whyNotOurs(claim);
    if (why !== undefined) {
      const isUnproven = records.isDoubtful(claim) ? {} : { isUnproven: true as const };
      return { ...base, tried: `nothing: ${why}`, ...isUnproven };
    }
    // Only now: where the Location named another's record, the id that was shown to be ours is another than it was before.
    const { id } = claim;
    const request = id === undefined ? undefined : deleteRequestOf(home, resource, { id, answer });
    if (request === undefined) return { ...base, tried: noDeletion(resource) };
    const left = await remove(leftover, request, again);
    claim.gone = left === undefined || (again && (await isMissing(claim)));
    return claim.gone ? undefined : left;
  };

  const removeStray = async (leftover: StrayLeft, again: boolean): Promise<LeftBehind | undefined> => {
    const { resource, address } = leftover;
    const left = await remove(leftover, { method: 'DELETE', address }, again);
    if (left === undefined) return undefined;
    // Whether anything was made there is not known: it counts only where it is seen.
    return (await isShownAt(ask, resource, address, records.fresh.unique())) ? left : undefined;
  };

  const attemptOne = async (leftover: Leftover, again: boolean): Promise<void> => {
    const isRecord = leftover.kind === 'record';
    const left = isRecord ? await removeRecord(leftover, again) : await removeStray(leftover, again);
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
    async attempt(leftovers, again) {
      await Promise.all(leftovers.map((leftover) => limit(() => attemptOne(leftover, again))));
    },
    remove,
  };
}
