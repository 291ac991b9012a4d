import type { Answer } from '../answer.ts';
import { isSame, withMomentsOf, withoutComputed, withoutPassing } from '../records/lasting.ts';
import type { Span } from '../records/moments.ts';
import type { RecordResource } from '../records/record-claim.ts';
import { idOfEntry, listedIn } from '../representation/entries.ts';
import { at } from '../representation/json-pointer.ts';

/** Records by their ids. */
export type States = Map<string, unknown>;

/** A record of somebody else, and what became of it. */
export interface Bystander {
  readonly id: string;
  readonly became: 'changed meanwhile' | 'is gone since' | 'left the list';
  /** It was read long before: in a long list, which is not read right before each change. */
  readonly isOld?: true;
  /** So many were seen to have changed in one reading, with this one. */
  readonly together?: number;
  /** The members that name other records, where that was seen by their values. */
  readonly naming?: readonly string[];
  /** How it was shown, and is. */
  readonly before?: unknown;
  readonly now?: unknown;
}

/**
 * How often each is read at first. A member that counts readings is another one each time, and what others change all the while is seen
 * to change: at every second request, it may be so between two readings and not between the next two.
 */
const READINGS = 3;

/** What several readings show, one after the other. */
export async function several<T>(read: () => Promise<T>): Promise<readonly T[]> {
  const seen: T[] = [];
  for (let i = 0; i < READINGS; i += 1) seen.push(await read());
  return seen;
}

/** The first record that is shown otherwise now. Each is known as it is shown now from then on. */
export function differing(before: States, now: States, span: Span): Bystander | undefined {
  const others = [...before].flatMap(([id, state]): Bystander[] => {
    const seen = now.get(id);
    const shown = withoutPassing({ before: state, now: seen }, span);
    if (seen === undefined || isSame(shown.before, shown.now)) return [];
    before.set(id, withMomentsOf(state, seen));
    return [{ id, became: 'changed meanwhile', ...shown }];
  });
  const [first] = others;
  return first && { ...first, together: others.length };
}

/** The records of a list by their ids, without what is computed from others. */
export function entriesOf({ representation }: Answer, resource: RecordResource): [string, unknown][] {
  const entries = listedIn(representation.value, resource) ?? [];
  return entries.flatMap((entry) => {
    const id = idOfEntry(entry, resource);
    return id === undefined ? [] : [[id, withoutComputed(entry, resource.computed)]];
  });
}

/** Those of them that show no value of the run. */
export function theirsIn(answer: Answer, resource: RecordResource, nonce: string): States {
  return new Map(entriesOf(answer, resource).filter(([, entry]) => !isMarked(entry, nonce)));
}

/** The record that a GET of it shows, without what is computed from others; undefined where it shows none. */
export function recordIn(answer: Answer | undefined, { item, computed }: RecordResource): unknown {
  if (answer?.succeeded !== true) return undefined;
  const { value } = answer.representation;
  return withoutComputed(at(value, item?.envelope ?? '') ?? value, computed);
}

/** What every run of this tool writes into most of its records: another run deletes its own as this one does. */
const TOOL = 'assayer';

/** Whether an entry shows a value of the run, or what another run of this tool writes. */
export function isOfAnyRun(entry: unknown, nonce: string): boolean {
  return isMarked(entry, nonce) || isMarked(entry, TOOL);
}

/** Whether an entry shows a value of the run. */
export function isMarked(entry: unknown, nonce: string): boolean {
  return (JSON.stringify(entry) ?? '').toLowerCase().includes(nonce);
}
