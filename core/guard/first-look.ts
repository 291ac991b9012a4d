import { momentsMoved, steady, withoutMoments, withoutPassing } from '../records/lasting.ts';
import type { Span } from '../records/moments.ts';
import type { RecordResource } from '../records/record-claim.ts';
import { type Likeness, likenessOf } from './likeness.ts';
import { type Bystander, isMarked, type States, several } from './states.ts';

/** What is known of the records of others in a list. */
export interface Watched {
  readonly resource: RecordResource;
  /** How the list showed each at first; undefined for what it showed otherwise each time. */
  readonly first: ReadonlyMap<string, unknown>;
  /** Those that were listed and are not known to be gone. */
  readonly ids: Set<string>;
  /** Those that the list showed when it was read last: a page of it shows others each time. */
  onPage: ReadonlySet<string>;
  /** How many of them the list showed when it was read last. */
  left: number;
  /** How the list showed each when it was read last. */
  readonly latest: States;
  /** Those that are. */
  readonly lost: Map<string, Bystander>;
  /** Of the others, those that a list lacked once. */
  readonly missed: Set<string>;
  readonly read: States;
  readonly listed: States;
  readonly likeness: Likeness;
  /** Whether the list is short enough to be read for each change that is looked at. */
  readonly isShort: boolean;
  /** Whether it is short enough to be compared record by record each time that it is read. */
  readonly isCompared: boolean;
  /** Whether it is, and shows of a record what a GET of it shows. */
  readonly isListEnough: boolean;
}

/** A list of more records is not read for each change that is looked at; and one of more is not compared where it is read: it may be large. */
const [SHORT, COMPARED] = [250, 5000];

/** What they are read by at first. */
export interface FirstLookOptions {
  readonly listed: (resource: RecordResource) => Promise<States>;
  readonly state: (resource: RecordResource, id: string) => Promise<unknown>;
  /** What every value of the run holds. */
  readonly nonce: string;
  readonly span: () => Span;
}

/** Reads the list, and its first and last record, several times: what is another one each time is not known. */
export async function firstLook(resource: RecordResource, by: FirstLookOptions): Promise<Watched> {
  const { listed, state, nonce, span } = by;
  const [all = new Map<string, unknown>(), ...again] = await several(() => listed(resource));
  // A creation of the run that is not answered yet shows a value of it. Later a record of somebody else may be given one.
  const theirs = [...all].filter(([, entry]) => !isMarked(entry, nonce));
  const ids = theirs.map(([id]) => id);
  const laterOf = (id: string): readonly unknown[] => again.map((one) => one.get(id));
  const seenFirst = new Map(theirs.map(([id, entry]) => [id, steady(entry, laterOf(id), span())]));
  const seenRead: States = new Map();
  for (const id of new Set([...ids.slice(0, 1), ...ids.slice(-1)])) {
    const [seen, ...later] = await several(() => state(resource, id));
    const known = seen === undefined ? undefined : steady(seen, later, span());
    if (known !== undefined) seenRead.set(id, known);
  }
  // What a GET shows at another moment than the list is likely written by readings.
  const moved = momentsMoved([...seenRead].map(([id, now]) => ({ before: seenFirst.get(id), now })));
  const without = (states: States): States => new Map([...states].map(([id, one]) => [id, withoutMoments(one, moved)]));
  const [first, states] = [without(seenFirst), without(seenRead)];
  const likeness = likenessOf([...states].map(([id, now]) => withoutPassing({ before: first.get(id), now }, span())));
  const isShort = ids.length > 0 && ids.length <= SHORT;
  return {
    resource,
    first,
    ids: new Set(ids),
    onPage: new Set(ids),
    left: ids.length,
    latest: new Map(first),
    lost: new Map(),
    missed: new Set(),
    read: states,
    listed: new Map([...first].filter(([, entry]) => entry !== undefined)),
    likeness,
    isShort,
    isCompared: ids.length <= COMPARED,
    isListEnough: (likeness.isWhole || states.size === 0) && isShort,
  };
}

/** Whether a list lacks records of others that none lacked before; notes which. */
export function lacks({ ids, missed }: Watched, listed: ReadonlySet<string>): boolean {
  const lacking = [...ids].filter((id) => !listed.has(id) && !missed.has(id));
  for (const id of lacking) missed.add(id);
  return lacking.length > 0;
}
