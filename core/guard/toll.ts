import { isSame, withoutPassing } from '../records/lasting.ts';
import type { Span } from '../records/moments.ts';
import { namesChanged, onlyCountedUp } from '../records/shows-sent.ts';
import { listed } from './harm-in-words.ts';
import { type KnownIds, openReferences } from './references.ts';
import { spread } from './spread.ts';
import type { Bystander } from './states.ts';

/** So many that the list lacks are asked for: somebody has to put them back. Where all of these are gone, a whole list tells of the rest. */
const MOST = 100;

/** What became of the records of others in the course of a run: of so many, those that are gone and those that are shown otherwise. */
export interface Toll {
  readonly count: number;
  readonly gone: readonly string[];
  readonly changed: readonly string[];
  /** The members in which those are shown otherwise. */
  readonly members: readonly string[];
}

/** By what it is told. */
export interface TollOptions {
  /** A request of the run was seen to reach one of them: else what only counts up is no sign that one did. */
  readonly isBlamed: boolean;
  /** Whether the run sends such a member: a price that goes up is no counter. */
  readonly isSent: (name: string) => boolean;
  /** The ids of all collections that were read: a number that names another record is no counter either. */
  readonly collections: readonly KnownIds[];
  /** Whether the list is no page of itself, as far as it shows. */
  readonly isWhole: boolean;
  readonly span: Span;
}

/** Holds how a list shows records now against how it showed them first. `became` asks for one that it lacks. */
export async function tollOf(
  { first, now }: { readonly first: ReadonlyMap<string, unknown>; readonly now: ReadonlyMap<string, unknown> },
  became: (id: string) => Promise<Bystander | undefined>,
  { isBlamed, isSent, collections, isWhole, span }: TollOptions,
): Promise<Toll> {
  const lacking = [...first.keys()].filter((id) => !now.has(id));
  const asked = lacking.length > MOST ? spread(lacking, MOST) : lacking;
  const lost: Bystander[] = [];
  for (const id of asked) {
    const one = await became(id);
    if (one !== undefined) lost.push(one);
  }
  const seen = new Set(lost.filter((one) => one.became === 'is gone since').map(({ id }) => id));
  const gone = isWhole && seen.size === asked.length ? lacking : lacking.filter((id) => seen.has(id));
  const hidden = new Set(lost.filter((one) => one.became !== 'is gone since').map(({ id }) => id));
  const members = new Set<string>();
  const isReference = openReferences({ first, now }, collections);
  const isNoCount = (name: string): boolean => isSent(name) || isReference(name);
  const isOther = ([id, before]: readonly [string, unknown]): boolean => {
    if (hidden.has(id)) return true;
    const shown = withoutPassing({ before, now: now.get(id) }, span);
    // What was shown otherwise at each of the first readings is not known.
    if (before === undefined || !now.has(id) || isSame(shown.before, shown.now)) return false;
    if (!isBlamed && onlyCountedUp(shown, isNoCount)) return false;
    for (const name of namesChanged(shown)) members.add(name);
    return true;
  };
  const changed = [...first].filter(isOther).map(([id]) => id);
  return { count: first.size, gone, changed, members: [...members] };
}

/** Who did it, in words. */
export interface Whose {
  readonly took: string;
  readonly changed: string;
}

const ANYBODY: Whose = {
  took: 'this run or somebody else took them away',
  changed: 'this run or somebody else changed them',
};

/** The same in sentences; none where nothing became of them. */
export function tollInWords(
  resource: string,
  { count, gone, changed, members }: Toll,
  whose: Whose = ANYBODY,
): readonly string[] {
  const were = `${count} records of ${resource} that others had before this run`;
  const where = members.length === 0 ? '' : `, in ${listed(members)}`;
  return [
    ...(gone.length === 0 ? [] : [`${gone.length} of ${were} are gone: ${listed(gone)} (${whose.took})`]),
    ...(changed.length === 0
      ? []
      : [`${changed.length} of ${were} are shown otherwise now: ${listed(changed)} (${whose.changed}${where})`]),
  ];
}
