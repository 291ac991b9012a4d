import type { Answer } from '../answer.ts';
import { absolute } from '../http/origins.ts';
import { isAbsent } from '../http/status-kinds.ts';
import { holds, idShown, type RecordResource } from '../records/record-claim.ts';
import type { Records } from '../records/records.ts';
import { type Ask, isShownAt } from './deletion.ts';
import { addressOf, type LeftBehind, type StrayLeft } from './leftover.ts';

/** What strays are read and deleted with. */
export interface StrayRemovalOptions {
  readonly records: Records;
  readonly ask: Ask;
  readonly readNow: (one: { readonly resource: RecordResource; readonly id: string }) => Promise<Answer | undefined>;
  /** Sends the deletion. What is left, if it was refused. */
  readonly remove: (stray: StrayLeft, again: boolean) => Promise<LeftBehind | undefined>;
}

/** Why what a PUT may have made stays where it shows nothing of the run. */
const MAYBE_OTHERS =
  'a change of it was answered with success, and it shows nothing of this run, so it may be somebody else’s';

/** The same where it shows a value of the run and the id of another record. */
const OTHER_ID =
  'a change of it was answered with success, and it does not show that id, so it may be a record of somebody else';

/** Why a record stays that the answer to what is no creation names, and that nothing shows to be made by it. */
const NAMED_ELSEWHERE =
  'the answer to a request that is no creation names it, so that request may have made it, or it is somebody else’s';

/** Takes away what a write may have made that was no creation: only what shows that it is that. What is left, if anything. */
export function openStrayRemoval({ records, ask, readNow, remove }: StrayRemovalOptions) {
  const { home, fresh } = records;
  const isShown = ({ resource, address }: StrayLeft): Promise<boolean> =>
    isShownAt(ask, resource, address, fresh.unique());
  const isOurs = (shown: Answer | undefined): shown is Answer => shown?.succeeded === true && holds(shown, fresh.nonce);

  /** Of an id that the run made up, or that is gone. */
  const removeThere = async (stray: StrayLeft, id: string, again: boolean): Promise<LeftBehind | undefined> => {
    const { resource, address } = stray;
    const isRecord = absolute(home, address) === addressOf(home, resource, id);
    const shown = isRecord ? await readNow({ resource, id }) : undefined;
    // A deletion of what is not there may take another record away.
    if (shown !== undefined && isAbsent(shown)) return undefined;
    // A server that takes ids modulo the number of its records shows one of another id, with what the run put there.
    if (isOurs(shown) && idShown(shown, resource) === id) return remove(stray, again);
    return (await isShown(stray)) ? told(stray, isOurs(shown) ? OTHER_ID : MAYBE_OTHERS) : undefined;
  };

  /** What the answer to a change named beside the record that it was sent to: it may be another one of before. */
  const removeNamed = async (stray: StrayLeft, id: string, again: boolean): Promise<LeftBehind | undefined> => {
    const { resource, named } = stray;
    if (records.claimOfId(resource, id) !== undefined) return undefined;
    const shown = await readNow({ resource, id });
    if (shown !== undefined && isAbsent(shown)) return undefined;
    const why = await records.whyNotMade(resource, id);
    if (!isOurs(shown) || idShown(shown, resource) !== id) {
      // A server may name what it changed, or the operation; only what the change made is left behind.
      const isNew = named === 'as made' ? !records.wasListed(resource, id) : why === undefined;
      return isNew && (await isShown(stray)) ? told(stray, NAMED_ELSEWHERE) : undefined;
    }
    return why === undefined ? remove(stray, again) : told(stray, `${NAMED_ELSEWHERE}: ${why}`);
  };

  return async (stray: StrayLeft, again: boolean): Promise<LeftBehind | undefined> => {
    const { id, named } = stray;
    if (id !== undefined) return named === undefined ? removeThere(stray, id, again) : removeNamed(stray, id, again);
    const left = await remove(stray, again);
    // Whether anything was made there is not known: it counts only where it is seen.
    return left !== undefined && (await isShown(stray)) ? left : undefined;
  };
}

function told({ resource, address }: StrayLeft, why: string): LeftBehind {
  return { resource: resource.name, address, tried: `nothing: ${why}`, answered: '' };
}
