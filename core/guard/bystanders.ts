import type { Answer } from '../answer.ts';
import { withMomentsOf, withoutMoments, withoutPassing } from '../records/lasting.ts';
import type { Read } from '../records/listed-before.ts';
import type { Span } from '../records/moments.ts';
import { idsListed, type RecordResource } from '../records/record-claim.ts';
import { listRequest, readRequest } from '../records/record-requests.ts';
import { listedIn } from '../representation/entries.ts';
import { isObject } from '../representation/json-value.ts';
import { isAsLongAsAPage, showsOnePage } from '../representation/paged.ts';
import { firstLook, lacks, type Watched } from './first-look.ts';
import { isOtherInMore, type OfRun, type Otherwise, shownOtherwise } from './otherwise.ts';
import type { KnownIds } from './references.ts';
import { spread } from './spread.ts';
import { type Bystander, differing, entriesOf, isMarked, recordIn, type States } from './states.ts';
import { tollInWords, tollOf } from './toll.ts';
import { fateOf } from './unlisted.ts';

/** Records that others made, as they are shown: in the list, and the first and the last one of it by a GET. */
export interface Bystanders {
  /** Reads them once, before the first change, those of the other collections too, and tells how many there are that show an id. */
  watch(resource: RecordResource): Promise<number>;
  /** Reads some of them again: a short list, and the first and the last one where it does not show records whole. Whether one is shown otherwise. */
  renew(resource: RecordResource): Promise<boolean>;
  /** One of them that is shown otherwise than when it was read last, or is gone; undefined where none is. `some`: as `renew` reads. */
  changed(resource: RecordResource, which: 'all' | 'some'): Promise<Bystander | undefined>;
  /**
   * Those that the list does not show any more and a GET neither, or otherwise than before, as what is archived: of those that are asked
   * for, which are few, and once each.
   */
  gone(resource: RecordResource): Promise<readonly Bystander[]>;
  /**
   * Those that the list was seen to show otherwise since this was asked last, in more than a new or a deleted record beside them may rightly
   * change; and `all` of those. None of a very long list.
   */
  otherwise(resource: RecordResource): Otherwise;
  /** Whether one that a GET shows otherwise is so in more than a record of the run may rightly bring about. */
  isMore(resource: RecordResource, shown: Bystander): boolean;
  /** How many of them the list showed when it was read last. */
  left(resource: RecordResource): number;
  /** Those that anybody saw to be gone so far, in that order. */
  lost(resource: RecordResource): readonly Bystander[];
  /** Whether a list lacks one that was not missed before, or shows one otherwise. Neither before they were watched. */
  isSuspicious(answer: Answer, resource: RecordResource): boolean;
  /** The ids of those that a list showed when they were watched first. */
  ids(resource: RecordResource): readonly string[];
  /** How a list showed them at that time. Undefined for what it showed otherwise each time. */
  first(resource: RecordResource): ReadonlyMap<string, unknown>;
  /** How a list showed them before that, as to the question where it is: `toll` counts what went since then. */
  shownBefore(resource: RecordResource, states: States): void;
  /** Whether a list showed it when they were watched first: then somebody else made it. */
  wasListed(resource: RecordResource, id: string): boolean;
  /** How a record is shown; undefined where it is not. */
  state(resource: RecordResource, id: string): Promise<unknown>;
  /**
   * What became of all of them since they were watched first, in sentences: which are gone, and which are shown otherwise. `isBlamed`: a
   * request of the run was seen to reach one of them; else what only counts up is no sign that one did.
   */
  toll(resource: RecordResource, isBlamed: boolean): Promise<readonly string[]>;
  /** Whether a record is shown without any value of the run. */
  isOthers(resource: RecordResource, id: string): Promise<boolean>;
}

/** What they are read by. */
export interface BystandersOptions {
  readonly read: Read;
  /** What every value of the run holds. */
  readonly nonce: string;
  /** Whether an id is one of the run's records. */
  readonly isOwn: (resource: RecordResource, id: string) => boolean;
  /** Whether the run deleted what had an id. A list that shows it still is old, as where a cache keeps it. */
  readonly isDeleted: (resource: RecordResource, id: string) => boolean;
  /** The ids of the run's records that are there. A list that lacks one is old, or a part of all. */
  readonly there: (resource: RecordResource) => readonly string[];
  /** The other collections of the target: a write may reach their records as well, as by a cascade of the database. */
  readonly beside: (resource: RecordResource) => readonly RecordResource[];
  /** Is told that one is gone, or that a list lacks one that was not missed before, or shows one otherwise. */
  readonly onMissing: (resource: RecordResource) => void;
  /** Whether the run sends such a member, in a creation or a change. */
  readonly isSent: (name: string) => boolean;
  /** How long the run goes on: a moment since then may have passed by itself. */
  readonly span: () => Span;
}

/** Of those that are not listed any more so many are asked for: until some are seen to be there, as a page of a list moves on. */
const [THERE, MOST_GONE] = [4, 100];

/** So many are asked for by a GET where the list is old. */
const ASKED = 4;

/** Opens what a run knows of them. */
export function openBystanders(options: BystandersOptions): Bystanders {
  const { read, nonce, isOwn, isDeleted, there, beside, onMissing, isSent, span } = options;
  const watched = new Map<string, Promise<Watched>>();
  const known = new Map<string, Watched>();
  const earlier = new Map<string, States>();
  const changes = new Map<string, Otherwise>();
  // The lists that showed, when they were read last, what the run had deleted, or lacked what it had created.
  const old = new Set<string>();
  // The ids that each list showed when it was read last, those of the run among them.
  const shownIds = new Map<string, ReadonlySet<string>>();
  const collectionsNow = (): readonly KnownIds[] =>
    [...known].map(([key, { first, resource }]) => ({
      first,
      has: (id) => first.has(id) || shownIds.get(key)?.has(id) === true || isOwn(resource, id),
    }));
  const ofRunIn = (resource: RecordResource): OfRun => ({
    nonce,
    // A record may name one of the run in another collection, as a user the last deal of theirs.
    isOwn: (id) => [resource, ...beside(resource)].some((of) => isOwn(of, id)),
    isSent,
    collections: collectionsNow(),
  });

  const state = async (resource: RecordResource, id: string): Promise<unknown> => {
    const request = readRequest(resource, id);
    return recordIn(request && (await read(request)), resource);
  };
  const listNow = async (resource: RecordResource, before: Watched): Promise<States> => {
    const { first, latest } = before;
    const now = await listed(resource);
    before.left = [...now.keys()].filter((id) => first.has(id)).length;
    const ofRun = ofRunIn(resource);
    const changed = shownOtherwise(before, now, ofRun, span());
    const { all = [], inMore = [] } = changes.get(resource.name) ?? {};
    changes.set(resource.name, { all: [...all, ...changed.all], inMore: [...inMore, ...changed.inMore] });
    if (changed.inMore.length > 0) onMissing(resource);
    for (const [id, entry] of now) if (first.has(id)) latest.set(id, withMomentsOf(first.get(id), entry));
    return now;
  };
  const listed = async (resource: RecordResource): Promise<States> => {
    const request = listRequest(resource);
    const own = there(resource);
    const answer = request && (await read(request));
    const entries = answer?.succeeded === true ? entriesOf(answer, resource) : [];
    const ids = new Set(entries.map(([id]) => id));
    shownIds.set(keyOf(resource), ids);
    const isOld = [...ids].some((id) => isDeleted(resource, id)) || own.some((id) => !ids.has(id));
    if (isOld) old.add(keyOf(resource));
    else old.delete(keyOf(resource));
    return new Map(entries.filter(([id]) => !isOwn(resource, id)));
  };
  /** What became of one of them. Is noted where it is gone, or shown otherwise. */
  const becameOf = async (
    resource: RecordResource,
    before: Watched,
    id: string,
    now: States,
  ): Promise<Bystander | undefined> => {
    // What was shown otherwise at each of the first readings is not known. An id may have been given to the run since.
    const isKnown = before.first.get(id) !== undefined && !isOwn(resource, id);
    const entry = isKnown ? before.latest.get(id) : undefined;
    const lost = await fateOf(read, { resource, id, entry, listed: now, likeness: before.likeness, span: span() });
    if (lost === undefined) return undefined;
    before.ids.delete(id);
    before.lost.set(id, lost);
    onMissing(resource);
    return lost;
  };
  /** Those of `shown` that the list lacks, and not since a page of it moved on. `most`: so many are looked for. */
  const goneOf = async (
    resource: RecordResource,
    before: Watched,
    { shown, now }: { readonly shown: ReadonlySet<string>; readonly now: States },
    most: number,
  ): Promise<readonly Bystander[]> => {
    const ids = [...shown].filter((id) => before.ids.has(id) && !now.has(id));
    const gone: Bystander[] = [];
    let there = 0;
    while (ids.length > 0 && gone.length < most && there < THERE) {
      const lost = await becameOf(resource, before, ids.shift() ?? '', now);
      if (lost === undefined) there += 1;
      else gone.push(lost);
    }
    // What a page has moved on from, or a look has no time for, is none of what is missing from the next one on.
    if (there > 0 || gone.length >= MOST_GONE) for (const id of ids) before.ids.delete(id);
    return gone;
  };
  const readAgain = async (
    resource: RecordResource,
    before: Watched,
    which: 'all' | 'some',
  ): Promise<{ readonly list: States; readonly read: States }> => {
    const { read: known, listed: entries, isListEnough } = before;
    const isListRead = which === 'all' || before.isShort;
    const list = isListRead ? await listNow(resource, before) : new Map<string, unknown>();
    if (isListRead) before.onPage = new Set(list.keys());
    if (isListRead && lacks(before, before.onPage)) onMissing(resource);
    const states: States = new Map();
    for (const id of known.keys()) {
      // What the list showed otherwise each time is watched by a GET of it alone.
      if (which === 'some' && isListEnough && entries.has(id) && list.has(id)) continue;
      states.set(id, await state(resource, id));
    }
    return { list, read: states };
  };
  const watch = async (resource: RecordResource): Promise<Watched> => {
    const watching = watched.get(keyOf(resource)) ?? firstLook(resource, { listed, state, nonce, span });
    watched.set(keyOf(resource), watching);
    known.set(keyOf(resource), await watching);
    return watching;
  };

  return {
    async watch(resource) {
      const all = await Promise.all([resource, ...beside(resource)].map(watch));
      return all.reduce((sum, { ids }) => sum + ids.size, 0);
    },
    async renew(resource) {
      const before = await watch(resource);
      const { list, read } = await readAgain(resource, before, 'some');
      return [differing(before.listed, list, span()), differing(before.read, read, span())].some(
        (one) => one !== undefined,
      );
    },
    async changed(resource, which) {
      const before = await watch(resource);
      const shown = before.onPage;
      const { list, read } = await readAgain(resource, before, which);
      const age = before.isShort ? {} : ({ isOld: true } as const);
      // Both, so that what was seen once is not seen again.
      const [entry, record] = [differing(before.listed, list, span()), differing(before.read, read, span())];
      const together = Math.max(entry?.together ?? 0, record?.together ?? 0);
      if (record !== undefined) return { ...record, together };
      if (entry !== undefined) return { ...entry, ...age };
      const [missing] = which === 'all' ? await goneOf(resource, before, { shown, now: list }, 1) : [];
      return missing && { ...missing, ...age };
    },
    async gone(resource) {
      const before = await watch(resource);
      const now = await listNow(resource, before);
      // Such a list may show nothing of what went since. Where none was read at first, its ids may be in no address.
      const isAsked = old.has(keyOf(resource)) && before.read.size > 0;
      const asked = isAsked ? spread([...before.ids], ASKED) : [];
      const seen: (Bystander | undefined)[] = [];
      for (const id of asked) seen.push(await becameOf(resource, before, id, now));
      const missing = await goneOf(resource, before, { shown: before.ids, now }, MOST_GONE);
      return [...seen.filter((one) => one !== undefined), ...missing];
    },
    otherwise({ name }) {
      const changed = changes.get(name) ?? { all: [], inMore: [] };
      changes.delete(name);
      return changed;
    },
    isMore: (resource, shown) => isOtherInMore(withoutPassing(shown, span()), ofRunIn(resource)),
    left: (resource) => known.get(keyOf(resource))?.left ?? 0,
    lost: (resource) => [...(known.get(keyOf(resource))?.lost.values() ?? [])],
    isSuspicious(answer, resource) {
      const before = known.get(keyOf(resource));
      if (before === undefined || !answer.succeeded) return false;
      if (listedIn(answer.representation.value, resource) === undefined) return false;
      const ofRun = ofRunIn(resource);
      const isLacking = lacks(before, new Set(idsListed(answer, resource)));
      return isLacking || shownOtherwise(before, new Map(entriesOf(answer, resource)), ofRun, span()).inMore.length > 0;
    },
    ids: (resource) => [...(known.get(keyOf(resource))?.first.keys() ?? [])],
    first(resource) {
      // Where its list is was found out by writes, it was read after them.
      const isFirst = [...known.keys()].filter((key) => key.startsWith(`${resource.name} `)).length === 1;
      return (isFirst ? known.get(keyOf(resource))?.first : undefined) ?? new Map();
    },
    shownBefore: (resource, states) => void earlier.set(keyOf(resource), states),
    wasListed({ name }, id) {
      // Where its list is may have been found out since.
      return [...known].some(([key, { first }]) => key.startsWith(`${name} `) && first.has(id));
    },
    state,
    async toll(resource, isBlamed) {
      const { first: watchedFirst, likeness } = known.get(keyOf(resource)) ?? {};
      const first = watchedFirst && new Map([...(earlier.get(keyOf(resource)) ?? []), ...watchedFirst]);
      const request = listRequest(resource);
      const answer = request && (await read(request));
      if (first === undefined || likeness === undefined || answer?.succeeded !== true) return [];
      const now = new Map(entriesOf(answer, resource));
      const listed: States = new Map([...now].filter(([id]) => first.has(id)));
      const became = (id: string): Promise<Bystander | undefined> =>
        fateOf(read, { resource, id, entry: first.get(id), listed, likeness, span: span() });
      const toll = await tollOf({ first, now }, became, {
        isBlamed,
        isSent,
        collections: collectionsNow(),
        isWhole: !showsOnePage(answer) && !isAsLongAsAPage(now.size),
        span: span(),
      });
      return tollInWords(resource.name, toll);
    },
    async isOthers(resource, id) {
      // A moment alone, as that of a deletion, is no record.
      const now = withoutMoments(await state(resource, id));
      return isObject(now) && Object.keys(now).length > 0 && !isMarked(now, nonce);
    },
  };
}

/** Where a list is, and its array in it, may be found out after a first look: several versions are tried (document 9). */
function keyOf({ name, list }: RecordResource): string {
  return `${name} ${list?.address ?? ''} ${list?.envelope ?? ''}`;
}
