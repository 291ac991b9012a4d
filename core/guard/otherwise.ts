import { withMomentsOf, withoutPassing } from '../records/lasting.ts';
import type { Span } from '../records/moments.ts';
import { changedMembers } from '../records/shows-sent.ts';
import { isObject } from '../representation/json-value.ts';
import type { Watched } from './first-look.ts';
import { type Bystander, isMarked, type States } from './states.ts';

/** By what a value is seen to be about a record of the run. */
export interface OfRun {
  /** What every value of the run holds. */
  readonly nonce: string;
  readonly isOwn: (id: string) => boolean;
}

/** Records of others that a list shows otherwise than when it was read last. */
export interface Otherwise {
  readonly all: readonly Bystander[];
  /** Those that are so by more than `mayCome` excuses. */
  readonly inMore: readonly Bystander[];
}

/** Finds them; none of a long list. */
export function shownOtherwise(before: Watched, now: States, ofRun: OfRun, span: Span): Otherwise {
  if (!before.isShort) return { all: [], inMore: [] };
  const inMore: Bystander[] = [];
  const all = [...now].flatMap(([id, entry]): Bystander[] => {
    const [first, latest] = [before.first.get(id), before.latest.get(id)];
    // What was shown otherwise at each of the first readings is not known.
    if (first === undefined || latest === undefined) return [];
    const shown = withoutPassing({ before: latest, now: withMomentsOf(first, entry) }, span);
    const members = [...changedMembers(shown).values()];
    if (members.length === 0) return [];
    const other: Bystander = { id, became: 'changed meanwhile', ...shown };
    if (members.some((member) => !mayCome(member, ofRun))) inMore.push(other);
    return [other];
  });
  return { all, inMore };
}

/**
 * Whether a member may rightly be another one since a record beside it is new or gone: a rank, a count or a share is a number, and the next
 * record in a row is named.
 */
function mayCome({ before, now }: { readonly before?: unknown; readonly now?: unknown }, ofRun: OfRun): boolean {
  const isCounted = (value: unknown): boolean => typeof value === 'number' || value === undefined || value === null;
  return (isCounted(before) && isCounted(now)) || [before, now].some((value) => isAbout(value, ofRun));
}

function isAbout(value: unknown, ofRun: OfRun): boolean {
  if (isMarked(value, ofRun.nonce)) return true;
  if (typeof value === 'number') return ofRun.isOwn(String(value));
  if (typeof value === 'string') return value.split('/').some((part) => part !== '' && ofRun.isOwn(part));
  if (!isObject(value) && !Array.isArray(value)) return false;
  return Object.values(value).some((one) => isAbout(one, ofRun));
}
