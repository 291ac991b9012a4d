import pLimit from 'p-limit';
import type { Answer } from '../answer.ts';
import { fillTemplate, partsOf } from '../http/address.ts';
import { isAbsent } from '../http/status-kinds.ts';
import { hasLasted } from '../records/lasting.ts';
import type { Read } from '../records/listed-before.ts';
import type { Span } from '../records/moments.ts';
import type { RecordResource } from '../records/record-claim.ts';
import { onlyCountedUp } from '../records/shows-sent.ts';
import type { Nested } from '../target.ts';
import { listed } from './harm-in-words.ts';
import { isCalledReference } from './references.ts';
import { spread } from './spread.ts';
import type { Bystander } from './states.ts';

/** Records below those of others, as the keys of a user: no list shows them, so that a few are read by a GET. */
export interface NestedOthers {
  /** Where they are, once that is known. */
  know(resources: readonly RecordResource[]): void;
  /** Reads two of each kind of which none is known yet. */
  watch(): Promise<void>;
  /**
   * Those that are gone, or shown otherwise, since they were read last. `some`: of one owner of each kind, in turn, as long as none was.
   */
  lost(which: 'all' | 'some'): Promise<readonly Bystander[]>;
  /** Reads a few of each of these owners, and tells where those are that are there. They are read once more at the end as well. */
  of(resource: RecordResource, owner: string): Promise<readonly string[]>;
  /** Those of these that are gone, or shown otherwise, since they were read last. */
  lostAt(addresses: readonly string[]): Promise<readonly Bystander[]>;
  /** What became of all that were read, in sentences. `isWhole`: they are read once more. */
  told(isWhole: boolean): Promise<readonly string[]>;
}

/** By what they are read. */
export interface NestedOthersOptions {
  readonly read: Read;
  /** The ids of records of others, as far as a list showed them. */
  readonly ids: (resource: RecordResource) => readonly string[];
  /** Those of them that records of the run name, as their owners: what is done to such a record may reach these. */
  readonly named: (resource: RecordResource) => readonly string[];
  /** Whether the run sends such a member, in a creation or a change. */
  readonly isSent: (name: string) => boolean;
  readonly span: () => Span;
}

/** One that is watched, of an owner. */
interface WatchedOne {
  readonly address: string;
  readonly first: unknown;
  value: unknown;
}

/** One that is gone, or shown otherwise, and where it was. */
type Lost = Bystander & Pick<WatchedOne, 'address'>;

/** Those of one kind, as the addresses of users. */
interface Kind {
  readonly resource: RecordResource;
  readonly nested: Nested;
  /** Those that are looked at while the run goes on: the one that was looked at longest ago comes first. */
  watched: readonly WatchedOne[];
  /** Those that are read again at the end alone. */
  kept: readonly WatchedOne[];
  readonly asked: Set<string>;
  /** The owners that records of the run name, and that were asked for more. */
  readonly named: Set<string>;
}

/** So many owners in a row are asked for one more: not each of them has any. */
const OWNERS = 3;

/** After the first write so many owners more are read: once more at the end, or from then on where something is seen to go. */
const MORE = 7;

/** Of so many owners that records of the run name, so many records each: what goes with those may be the further ones alone. */
const [NAMED, OF_EACH] = [3, 3];

/** Opens what a run knows of them. */
export function openNestedOthers({ read, ids, named, isSent, span }: NestedOthersOptions): NestedOthers {
  // One look at a time: what one is about to keep is not known to another yet.
  const inTurn = pLimit(1);
  let kinds: readonly Kind[] = [];
  let looks = 0;
  const [gone, changed] = [new Set<string>(), new Set<string>()];

  const isNoCount = (name: string): boolean => isSent(name) || isCalledReference(name);
  const readAt = (resource: RecordResource, address: string): Promise<Answer | undefined> =>
    read({ method: 'GET', address, headers: { accept: resource.mediaTypes.json, ...resource.headers } });
  /** Addresses that were not asked for, in the order of their owners: the next one and the last one after the first, and then some between. */
  const candidates = ({ nested, asked, ...kind }: Kind): readonly string[] => {
    const [first, ...rest] = inOrder(kind.resource, nested);
    const owners = new Set([first, ...rest.slice(0, 1), ...rest.slice(-1), ...spread(rest, MORE), ...rest]);
    return [...owners].flatMap((one) => (one === undefined || asked.has(one) ? [] : [one]));
  };
  const inOrder = (resource: RecordResource, { address, owner, index = 0 }: Nested): readonly string[] =>
    [...new Set([...(owner === undefined ? [] : [owner]), ...ids(resource)])].map((id) =>
      fillTemplate(address, { id, index: String(index) }),
    );
  /** The next one in that order, and the one before: what took one away may go on in either way. */
  const beside = ({ resource, nested, asked }: Kind, address: string): readonly string[] => {
    const all = inOrder(resource, nested);
    const at = all.indexOf(address);
    const isNew = (one: string): boolean => !asked.has(one);
    return [all.slice(at + 1).find(isNew), all.slice(0, at).findLast(isNew)].filter((one) => one !== undefined);
  };
  /** The first of these that is there, if any. */
  const firstOf = async (kind: Kind, addresses: readonly string[]): Promise<readonly WatchedOne[]> => {
    for (const address of addresses.slice(0, OWNERS)) {
      kind.asked.add(address);
      const answer = await readAt(kind.resource, address);
      const { value } = answer?.representation ?? {};
      if (answer?.succeeded === true) return [{ address, first: value, value }];
    }
    return [];
  };
  const watchOneMore = async (kind: Kind, addresses = candidates(kind)): Promise<void> => {
    kind.watched = [...kind.watched, ...(await firstOf(kind, addresses))];
  };
  /** The first owner and the next one, and at the first look the last one: what spares one of them may take those of another. */
  const watch = async (): Promise<void> => {
    for (const kind of kinds.filter(({ watched }) => watched.length === 0)) {
      await watchOneMore(kind);
      if (kind.watched.length > 0) await watchOneMore(kind);
    }
  };
  const keepMore = async (kind: Kind): Promise<void> => {
    for (let i = 0; i < MORE; i += 1) kind.kept = [...kind.kept, ...(await firstOf(kind, candidates(kind)))];
  };
  /** They are looked at next. */
  const watchNamed = async (kind: Kind): Promise<void> => {
    const { address, index = 0 } = kind.nested;
    for (const id of named(kind.resource).slice(0, NAMED)) {
      if (kind.named.has(id)) continue;
      kind.named.add(id);
      for (let at = index; at < index + OF_EACH; at += 1) {
        const one = fillTemplate(address, { id, index: String(at) });
        const kept = kind.kept.filter((other) => other.address === one);
        if (kept.length === 0 && kind.asked.has(one)) continue;
        const found = kept.length > 0 ? kept : await firstOf(kind, [one]);
        if (found.length === 0) break;
        kind.kept = kind.kept.filter((other) => !kept.includes(other));
        kind.watched = [...found, ...kind.watched];
      }
    }
  };
  /** From then on those that were to be read at the end are looked at with the others. */
  const watchKept = (kind: Kind): void => {
    kind.watched = [...kind.watched, ...kind.kept];
    kind.kept = [];
  };
  const becameOf = async (resource: RecordResource, one: WatchedOne): Promise<Bystander['became'] | undefined> => {
    const answer = await readAt(resource, one.address);
    if (answer === undefined) return undefined;
    if (isAbsent(answer)) return 'is gone since';
    const now = answer.representation.value;
    if (!answer.succeeded || hasLasted({ before: one.value, now }, span())) return undefined;
    one.value = now;
    return 'changed meanwhile';
  };
  /** Looks at these, which are of one kind. */
  const lostOf = async (kind: Kind, looked: readonly WatchedOne[]): Promise<readonly Lost[]> => {
    const lost: Lost[] = [];
    for (const one of looked) {
      const became = await becameOf(kind.resource, one);
      const id = partsOf(one.address)?.pathname ?? one.address;
      if (became !== undefined) lost.push({ id, became, address: one.address });
      const isGone = became === 'is gone since';
      if (isGone) gone.add(id);
      const isWatched = kind.watched.includes(one);
      kind.watched = [...kind.watched.filter((other) => other !== one), ...(isGone || !isWatched ? [] : [one])];
      if (isGone) kind.kept = kind.kept.filter((other) => other !== one);
      // What is as it was at first again is none that has to be put right.
      const shown = { before: one.first, now: one.value };
      const isOther = !isGone && !hasLasted(shown, span()) && !onlyCountedUp(shown, isNoCount);
      if (isOther) changed.add(id);
      else changed.delete(id);
    }
    return lost;
  };
  /** Looks at these of each kind. In place of one that is gone, those of the owners before and after it are watched. */
  const lostOfEach = async (lookedOf: (kind: Kind) => readonly WatchedOne[]): Promise<readonly Bystander[]> => {
    const all: Lost[] = [];
    for (const kind of kinds) {
      const lost = await lostOf(kind, lookedOf(kind));
      const places = lost.flatMap(({ became, address }) => (became === 'is gone since' ? beside(kind, address) : []));
      for (const place of places) await watchOneMore(kind, [place]);
      all.push(...lost);
    }
    return all;
  };
  /** Looks at one of each kind in turn; after the first write the last owner is watched from then on too. */
  const lostInTurn = async (): Promise<readonly Bystander[]> => {
    const lost = await lostOfEach(({ watched }) => watched.slice(0, 1));
    if (looks === 1) for (const kind of kinds) await watchOneMore(kind);
    return lost;
  };

  const lookAtEnd = async (): Promise<void> => {
    for (const kind of kinds) {
      const lost = await lostOf(kind, [...kind.watched, ...kind.kept]);
      // What is another one at each reading says nothing.
      const isOther = ({ address }: WatchedOne): boolean => lost.some((one) => one.address === address);
      for (const { id } of await lostOf(kind, [...kind.watched, ...kind.kept].filter(isOther))) changed.delete(id);
    }
  };

  /** Reads it as it is now; one that is not known yet is kept for the end. */
  const readNow = async (kind: Kind, address: string): Promise<boolean> => {
    const answer = await readAt(kind.resource, address);
    if (answer?.succeeded !== true) return false;
    const { value } = answer.representation;
    const known = [...kind.watched, ...kind.kept].find((one) => one.address === address);
    kind.asked.add(address);
    if (known === undefined) kind.kept = [...kind.kept, { address, first: value, value }];
    else known.value = value;
    return true;
  };
  const ofOwner: NestedOthers['of'] = async ({ name }, id) => {
    const found: string[] = [];
    for (const kind of kinds.filter(({ resource }) => resource.name === name)) {
      const { address, index = 0 } = kind.nested;
      for (let at = index; at < index + OF_EACH; at += 1) {
        const one = fillTemplate(address, { id, index: String(at) });
        if (!(await readNow(kind, one))) break;
        found.push(one);
      }
    }
    return found;
  };
  const lostAt: NestedOthers['lostAt'] = async (addresses) => {
    const all: Lost[] = [];
    for (const kind of kinds) {
      const isMeant = ({ address }: WatchedOne): boolean => addresses.includes(address);
      all.push(...(await lostOf(kind, [...kind.watched, ...kind.kept].filter(isMeant))));
    }
    return all;
  };

  const lost: NestedOthers['lost'] = async (which) => {
    looks += 1;
    const isAlarmed = which === 'all' || gone.size > 0;
    const some = isAlarmed ? [] : await lostInTurn();
    if (gone.size > 0) for (const kind of kinds) watchKept(kind);
    // Where one is lost, all are looked at: what is seen to go from then on has not gone before.
    const all = isAlarmed || some.length > 0 ? await lostOfEach(({ watched }) => watched) : [];
    await watch();
    if (looks === 1) for (const kind of kinds) await keepMore(kind);
    for (const kind of kinds) await watchNamed(kind);
    return [...some, ...all];
  };

  return {
    know(resources) {
      const known = new Map(kinds.map((kind) => [kind.nested.address, kind]));
      const kindOf = (resource: RecordResource, nested: Nested): Kind => {
        const {
          watched = [],
          kept = [],
          asked = new Set<string>(),
          named: asNamed = new Set<string>(),
        } = known.get(nested.address) ?? {};
        return { resource, nested, watched, kept, asked, named: asNamed };
      };
      kinds = resources.flatMap((resource) => (resource.nested ?? []).map((nested) => kindOf(resource, nested)));
    },
    watch: () => inTurn(watch),
    lost: (which) => inTurn(() => lost(which)),
    of: (resource, owner) => inTurn(() => ofOwner(resource, owner)),
    lostAt: (addresses) => inTurn(() => lostAt(addresses)),
    async told(isWhole) {
      if (isWhole) await inTurn(lookAtEnd);
      return [...inWords([...gone], 'gone', 'took'), ...inWords([...changed], 'shown otherwise now', 'changed')];
    },
  };
}

function inWords(ids: readonly string[], became: string, did: 'took' | 'changed'): readonly string[] {
  if (ids.length === 0) return [];
  const [are, them] = ids.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const whose = `this run or somebody else ${did} ${them}${did === 'took' ? ' away' : ''}`;
  return [`${listed(ids)}, which others had before this run, ${are} ${became} (${whose})`];
}
