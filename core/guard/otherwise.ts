import { isSame, type Shown, withMomentsOf, withoutPassing } from '../records/lasting.ts';
import type { Span } from '../records/moments.ts';
import { changedMembers } from '../records/shows-sent.ts';
import { isObject, textsIn } from '../representation/json-value.ts';
import type { Watched } from './first-look.ts';
import { isCalledReference, type KnownIds, openReferences } from './references.ts';
import { type Bystander, isMarked, type States } from './states.ts';

/** By what a value is seen to be about a record of the run. */
export interface OfRun {
  /** What every value of the run holds. */
  readonly nonce: string;
  readonly isOwn: (id: string) => boolean;
  /** Whether the run sends such a member. */
  readonly isSent: (name: string) => boolean;
  /** The ids of all collections that were read. */
  readonly collections: readonly KnownIds[];
}

/** Records of others that a list shows otherwise than when it was read last. */
export interface Otherwise {
  readonly all: readonly Bystander[];
  /** Those that are so by more than a record beside them may bring about. */
  readonly inMore: readonly Bystander[];
}

/** Finds them; none of a very long list. */
export function shownOtherwise(before: Watched, now: States, ofRun: OfRun, span: Span): Otherwise {
  if (!before.isCompared) return { all: [], inMore: [] };
  const inMore: Bystander[] = [];
  const isOfAnother = openNames(before.first);
  const isReference = openReferences({ first: before.first, now }, ofRun.collections);
  const all = [...now].flatMap(([id, entry]): Bystander[] => {
    const [first, latest] = [before.first.get(id), before.latest.get(id)];
    // What was shown otherwise at each of the first readings is not known.
    if (first === undefined || latest === undefined || isSame(latest, entry)) return [];
    const shown = withoutPassing({ before: latest, now: withMomentsOf(first, entry) }, span);
    const members = [...changedMembers(shown)];
    if (members.length === 0) return [];
    const naming = members.map(([name]) => name).filter((name) => isReference(name));
    const other: Bystander = { id, became: 'changed meanwhile', naming, ...shown };
    const mayCome = ([name, one]: readonly [string, Shown]): boolean =>
      mayComeBeside(one, ofRun, {
        isSent: ofRun.isSent(name),
        isReference: isReference(name),
        isOfAnother: (text) => isOfAnother(id, name, text),
      });
    if (!members.every(mayCome)) inMore.push(other);
    return [other];
  });
  return { all, inMore };
}

/** Whether a record that a GET alone shows is shown otherwise by more than a record of the run beside it may bring about. */
export function isOtherInMore(shown: Shown, ofRun: OfRun): boolean {
  const mayCome = ([name, one]: readonly [string, Shown]): boolean =>
    mayComeBeside(one, ofRun, {
      isSent: ofRun.isSent(name),
      isReference: isCalledReference(name),
      isOfAnother: () => false,
    });
  return ![...changedMembers(shown)].every(mayCome);
}

/** What is known of a member. */
interface Member {
  readonly isSent: boolean;
  readonly isReference: boolean;
  readonly isOfAnother: (text: string) => boolean;
}

function mayComeBeside(one: Shown, ofRun: OfRun, { isSent, isReference, isOfAnother }: Member): boolean {
  return (isShifted(one, isSent) && !isReference) || namesAnother(one, ofRun, isOfAnother);
}

/**
 * Whether a member may rightly be another one since a record beside it is new or gone: a rank, a count or a share is a number. One that the run
 * sends, as a price, is somebody's own, but for a place in a row. So is one that names another record, as its owner.
 */
function isShifted({ before, now }: Shown, isSent: boolean): boolean {
  const isCounted = (value: unknown): boolean => typeof value === 'number' || value === undefined || value === null;
  if (!isCounted(before) || !isCounted(now)) return false;
  // Null and no member at all say the same.
  if (typeof before !== 'number' && typeof now !== 'number') return true;
  return !isSent || Math.abs(Number(before ?? 0) - Number(now ?? 0)) === 1;
}

/** The same: the next record in a row is named. What somebody wrote is no name of a record: it is lost where a name takes its place. */
function namesAnother({ before, now }: Shown, ofRun: OfRun, isOfAnother: (text: string) => boolean): boolean {
  if (isAbout(before, ofRun)) return true;
  if (!isAbout(now, ofRun)) return false;
  return typeof before !== 'string' || before.trim() === '' || isOfAnother(before);
}

/** The ids that a link or a text may name. */
function idsIn(text: string): readonly string[] {
  return [text, ...text.split('/')];
}

/**
 * Tells whether another record shows a text as its id, or in another member: then it names that one. All texts are looked through once for a
 * member, however many records changed in it.
 */
function openNames(first: ReadonlyMap<string, unknown>): (id: string, name: string, text: string) => boolean {
  const byMember = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>();
  const textsBeside = (name: string): ReadonlyMap<string, ReadonlySet<string>> => {
    const shownBy = byMember.get(name) ?? textsBy([...first].map(([id, entry]) => [id, withoutMember(entry, name)]));
    byMember.set(name, shownBy);
    return shownBy;
  };
  return (id, name, text) => {
    if (idsIn(text).some((other) => other !== id && first.has(other))) return true;
    const by = textsBeside(name).get(text);
    return by !== undefined && (by.size > 1 || !by.has(id));
  };
}

/** The ids of the records that show each text. */
function textsBy(records: readonly (readonly [string, unknown])[]): ReadonlyMap<string, ReadonlySet<string>> {
  const shownBy = new Map<string, Set<string>>();
  for (const [id, entry] of records)
    for (const text of textsIn(entry)) shownBy.set(text, (shownBy.get(text) ?? new Set()).add(id));
  return shownBy;
}

function withoutMember(entry: unknown, name: string): unknown {
  return isObject(entry) ? { ...entry, [name]: undefined } : entry;
}

function isAbout(value: unknown, ofRun: OfRun): boolean {
  if (isMarked(value, ofRun.nonce)) return true;
  if (typeof value === 'number') return ofRun.isOwn(String(value));
  if (typeof value === 'string') return value.split('/').some((part) => part !== '' && ofRun.isOwn(part));
  if (!isObject(value) && !Array.isArray(value)) return false;
  return Object.values(value).some((one) => isAbout(one, ofRun));
}
