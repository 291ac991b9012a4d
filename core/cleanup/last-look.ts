import pLimit from 'p-limit';
import type { Answer } from '../answer.ts';
import { absolute } from '../http/origins.ts';
import { isAbsent } from '../http/status-kinds.ts';
import { idInAddress, idsListed, type RecordResource } from '../records/record-claim.ts';
import type { RecordLog } from '../records/record-log.ts';
import { listRequest, readRequest } from '../records/record-requests.ts';
import type { Records } from '../records/records.ts';
import { listedIn } from '../representation/entries.ts';
import { isAsLongAsAPage, showsOnePage } from '../representation/paged.ts';
import { type Ask, AT_ONCE } from './deletion.ts';
import type { Deletions } from './deletions.ts';
import { addressOf, type Leftover, resourceOf } from './leftover.ts';
import type { Search } from './search.ts';

/** What is looked up, and with what. */
export interface LastLookOptions {
  readonly records: Records;
  readonly ask: Ask;
  readonly deletions: Deletions;
  readonly search: Pick<Search, 'wasListed'>;
  readonly log?: Pick<RecordLog, 'gone' | 'strayGone'>;
}

/** So many of a resource are asked for by a GET each; the others are told. */
const MOST = 100;

/** Something that would be told, whose id is known. */
interface Told {
  readonly leftover: Leftover;
  readonly id: string;
}

/**
 * Looks up once more, at the very end, what would be told as left behind: a service may carry out a deletion later, and a search may have
 * deleted what was seen to stay. Only what is surely gone is not told.
 */
export async function lookUpLast({ records, ask, deletions, search, log }: LastLookOptions): Promise<void> {
  const { home } = records;
  const { pending } = deletions;
  const limit = pLimit(AT_ONCE);

  /** The answer to a reading that says how things are now: what a cache kept, or a failure, says nothing. */
  const readNow = async (request: ReturnType<typeof readRequest>): Promise<Answer | undefined> => {
    const answer = request && (await ask(request));
    return answer === undefined || !('status' in answer) || answer.header('Age') !== undefined ? undefined : answer;
  };

  /**
   * The ids that a list shows now; undefined where it proves nothing: it may be a page, or show nothing more to whom it does not know. One
   * record of others has to be in it.
   */
  const listedNow = async (resource: RecordResource): Promise<ReadonlySet<string> | undefined> => {
    const answer = await readNow(listRequest(resource));
    const entries = answer?.succeeded === true ? listedIn(answer.representation.value, resource) : undefined;
    if (answer === undefined || entries === undefined) return undefined;
    const ids = new Set(idsListed(answer, resource));
    const isOthers = (id: string): boolean =>
      records.claimOfId(resource, id) === undefined && records.wasOthers(resource, id);
    const isPart = showsOnePage(answer) || isAsLongAsAPage(entries.length) || ids.size < entries.length;
    return !isPart && [...ids].some(isOthers) ? ids : undefined;
  };

  /** Whether it was there for this run to see: what never was may be there now as well. */
  const wasThere = ({ leftover }: Told): boolean =>
    leftover.kind === 'stray' ||
    records.wasShown(leftover.claim) ||
    search.wasListed(leftover.claim.resource, leftover.claim.request);

  const isGone = async ({ id }: Told, resource: RecordResource, listed: ReadonlySet<string>): Promise<boolean> => {
    if (listed.has(id)) return false;
    const request = readRequest(resource, id);
    if (request === undefined) return true;
    const answer = await readNow(request);
    return answer !== undefined && isAbsent(answer);
  };

  const forget = ({ leftover, id }: Told): void => {
    pending.delete(leftover);
    const claim = leftover.kind === 'record' ? leftover.claim : records.claimOfId(leftover.resource, id);
    if (claim !== undefined) {
      claim.gone = true;
      log?.gone(claim);
    }
    if (leftover.kind === 'stray') log?.strayGone(absolute(home, leftover.address));
  };

  const byResource = new Map<string, Told[]>();
  for (const leftover of pending.keys()) {
    const resource = resourceOf(leftover);
    const id = leftover.kind === 'record' ? leftover.claim.id : idOfStray(records, leftover);
    if (id === undefined) continue;
    const told = byResource.get(resource.name) ?? [];
    byResource.set(resource.name, told);
    if (told.length < MOST) told.push({ leftover, id });
  }
  for (const told of byResource.values()) {
    const [first] = told;
    const resource = first && resourceOf(first.leftover);
    const listed = resource && (await listedNow(resource));
    if (resource === undefined || listed === undefined) continue;
    const lookAt = async (one: Told): Promise<void> => {
      if (wasThere(one) && (await isGone(one, resource, listed))) forget(one);
    };
    await Promise.all(told.map((one) => limit(() => lookAt(one))));
  }
}

/** The id of a record at whose own address something is told; what is below one is another thing. */
function idOfStray({ home }: Records, { resource, address }: Extract<Leftover, { kind: 'stray' }>): string | undefined {
  const id = idInAddress(home, resource, absolute(home, address));
  return id !== undefined && addressOf(home, resource, id) === absolute(home, address) ? id : undefined;
}
