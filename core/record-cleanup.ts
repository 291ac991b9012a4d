import pLimit from 'p-limit';
import { type Answer, answerOf } from './answer.ts';
import type { Exchange, HttpRequest, Transport } from './exchange.ts';
import { absolute } from './origins.ts';
import { type Claim, ownIdsListed, type RecordResource } from './record-claim.ts';
import type { RecordLog } from './record-log.ts';
import { deleteRequestOf, fieldsFor, listRequest } from './record-requests.ts';
import type { Records } from './records.ts';

/** Something that a run made and has to delete. */
export type Leftover =
  | { readonly kind: 'record'; readonly claim: Claim }
  /** Something at an address that the run made up: a PUT there was answered with success, and may have made it. */
  | { readonly kind: 'stray'; readonly resource: RecordResource; readonly address: string };

/** What a run made and could not delete. */
export interface LeftBehind {
  readonly resource: string;
  /** Where it is, as far as that is known: else where it was created. */
  readonly address: string;
  /** `DELETE`, or why nothing was tried. */
  readonly tried: string;
  /** What the deletion was answered; empty where none was sent. */
  readonly answered: string;
  /** The deletion as it was sent last; absent where none was. */
  readonly exchange?: Exchange;
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
  /** A creation that was not answered: the collections are searched for what it may have made. */
  search(resource: RecordResource, request: HttpRequest): void;
  /** Deletes all that is left, within so many milliseconds, and tells what is left after that. Once. */
  finish(budgetMs: number): Promise<readonly LeftBehind[]>;
  /** Deletions that were sent. */
  readonly sent: readonly Exchange[];
}

/** How to clean up. */
export interface CleanUpOptions {
  readonly records: Records;
  readonly transport: Transport;
  /** Ends the run: from then on nothing is deleted before `finish`. */
  readonly signal: AbortSignal;
  /** Told of what was deleted. */
  readonly log?: Pick<RecordLog, 'gone' | 'strayGone'>;
}

// Enough to hide latency, few enough to be no load.
const AT_ONCE = 8;
// A target that leaves so many deletions in a row unanswered is asked again at the end only: each may have cost a time limit.
const PATIENCE = 3;

type Try = { readonly leftover: Leftover; readonly left: LeftBehind | undefined };

/** Opens the clean-up of one run. */
export function openCleanUp({ records, transport, signal, log }: CleanUpOptions): CleanUp {
  const limit = pLimit(AT_ONCE);
  const pending = new Set<Leftover>();
  const searched = new Map<string, { resource: RecordResource; lost: HttpRequest[] }>();
  const sent: Exchange[] = [];
  const ended = aborted(signal);
  let unanswered = 0;

  const send = async (request: HttpRequest): Promise<Answer | Exchange> => {
    const exchange = await transport.send(request);
    if (request.method === 'DELETE') sent.push(exchange);
    unanswered = exchange.response === null ? unanswered + 1 : 0;
    if (exchange.response === null) return exchange;
    const answer = answerOf(exchange, exchange.response);
    records.observe(answer);
    return answer;
  };

  const remove = async (
    resource: RecordResource,
    request: HttpRequest,
    again: boolean,
  ): Promise<LeftBehind | undefined> => {
    // Some frameworks refuse a deletion that names no media type, though it has no body.
    const type = again ? { 'content-type': resource.mediaTypes.request } : {};
    const found = await send({
      ...request,
      alone: true,
      headers: { ...fieldsFor(resource), ...type, ...request.headers },
    });
    const address = absolute(records.home, request.address);
    const base = { resource: resource.name, address, tried: 'DELETE' };
    if (!('status' in found))
      return { ...base, answered: `nothing: ${found.failure?.message ?? 'no answer'}`, exchange: found };
    if (found.succeeded || found.status === 404 || found.status === 410) return undefined;
    return { ...base, answered: found.brief, exchange: found.exchange };
  };

  const removeRecord = async (claim: Claim, again: boolean): Promise<LeftBehind | undefined> => {
    if (claim.gone) return undefined;
    const { resource, answer } = claim;
    const address = claim.address ?? answer.exchange.request.url;
    const base = { resource: resource.name, address, answered: '', like: answer.exchange };
    const why = await records.whyNotOurs(claim);
    if (why !== undefined) return { ...base, tried: `nothing: ${why}`, isUnproven: true };
    // Only now: where the Location named another's record, the id that was shown to be ours is another than it was before.
    const { id } = claim;
    const request = id === undefined ? undefined : deleteRequestOf(records.home, resource, { id, answer });
    if (request === undefined) return { ...base, tried: `nothing: ${resource.name} offers no deletion` };
    const left = await remove(resource, request, again);
    if (left === undefined) claim.gone = true;
    return left;
  };

  const removeStray = async (
    resource: RecordResource,
    address: string,
    again: boolean,
  ): Promise<LeftBehind | undefined> => {
    const left = await remove(resource, { method: 'DELETE', address }, again);
    if (left === undefined) return undefined;
    // Whether anything was made there is not known: it counts only where it is seen.
    const seen = await send({ method: 'GET', address, headers: fieldsFor(resource) });
    return 'status' in seen && seen.succeeded ? left : undefined;
  };

  const attempt = async (leftover: Leftover, again = false): Promise<LeftBehind | undefined> => {
    const left =
      leftover.kind === 'record'
        ? await removeRecord(leftover.claim, again)
        : await removeStray(leftover.resource, leftover.address, again);
    if (left === undefined) {
      pending.delete(leftover);
      if (leftover.kind === 'record') log?.gone(leftover.claim);
      else log?.strayGone(absolute(records.home, leftover.address));
    }
    return left;
  };

  const all = (leftovers: readonly Leftover[], again: boolean): Promise<Try[]> =>
    Promise.all(leftovers.map((leftover) => limit(async () => ({ leftover, left: await attempt(leftover, again) }))));

  /** Looks through the collections for what holds a value of this run, whatever a creation was answered. */
  const search = async (left: Map<Leftover, LeftBehind>): Promise<void> => {
    const resources = new Map([...searched].map(([name, { resource }]) => [name, resource]));
    for (const { resource } of records.claims) resources.set(resource.name, resource);
    for (const resource of resources.values()) {
      const request = listRequest(resource);
      const answer = request === undefined ? undefined : await send(request);
      if (answer === undefined || !('status' in answer) || !answer.succeeded) continue;
      searched.delete(resource.name);
      const ids = new Set(ownIdsListed(answer, resource, records.fresh.nonce));
      for (const id of ids) {
        // What was refused is tried again below.
        const isRefused = [...left].some(
          ([one]) => one.kind === 'record' && one.claim.id === id && nameOf(one) === resource.name,
        );
        if (isRefused) continue;
        const request = deleteRequestOf(records.home, resource, { id });
        const place = absolute(records.home, resource.list?.address ?? '');
        const gap: LeftBehind = {
          resource: resource.name,
          address: place,
          tried: `nothing: ${resource.name} offers no deletion`,
          answered: '',
        };
        const found = request === undefined ? gap : await remove(resource, request, false);
        if (found !== undefined) left.set({ kind: 'stray', resource, address: found.address }, found);
      }
      // What a creation made and did not name was found in the collection, or is not there.
      for (const [one, { isUnproven }] of left)
        if (isUnproven === true && nameOf(one) === resource.name) left.delete(one);
    }
    for (const { resource, lost } of searched.values())
      for (const request of lost) left.set(nowhere(resource, request), unknown(records, resource, request));
  };

  const finishing = async (left: Map<Leftover, LeftBehind>): Promise<void> => {
    const settle = (tries: readonly Try[]): void => {
      for (const one of tries) {
        if (one.left === undefined) left.delete(one.leftover);
        else left.set(one.leftover, one.left);
      }
    };
    settle(await all([...pending].reverse(), false));
    await search(left);
    // What was refused once may have been refused for a reason that has passed.
    settle(
      await all(
        [...left].filter(([, { tried }]) => tried === 'DELETE').map(([leftover]) => leftover),
        true,
      ),
    );
  };

  return {
    sent,
    later: (leftover) => void pending.add(leftover),
    search(resource, request) {
      const known = searched.get(resource.name)?.lost ?? [];
      searched.set(resource.name, { resource, lost: [...known, request] });
    },
    async now(leftovers) {
      for (const leftover of leftovers) pending.add(leftover);
      if (signal.aborted || unanswered >= PATIENCE) return;
      await Promise.race([all(leftovers.toReversed(), false), ended]);
    },
    async finish(budgetMs) {
      const left = new Map<Leftover, LeftBehind>();
      for (const leftover of pending) left.set(leftover, notTried(records, leftover));
      let timer: ReturnType<typeof setTimeout> | undefined;
      const over = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, budgetMs);
      });
      await Promise.race([finishing(left), over]);
      clearTimeout(timer);
      return [...left].filter(([one]) => one.kind === 'stray' || !one.claim.gone).map(([, told]) => told);
    },
  };
}

function nameOf(leftover: Leftover): string {
  return leftover.kind === 'stray' ? leftover.resource.name : leftover.claim.resource.name;
}

function nowhere(resource: RecordResource, { address }: HttpRequest): Leftover {
  return { kind: 'stray', resource, address };
}

function unknown({ home }: Records, { name }: RecordResource, request: HttpRequest): LeftBehind {
  const tried = `nothing: ${request.method} was not answered, so it is not known whether it made something`;
  return { resource: name, address: absolute(home, request.address), tried, answered: '' };
}

function notTried({ home }: Records, leftover: Leftover): LeftBehind {
  const tried = 'nothing: the time for cleaning up was over';
  if (leftover.kind === 'stray')
    return { resource: leftover.resource.name, address: absolute(home, leftover.address), tried, answered: '' };
  const { resource, address, answer } = leftover.claim;
  const { exchange } = answer;
  return { resource: resource.name, address: address ?? exchange.request.url, tried, answered: '', like: exchange };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
