import pLimit from 'p-limit';
import { type Answer, answerOf } from './answer.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { type Ask, AT_ONCE, isShownAt, type Kept, noDeletion, sendDeletion } from './deletion.ts';
import type { Exchange, HttpRequest, Transport } from './exchange.ts';
import { absolute } from './origins.ts';
import { showsOnePage } from './paged.ts';
import { type Claim, ownIdsListed, type RecordResource } from './record-claim.ts';
import type { RecordLog } from './record-log.ts';
import { deleteRequestOf, listRequest, readRequest } from './record-requests.ts';
import type { Records } from './records.ts';
import { isAbsent, isRefusal } from './status-kinds.ts';
import { type Deleted, isStillThere, lookAgain, lookAtSome, STILL_SHOWN } from './still-there.ts';
import { untilStopped } from './until-stopped.ts';

/** Something that a run made and has to delete. */
export type Leftover =
  | { readonly kind: 'record'; readonly claim: Claim }
  /** Something at an address that the run made up: a PUT there was answered with success, and may have made it. */
  | { readonly kind: 'stray'; readonly resource: RecordResource; readonly address: string };

/** What a run made and could not delete. */
export interface LeftBehind extends Kept {
  /** What was sent about it before, whose fields another request needs as well; absent where nothing is known. */
  readonly like?: Exchange;
  /** Nothing showed that what the creation named is this run's, so that what it made is somewhere else, if anywhere. */
  readonly isUnproven?: true;
}

/** Deletes what a run made. */
export interface CleanUp {
  /** Keeps something for the end of the run. */
  later(leftover: Leftover): void;
  /** Deletes what is no longer needed; what is not deleted is tried again at the end. Stops waiting when the run ends. */
  now(leftovers: readonly Leftover[]): Promise<void>;
  /**
   * A creation that was not answered with success: the collection is searched for what it may have made all the same.
   * What cannot be searched is told, unless the answer was a refusal.
   */
  search(resource: RecordResource, request: HttpRequest, answer?: Answer): void;
  /** Deletes all that is left, within so many milliseconds or until it is given up, and tells what is left after that. Once. */
  finish(budgetMs: number, giveUp?: AbortSignal): Promise<readonly LeftBehind[]>;
  /** Deletions that were sent. */
  readonly sent: readonly Exchange[];
}

/** How to clean up. */
export interface CleanUpOptions {
  readonly records: Records;
  readonly transport: Transport;
  /** Ends the run: from then on nothing is deleted before `finish`. */
  readonly signal: AbortSignal;
  /** The clock of this machine by default. */
  readonly clock?: Clock;
  /** Told of what was deleted. */
  readonly log?: Pick<RecordLog, 'gone' | 'strayGone' | 'stillThere'>;
}

// A target that leaves so many deletions in a row unanswered is asked again at the end only: each may have cost a time limit.
const PATIENCE = 3;

/** Opens the clean-up of one run. */
export function openCleanUp({ records, transport, signal, clock = SYSTEM_CLOCK, log }: CleanUpOptions): CleanUp {
  const limit = pLimit(AT_ONCE);
  // Everything that is to be deleted, with what would be told of it now.
  const pending = new Map<Leftover, LeftBehind>();
  const searched = new Map<string, { resource: RecordResource; lost: LeftBehind[] }>();
  // What a collection still showed after the deletions and was then deleted, by the name of the resource.
  const deletedAsListed = new Map<string, Map<string, Deleted>>();
  // Collections that were listed as a whole after the deletions: what they do not show is gone.
  const listedWhole = new Set<string>();
  // Resources whose deletions were looked at again.
  const lookedAt = new Set<string>();
  const sent: Exchange[] = [];
  let unanswered = 0;

  const send: Ask = async (request) => {
    const exchange = await transport.send(request);
    if (request.method === 'DELETE') sent.push(exchange);
    unanswered = exchange.response === null ? unanswered + 1 : 0;
    if (exchange.response === null) return exchange;
    const answer = answerOf(exchange, exchange.response);
    records.observe(answer);
    return answer;
  };

  const keep = (leftover: Leftover): void => {
    if (!pending.has(leftover)) pending.set(leftover, notTried(records, leftover));
  };

  const remove = async (leftover: Leftover, request: HttpRequest, again: boolean): Promise<LeftBehind | undefined> => {
    const resource = resourceOf(leftover);
    const address = absolute(records.home, request.address);
    const kept: LeftBehind = { resource: resource.name, address, tried: 'DELETE', answered: IN_TIME };
    pending.set(leftover, leftover.kind === 'stray' ? kept : { ...kept, like: leftover.claim.answer.exchange });
    const deletion = await sendDeletion(send, resource, request, again);
    if (deletion.end !== 'stays') return undefined;
    return { ...kept, answered: deletion.answered, exchange: deletion.exchange };
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
    const request = id === undefined ? undefined : deleteRequestOf(records.home, resource, { id, answer });
    if (request === undefined) return { ...base, tried: noDeletion(resource) };
    const left = await remove(leftover, request, again);
    claim.gone = left === undefined || (again && (await isMissing(claim)));
    return claim.gone ? undefined : left;
  };

  /** Whether a record that was read before is gone, though its deletion was answered with an error. */
  const isMissing = async (claim: Claim): Promise<boolean> => {
    const { resource, id } = claim;
    if (!records.wasShown(claim)) return false;
    const request = id === undefined ? undefined : readRequest(resource, id);
    const seen = request === undefined ? undefined : await send(request);
    return seen !== undefined && 'status' in seen && isAbsent(seen);
  };

  const removeStray = async (leftover: StrayLeft, again: boolean): Promise<LeftBehind | undefined> => {
    const { resource, address } = leftover;
    const left = await remove(leftover, { method: 'DELETE', address }, again);
    if (left === undefined) return undefined;
    // Whether anything was made there is not known: it counts only where it is seen.
    return (await isShownAt(send, resource, address, records.fresh.unique())) ? left : undefined;
  };

  const attempt = async (leftover: Leftover, again: boolean): Promise<void> => {
    const isRecord = leftover.kind === 'record';
    const left = isRecord ? await removeRecord(leftover, again) : await removeStray(leftover, again);
    if (left !== undefined) {
      pending.set(leftover, left);
      return;
    }
    pending.delete(leftover);
    if (isRecord) log?.gone(leftover.claim);
    else log?.strayGone(absolute(records.home, leftover.address));
  };

  const all = async (leftovers: readonly Leftover[], again: boolean): Promise<void> => {
    await Promise.all(leftovers.map((leftover) => limit(() => attempt(leftover, again))));
  };

  /** A collection as it is listed now; undefined where it cannot be. */
  const listOf = async (resource: RecordResource): Promise<Answer | undefined> => {
    const request = listRequest(resource);
    const answer = request === undefined ? undefined : await send(request);
    return answer !== undefined && 'status' in answer && answer.succeeded ? answer : undefined;
  };

  /** The resources of which the run created, or tried to. */
  const touched = (): readonly RecordResource[] => {
    const resources = new Map([...searched].map(([name, { resource }]) => [name, resource]));
    for (const { resource } of records.claims) resources.set(resource.name, resource);
    return [...resources.values()];
  };

  /** Looks through the collections for what holds a value of this run, whatever a creation was answered. */
  const search = async (): Promise<void> => {
    for (const resource of touched()) {
      const answer = await listOf(resource);
      if (answer === undefined) continue;
      const isWhole = !showsOnePage(answer);
      if (isWhole) {
        searched.delete(resource.name);
        listedWhole.add(resource.name);
      }
      const ids = new Set(ownIdsListed(answer, resource, records.fresh.nonce));
      const isRefused = (id: string): boolean => refused(resource).some(({ claim }) => claim.id === id);
      // What was refused is tried again below.
      await Promise.all([...ids].filter((id) => !isRefused(id)).map((id) => limit(() => removeListed(resource, id))));
      // What a creation made and did not name was found in the collection, or is not there.
      for (const [one, { isUnproven }] of pending)
        if (isWhole && isUnproven === true && resourceOf(one).name === resource.name) pending.delete(one);
    }
  };

  const refused = ({ name }: RecordResource): readonly RecordLeft[] =>
    [...pending.keys()].filter((one) => one.kind === 'record').filter((one) => resourceOf(one).name === name);

  const removeListed = async (resource: RecordResource, id: string): Promise<void> => {
    const request = deleteRequestOf(records.home, resource, { id });
    const address = addressOf(records, resource, id);
    const leftover: Leftover = { kind: 'stray', resource, address };
    const why = await records.whyNotListed(resource, id);
    const tried = why === undefined ? noDeletion(resource) : `nothing: ${why}`;
    const gap: LeftBehind = { resource: resource.name, address, tried, answered: '' };
    if (why !== undefined) {
      const isTold = [...pending.values()].some((told) => told.address === address);
      if (!isTold) pending.set(leftover, gap);
      return;
    }
    const left = request === undefined ? gap : await remove(leftover, request, false);
    if (left !== undefined) {
      pending.set(leftover, left);
      return;
    }
    pending.delete(leftover);
    const { name } = resource;
    deletedAsListed.set(name, (deletedAsListed.get(name) ?? new Map()).set(id, { id, payloads: [] }));
  };

  /** The records of a resource that were deleted, by what their deletions were answered. */
  const deletedOf = ({ name }: RecordResource): ReadonlyMap<string, Deleted> => {
    const own = records.claims.filter(({ resource }) => resource.name === name);
    const kept = new Set(own.filter(({ gone }) => !gone).map(({ id }) => id));
    const found = own.flatMap(({ id, gone, payload }) =>
      id === undefined || !gone || kept.has(id) ? [] : [[id, { id, payloads: [payload] }] as const],
    );
    return new Map(found);
  };

  /** Tells what is there even after its deletion was answered as if it were gone. */
  const tellShown = async (): Promise<void> => {
    for (const resource of touched()) {
      const where = { ask: send, resource, nonce: records.fresh.nonce, clock };
      const listed = deletedAsListed.get(resource.name) ?? new Map<string, Deleted>();
      const others = [...deletedOf(resource).values()].filter(({ id }) => !listed.has(id));
      const seen = [
        ...(await lookAgain([...listed.values()], where)),
        ...(listedWhole.has(resource.name) ? [] : await lookAtSome(others, where)),
      ];
      for (const [{ id }, what] of seen) {
        if (!isStillThere(what)) continue;
        const address = addressOf(records, resource, id);
        const answered = `as if it were gone, ${STILL_SHOWN[what]}`;
        const claim = records.claimOfId(resource, id);
        pending.set(
          { kind: 'stray', resource, address },
          {
            resource: resource.name,
            address,
            tried: 'DELETE',
            answered,
            ...(claim === undefined ? {} : { like: claim.answer.exchange }),
          },
        );
        if (claim !== undefined) log?.stillThere(claim);
      }
      lookedAt.add(resource.name);
    }
  };

  /** Deletions that were believed, since the time was over before anybody looked. */
  const notLookedAt = (): readonly LeftBehind[] =>
    touched().flatMap((resource) => {
      const count = new Set([...deletedOf(resource).keys(), ...(deletedAsListed.get(resource.name)?.keys() ?? [])])
        .size;
      const place = resource.list ?? resource.item;
      if (count === 0 || place === undefined || lookedAt.has(resource.name)) return [];
      const address = absolute(records.home, resource.list?.address ?? resource.create?.address ?? place.address);
      const tried = `nothing: the time for cleaning up was over before anybody looked whether the deletions took effect (answered as done: ${count})`;
      return [{ resource: resource.name, address, tried, answered: '' }];
    });

  /** Records that were created to show that creations make new ones. */
  const keepBeside = (): void => {
    const known = new Set([...pending.keys()].map((one) => (one.kind === 'record' ? one.claim : one)));
    for (const claim of records.beside) if (!known.has(claim) && !claim.gone) keep({ kind: 'record', claim });
  };

  const finishing = async (): Promise<void> => {
    keepBeside();
    await all([...pending.keys()].reverse(), false);
    // Some may have been created meanwhile.
    keepBeside();
    await all(
      [...pending].filter(([, left]) => left.tried === NOT_TRIED).map(([leftover]) => leftover),
      false,
    );
    await search();
    // What was refused once may have been refused for a reason that has passed.
    const refused = [...pending].filter(([, left]) => left.tried === 'DELETE');
    await all(
      refused.filter(([, left]) => !isBreakdown(left)).map(([leftover]) => leftover),
      true,
    );
    // A server that breaks down where requests meet (a locked database) is asked for one thing at a time.
    for (const [leftover, left] of refused) if (isBreakdown(left)) await attempt(leftover, true);
    await tellShown();
  };

  /** Creations of which nobody knows what they made, in collections that could not be searched. */
  const lost = (): readonly LeftBehind[] => [...searched.values()].flatMap((one) => one.lost);

  return {
    sent,
    later: keep,
    search(resource, request, answer) {
      const known = searched.get(resource.name)?.lost ?? [];
      const isKnown = answer !== undefined && isRefusal(answer);
      const lost = isKnown ? known : [...known, unknown(records, resource, request, answer)];
      searched.set(resource.name, { resource, lost });
    },
    async now(leftovers) {
      leftovers.forEach(keep);
      if (signal.aborted || unanswered >= PATIENCE) return;
      await untilStopped(all(leftovers.toReversed(), false), signal);
    },
    async finish(budgetMs, giveUp) {
      const over = new AbortController();
      const stopTimer = clock.after(budgetMs, () => over.abort());
      await untilStopped(finishing(), giveUp === undefined ? over.signal : AbortSignal.any([over.signal, giveUp]));
      stopTimer();
      const left = [...pending].filter(([one]) => one.kind === 'stray' || !one.claim.gone);
      return [...eachOnce(left), ...lost(), ...notLookedAt()];
    },
  };
}

type RecordLeft = Extract<Leftover, { kind: 'record' }>;
type StrayLeft = Extract<Leftover, { kind: 'stray' }>;

// What is told where the answer to a deletion does not come before the end.
const IN_TIME = 'nothing within the time for cleaning up';

const NOT_TRIED = 'nothing: the time for cleaning up was over';

/** A record that several creations named is told once. One whose id nobody knows has no address of its own. */
function eachOnce(left: readonly (readonly [Leftover, LeftBehind])[]): readonly LeftBehind[] {
  const told = new Map<unknown, LeftBehind>();
  for (const [one, what] of left) {
    const isKnown = one.kind === 'stray' || one.claim.address !== undefined;
    const key = isKnown ? JSON.stringify([what.resource, what.address, what.tried, what.answered]) : one;
    if (!told.has(key)) told.set(key, what);
  }
  return [...told.values()];
}

function isBreakdown({ exchange }: LeftBehind): boolean {
  return exchange?.response == null || exchange.response.status >= 500;
}

function resourceOf(leftover: Leftover): RecordResource {
  return leftover.kind === 'stray' ? leftover.resource : leftover.claim.resource;
}

function addressOf({ home }: Records, resource: RecordResource, id: string): string {
  const request = deleteRequestOf(home, resource, { id });
  return absolute(home, request?.address ?? resource.list?.address ?? '');
}

function unknown({ home }: Records, { name }: RecordResource, request: HttpRequest, answer?: Answer): LeftBehind {
  const { method } = request;
  const told = answer === undefined ? 'not answered' : `answered ${answer.status}`;
  const tried = `nothing: ${method} was ${told}, so it is not known whether it made something`;
  const like = answer === undefined ? {} : { like: answer.exchange };
  return { resource: name, address: absolute(home, request.address), tried, answered: '', ...like };
}

function notTried({ home }: Records, leftover: Leftover): LeftBehind {
  const tried = NOT_TRIED;
  if (leftover.kind === 'stray')
    return { resource: leftover.resource.name, address: absolute(home, leftover.address), tried, answered: '' };
  const { resource, address, answer } = leftover.claim;
  const { exchange } = answer;
  return { resource: resource.name, address: address ?? exchange.request.url, tried, answered: '', like: exchange };
}
