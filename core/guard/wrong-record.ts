import type { Answer } from '../answer.ts';
import type { RecordResource } from '../records/record-claim.ts';
import { namesChanged, showsWhatWasSent } from '../records/shows-sent.ts';
import { type Turns, WRITES } from '../run/turns.ts';
import type { Bystanders } from './bystanders.ts';
import type { Alone, Beside, ChangedBeside, LookedAt } from './changed-beside.ts';
import { type Harm, inWords, together } from './harm-in-words.ts';
import { mayBeComputed } from './may-be-computed.ts';
import type { NestedOthers } from './nested-others.ts';
import type { BeforeOperation, Operated } from './operated.ts';
import type { OwnRecords } from './reached-own.ts';
import type { Bystander } from './states.ts';

/** A write to a record that neither creates nor deletes it: an operation, a command, an update. Or a deletion of what is not there. */
export interface Change {
  /** Its method and path, with `{}` for what tells records and requests apart. */
  readonly place: string;
  /** What it names: a record of the run, one that the run deleted, an id that the run made up, or none at all. */
  readonly names: 'own' | 'gone' | 'made-up' | 'nothing';
  /** The id of the run's own record that it names, there or gone. */
  readonly id?: string;
  /** The id that it names, where the run made it up. */
  readonly madeUp?: string;
  /** Whether it names it in its body, as a command does: a server reads ids there in a way of its own. */
  readonly isInBody?: true;
  /** The operation that it asks for, by name. */
  readonly operation?: string;
  readonly resource: RecordResource;
}

/**
 * Looks after a change that was answered with success whether a record of somebody else was changed. A server that looks for a record
 * which it does not find may be given the first one of all by its store (`findOne({ id: undefined })`). One that takes ids modulo the
 * number of its records finds one for each id that the run makes up: the first success there is the last such request.
 */
export interface WrongRecords {
  /** Waits until the change may be sent, or tells why not. The first ones of each kind are sent one at a time. */
  begin(change: Change, reading?: Lane): Promise<Turn>;
  /** A list shows a record of others otherwise, or lacks one: the next changes are looked at. */
  suspect(resource: RecordResource): void;
  /** A request came to a record of others that it did not name; undefined where it is not known which request. */
  tookOthers(resource: RecordResource, request: string | undefined, other: Bystander): void;
  /** The same of a record of the run. The same may come to one of others next. */
  tookOwn(resource: RecordResource, request: string, other: Bystander): void;
  /** The successes of changes that named an id which the run made up. After the first one no more such are sent. */
  reachedBy(resource: RecordResource): readonly Answer[];
  /** Why no more changes of a resource are sent; undefined where they are. */
  whyNoMore(resource: Change['resource']): string | undefined;
  /**
   * The same for all resources, at the end of a run; first what became of the records of others. `isWhole`: also where nothing was
   * seen to reach any, so that it is this run's doing or somebody else's.
   */
  told(isWhole: boolean): Promise<readonly string[]>;
  /** What became of records of the run. */
  toldOfOwn(): readonly string[];
}

/** Waits with readings until they may be under way beside other requests. */
export type Lane = <T>(readings: () => Promise<T>) => Promise<T>;

/** A change that came to a record which it did not name. */
export interface Misled {
  readonly answer: Answer;
  /** The id of that record. */
  readonly id: string;
}

/** The time in which one change is sent and looked at. It has to be ended, whatever came of it. */
export interface Turn {
  /** Why the change is not sent; undefined where it may be. */
  readonly whyNot?: string;
  /** Whether that is so since an id is not free, and not since a record was seen to be harmed. */
  readonly isReached?: true;
  /** Where such a change was seen to come to another record. */
  readonly misled?: Misled;
  /** See `WriteTurn`. */
  readonly isOverdue?: () => boolean;
  /** Looks whether the change came to another record; tells which one, where it now shows what the change sent. */
  answered(answer: Answer): Promise<Misled | undefined>;
  end(): void;
}

/** After so many successes others are looked at; what names no record of the run is answered with success by few servers. */
const [LOOKS_OWN, LOOKS_OTHER] = [2, 20];

/** So many more are looked at where a list showed one of others otherwise, and the same at most of each kind where one changed with a change. */
const [LOOKS_LATER, LOOKS_IN_DOUBT] = [12, 20];

/** So many of each kind are sent while no other change is under way: the first one that does harm is the last one. */
const IN_TURN = 2;

/** A change that is sent; `looked`: where it is looked at. */
interface Sent {
  readonly change: Change;
  readonly looked: LookedAt | undefined;
  /** Of an operation whose effects beside its record are looked at. */
  readonly operating: BeforeOperation | undefined;
  readonly reading: Lane;
  readonly alone: Alone;
}

/** By what a change is followed. */
export interface WrongRecordsOptions {
  /** Shared with the writes that are watched: beside one of those that is looked at, no change is under way. */
  readonly turns: Turns;
  /** Is told that a change began or ended. */
  readonly onSent: () => void;
  readonly others: Bystanders;
  readonly nested: Pick<NestedOthers, 'told'>;
  /** Those of the target that can be listed. */
  readonly collections: () => readonly RecordResource[];
  readonly own: OwnRecords;
  readonly beside: ChangedBeside;
  readonly operated: Operated;
}

/** Opens what a run knows of them. */
export function openWrongRecords({
  turns,
  onSent,
  others,
  nested,
  collections,
  own,
  beside,
  operated,
}: WrongRecordsOptions): WrongRecords {
  const [answers, looks, later] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const harmed = new Map<string, { readonly resource: RecordResource; readonly harms: readonly Harm[] }>();
  const reached = new Map<string, { readonly why: string; readonly answer: Answer }>();
  const misled = new Map<string, Misled>();
  const count = (counts: Map<string, number>, key: string): number => counts.get(key) ?? 0;
  const add = (counts: Map<string, number>, key: string): void => void counts.set(key, count(counts, key) + 1);
  /** Whether a change is looked at: one of the first, or after something was seen that calls for it. Each such change counts. */
  const takesLook = (change: Change): boolean => {
    const { names, resource } = change;
    const left = count(later, resource.name);
    if (left > 0) later.set(resource.name, left - 1);
    const most = names !== 'own' ? LOOKS_OTHER : beside.isDoubtful(resource) ? LOOKS_IN_DOUBT : LOOKS_OWN;
    return left > 0 || count(looks, keyOf(change)) < most;
  };
  const stop = (
    resource: RecordResource,
    place: string | undefined,
    other: Bystander,
    whose: Pick<Harm, 'isOwn'> = {},
  ): void => {
    const { id, became } = other;
    const harm = { place, ids: [id], became, members: namesChanged(other), isComputed: mayBeComputed(other), ...whose };
    const { harms = [] } = harmed.get(resource.name) ?? {};
    harmed.set(resource.name, { resource, harms: [...harms, harm] });
  };

  const whyNoMore = ({ name }: RecordResource): string | undefined => {
    const [first] = harmed.get(name)?.harms ?? [];
    return first && inWords({ ...first, members: [] });
  };

  /** Why nothing is written to an id that is not free: one that was made up before, or one that somebody else's record has by now. */
  const whyReached = async (change: Change, reading: Lane): Promise<string | undefined> => {
    const { names, id, resource } = change;
    if (names === 'made-up') return reached.get(howNamed(change))?.why;
    if (names !== 'gone' || id === undefined) return undefined;
    const isTaken = await reading(() => others.isOthers(resource, id));
    return isTaken ? `${id} was deleted, and is shown as another record now` : undefined;
  };

  const lookAt = async (change: Change, blamed: Beside, answer: Answer, reading: Lane): Promise<Misled | undefined> => {
    const { place, id, resource } = change;
    const { other, isDone } = blamed;
    stop(resource, place, other);
    if (!blamed.isNamedThere || id === undefined || !showsWhatWasSent(other, answer)) return undefined;
    // Where the named one changed too, somebody else may have sent the same for a record of theirs.
    if (isDone && !(await reading(() => own.reachedBy(resource, answer)))) return undefined;
    misled.set(keyOf(change), { answer, id: other.id });
    return misled.get(keyOf(change));
  };

  const answered = async (
    { change, looked, operating, reading, alone }: Sent,
    answer: Answer,
  ): Promise<Misled | undefined> => {
    const { place, names } = change;
    add(answers, keyOf(change));
    if (!answer.succeeded) return undefined;
    const why = `${place} was answered with success, so that such ids may reach records of others`;
    if (names === 'made-up' && !reached.has(howNamed(change))) reached.set(howNamed(change), { why, answer });
    if (operating !== undefined) await operated.after(operating, reading);
    if (looked === undefined) return undefined;
    add(looks, keyOf(change));
    const blamed = await reading(() => beside.blamed(looked, answer, alone));
    return blamed && lookAt(change, blamed, answer, reading);
  };

  const opened = async (
    change: Change,
    reading: Lane,
    alone: Alone,
    isOperating: boolean,
  ): Promise<Omit<Turn, 'end'>> => {
    const { names, id, resource } = change;
    const operating = isOperating ? await reading(() => operated.before(change)) : undefined;
    const isReached = await whyReached(change, reading);
    const whyNot = whyNoMore(resource) ?? operated.whyNoMore(change) ?? isReached;
    if (whyNot !== undefined)
      return {
        whyNot,
        ...(whyNot === isReached ? { isReached: true } : {}),
        ...pick(misled.get(keyOf(change))),
        answered: async () => undefined,
      };
    // A body that is no JSON may name any of them.
    if (id !== undefined || names === 'nothing') own.named(resource, id);
    const named = names === 'own' ? id : undefined;
    const looked = takesLook(change) ? await reading(() => beside.before(keyOf(change), resource, named)) : undefined;
    return { answered: (answer) => answered({ change, looked, operating, reading, alone }, answer) };
  };

  /** What became of those that nothing was seen to reach, unless it goes on without the run. */
  const unblamed = async (resource: RecordResource): Promise<readonly string[]> => {
    const toll = await others.toll(resource, false);
    return toll.length > 0 && (await beside.isGoingOn(resource)) ? [] : toll;
  };

  const inSentences = (isMeant: (harm: Harm) => boolean): readonly string[] =>
    [...harmed.values()].flatMap(({ harms }) => together(harms.filter(isMeant))).map(inWords);

  return {
    async begin(change, reading = (readings) => readings()) {
      const { resource } = change;
      await reading(() => others.watch(resource));
      const isFirst = count(answers, keyOf(change)) < IN_TURN || beside.isDoubtful(resource);
      // Names of resources are the target's own: none may be that of another turn.
      const endTurn = isFirst ? await turns.take(`changes of ${resource.name}`) : () => undefined;
      const underWay = `changes of ${resource.name} under way`;
      // Beside an operation that is looked at no other write may do what it is held against.
      const isOperating = operated.isDue(change);
      const passing = [await turns.passBy(underWay), await (isOperating ? turns.take(WRITES) : turns.passBy(WRITES))];
      onSent();
      const endPassing = (): void => {
        onSent();
        for (const end of passing) end();
      };
      const end = (): void => {
        endPassing();
        endTurn();
      };
      const alone: Alone = async (task) => {
        // This one was answered.
        endPassing();
        const endAlone = await turns.take(underWay);
        return task().finally(endAlone);
      };
      try {
        return { ...(await opened(change, reading, alone, isOperating && operated.isDue(change))), end };
      } catch (error) {
        end();
        throw error;
      }
    },
    suspect(resource) {
      if (!beside.isBusy(resource)) later.set(resource.name, LOOKS_LATER);
    },
    tookOthers: stop,
    tookOwn: (resource, request, own) => stop(resource, request, own, { isOwn: true }),
    reachedBy: ({ name }) =>
      [...reached].filter(([how]) => WAYS.some((way) => how === name + way)).map(([, { answer }]) => answer),
    whyNoMore,
    async told(isWhole) {
      const all = [...harmed.values()];
      const rest = isWhole ? collections().filter(({ name }) => !harmed.has(name)) : [];
      const tolls = await Promise.all([
        ...all.map(({ resource }) => others.toll(resource, true)),
        ...rest.map(unblamed),
      ]);
      const below = await nested.told(isWhole);
      const beyond = operated.harms().map(inWords);
      return [...tolls.flat(), ...below, ...beyond, ...inSentences(({ isOwn }) => isOwn !== true)];
    },
    toldOfOwn: () => inSentences(({ isOwn }) => isOwn === true),
  };
}

/** In which ways a change may name a record. */
const WAYS = [' in the path', ' in the body'] as const;

function howNamed({ resource, isInBody }: Change): string {
  return resource.name + WAYS[isInBody === true ? 1 : 0];
}

/** Changes of one kind: of the same place, and with an id of the same sort. */
function keyOf({ place, names }: Change): string {
  return `${place} ${names}`;
}

function pick(misled: Misled | undefined): Pick<Turn, 'misled'> {
  return misled === undefined ? {} : { misled };
}
