import pLimit from 'p-limit';
import type { Answer } from '../answer.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { absolute } from '../http/origins.ts';
import { isOfGateway } from '../http/status-kinds.ts';
import { textOf } from '../ids/natural-keys.ts';
import { type Read, readList } from '../records/listed-before.ts';
import { ownInList } from '../records/own-entry.ts';
import { idsListed, type RecordResource } from '../records/record-claim.ts';
import { deleteRequestOf } from '../records/record-requests.ts';
import type { Records } from '../records/records.ts';
import { idOfEntry, listedIn } from '../representation/entries.ts';
import { AT_ONCE, noDeletion } from './deletion.ts';
import type { Deletions } from './deletions.ts';
import { addressOf, answeredInWords, type LeftBehind, type Leftover, resourceOf, unknownCreation } from './leftover.ts';

/** Looks through collections for what holds a value of the run, whatever a creation was answered. */
export interface Search {
  /** A creation that was not answered with success: its collection has to be searched. */
  expect(resource: RecordResource, request: HttpRequest, answer?: Answer): void;
  /** Searches the collections of which the run created, or tried to, and deletes what it finds. */
  run(): Promise<void>;
  /** The resources of which the run created, or tried to. */
  touched(): readonly RecordResource[];
  /** Ids that a collection still showed after the deletions and that were then deleted. */
  deletedOf(resource: RecordResource): ReadonlySet<string>;
  /** Whether a collection was listed as a whole after the deletions: what it does not show is gone. */
  wasWhole(resource: RecordResource): boolean;
  /** What a collection was answered with success that shows no list, where it showed one before the run. */
  noListNow(resource: RecordResource): string | undefined;
  /** Whether a collection showed a value that this creation sent. */
  wasListed(resource: RecordResource, creation: HttpRequest): boolean;
  /** Creations that were sent and not answered by the server itself, in collections that are listed. */
  unanswered(): readonly Unanswered[];
  /** Creations of which nobody knows what they made, in collections that could not be searched; and records that no id tells apart. */
  lost(): readonly LeftBehind[];
}

/** A creation that was not answered, or by a gateway that gave up. */
export interface Unanswered {
  readonly resource: RecordResource;
  readonly request: HttpRequest;
  /** In words. */
  readonly answered: string;
}

/** What is searched with. */
export interface SearchOptions {
  readonly records: Records;
  readonly read: Read;
  readonly deletions: Deletions;
}

/** Creations of a resource that were not answered with success. */
interface Expected {
  readonly resource: RecordResource;
  readonly requests: HttpRequest[];
  /** What is told of those that may have made something, where the collection cannot be searched. */
  readonly lost: LeftBehind[];
}

/** Opens the search of one run. */
export function openSearch({ records, read, deletions }: SearchOptions): Search {
  const { home } = records;
  const { pending } = deletions;
  const limit = pLimit(AT_ONCE);
  const expected = new Map<string, Expected>();
  const unanswered = new Set<Unanswered>();
  const deleted = new Map<string, Set<string>>();
  const whole = new Set<string>();
  const noList = new Map<string, string>();
  /** What is told of records that a list shows without ids. */
  const nameless = new Map<string, LeftBehind>();
  /** The values of the run that each collection showed. */
  const shown = new Map<string, ReadonlySet<string>>();
  const valuesIn = (text: string): string[] =>
    text.toLowerCase().match(new RegExp(`${records.fresh.nonce}[0-9a-z]+`, 'gu')) ?? [];

  const touched = (): readonly RecordResource[] => {
    const resources = new Map([...expected].map(([name, { resource }]) => [name, resource]));
    for (const { resource } of records.claims) resources.set(resource.name, resource);
    return [...resources.values()];
  };

  /** Tells why something listed is not deleted, unless it is told already. */
  const tellListed = (resource: RecordResource, id: string, why: string): void => {
    // What others had before, and no creation named, shows a value of the run by a change: it is told what became of theirs.
    const isNamed = records.claims.some((one) => one.resource.name === resource.name && one.existed === id);
    if (records.wasOthers(resource, id) && !isNamed) return;
    const address = addressOf(home, resource, id);
    if ([...pending.values()].some((told) => told.address === address)) return;
    const told: LeftBehind = { resource: resource.name, address, tried: `nothing: ${why}`, answered: '' };
    pending.set({ kind: 'stray', resource, address }, told);
  };

  const removeListed = async (resource: RecordResource, id: string): Promise<void> => {
    const request = deleteRequestOf(home, resource, { id });
    const address = addressOf(home, resource, id);
    const leftover: Leftover = { kind: 'stray', resource, address };
    const why = (await records.replaced.whyMoving(resource)) ?? (await records.whyNotListed(resource, id));
    if (why !== undefined) return tellListed(resource, id, why);
    const gap: LeftBehind = { resource: resource.name, address, tried: noDeletion(resource), answered: '' };
    const left = request === undefined ? gap : await deletions.remove(leftover, request, false);
    if (left !== undefined) {
      pending.set(leftover, left);
      return;
    }
    pending.delete(leftover);
    deleted.set(resource.name, (deleted.get(resource.name) ?? new Set()).add(id));
  };

  /** Where records move to other ids and the list shows none, it alone tells how many of them stay. */
  const tellNameless = async (resource: RecordResource, answer: Answer): Promise<void> => {
    const why = await records.replaced.whyMoving(resource);
    if (why === undefined) return;
    const entries = listedIn(answer.representation.value, resource) ?? [];
    const unnamed = entries.filter((entry) => idOfEntry(entry, resource) === undefined);
    const count = unnamed.filter((entry) => valuesIn(JSON.stringify(entry) ?? '').length > 0).length;
    if (count === 0) return;
    const address = absolute(home, resource.list?.address ?? '');
    const tried = `nothing: ${why}; the list shows ${count} records with values of this run, and no ids`;
    // Not among what is to be deleted: the address is that of the collection.
    nameless.set(resource.name, { resource: resource.name, address, tried, answered: '' });
  };

  /** Whether the deletion of a record was refused: it is tried again by its claim. */
  const isRefused = ({ name }: RecordResource, id: string): boolean =>
    [...pending.keys()].some((one) => one.kind === 'record' && one.claim.resource.name === name && one.claim.id === id);

  const searchOne = async (resource: RecordResource, tried: ReadonlySet<string> = new Set()): Promise<void> => {
    const answer = await readList(resource, read);
    if (answer === undefined) return;
    shown.set(resource.name, new Set([...(shown.get(resource.name) ?? []), ...valuesIn(answer.text)]));
    const isOf = ({ name }: RecordResource): boolean => name === resource.name;
    const { ids, unknown, isList, isWhole } = ownInList(answer, {
      resource,
      nonce: records.fresh.nonce,
      creations: [
        ...records.claims
          .filter((claim) => isOf(claim.resource))
          .map((claim) => ({ ...claim.request, isShown: records.wasShown(claim) })),
        ...(expected.get(resource.name)?.requests ?? []),
      ],
      isNamed: (id) => records.claimOfId(resource, id) !== undefined,
      countBefore: records.countBefore(resource),
      wasLonger: records.replaced.longestList(resource) > (records.countBefore(resource) ?? Number.POSITIVE_INFINITY),
    });
    if (isWhole) whole.add(resource.name);
    if (!isList && records.countBefore(resource) !== undefined) noList.set(resource.name, answer.brief);
    const found = [...ids].filter((id) => !tried.has(id) && !isRefused(resource, id));
    await Promise.all(found.map((id) => limit(() => removeListed(resource, id))));
    // What was on the next page has moved up.
    if (!isWhole && found.length > 0) return searchOne(resource, new Set([...tried, ...found]));
    for (const [id, why] of unknown) tellListed(resource, id, why);
    await tellNameless(resource, answer);
    // What a creation made and did not name was found in the collection, or is not there. What it named and the list shows is there.
    const listed = new Set(idsListed(answer, resource));
    const isListed = (one: Leftover): boolean =>
      one.kind === 'record' && one.claim.id !== undefined && listed.has(one.claim.id);
    for (const [one, { isUnproven }] of pending)
      if (isWhole && isUnproven === true && resourceOf(one).name === resource.name && !isListed(one))
        pending.delete(one);
  };

  return {
    expect(resource, request, answer) {
      const known = expected.get(resource.name) ?? { resource, requests: [], lost: [] };
      expected.set(resource.name, known);
      known.requests.push(request);
      // An answer may come when nobody waits for it any more.
      for (const one of unanswered) if (answer !== undefined && one.request === request) unanswered.delete(one);
      if (resource.list !== undefined && (answer === undefined || isOfGateway(answer)))
        unanswered.add({ resource, request, answered: answeredInWords(answer) });
      const isKnown = answer !== undefined && records.madeNothing(resource, answer);
      if (!isKnown) known.lost.push(unknownCreation(home, resource, request, answer));
    },
    async run() {
      for (const resource of touched()) await searchOne(resource);
    },
    touched,
    deletedOf: ({ name }) => deleted.get(name) ?? new Set(),
    wasWhole: ({ name }) => whole.has(name),
    noListNow: ({ name }) => noList.get(name),
    wasListed({ name }, { address, json, body }) {
      const sent = valuesIn(`${address} ${JSON.stringify(json) ?? ''} ${textOf(body)}`);
      return sent.some((value) => shown.get(name)?.has(value) === true);
    },
    unanswered: () => [...unanswered],
    lost: () => [...[...expected].flatMap(([name, one]) => (whole.has(name) ? [] : one.lost)), ...nameless.values()],
  };
}
