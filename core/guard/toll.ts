import { isSame, withoutPassing } from '../records/lasting.ts';
import type { Span } from '../records/moments.ts';
import { onlyCountedUp } from '../records/shows-sent.ts';
import { listed } from './harm-in-words.ts';
import type { Bystander } from './states.ts';

/** So many that the list lacks are asked for: somebody has to put them back. */
const MOST = 100;

/** What became of the records of others in the course of a run: of so many, those that are gone and those that are shown otherwise. */
export interface Toll {
  readonly count: number;
  readonly gone: readonly string[];
  readonly changed: readonly string[];
}

/** Holds how a list shows records now against how it showed them first. `became` asks for one that it lacks. */
export async function tollOf(
  { first, now }: { readonly first: ReadonlyMap<string, unknown>; readonly now: ReadonlyMap<string, unknown> },
  became: (id: string) => Promise<Bystander | undefined>,
  { isBlamed, span }: { readonly isBlamed: boolean; readonly span: Span },
): Promise<Toll> {
  const lost: Bystander[] = [];
  for (const id of [...first.keys()].filter((one) => !now.has(one)).slice(0, MOST)) {
    const one = await became(id);
    if (one !== undefined) lost.push(one);
  }
  const gone = lost.filter((one) => one.became === 'is gone since').map(({ id }) => id);
  const hidden = new Set(lost.filter((one) => one.became !== 'is gone since').map(({ id }) => id));
  const isOther = ([id, before]: readonly [string, unknown]): boolean => {
    if (hidden.has(id)) return true;
    const shown = withoutPassing({ before, now: now.get(id) }, span);
    // What was shown otherwise at each of the first readings is not known.
    if (before === undefined || !now.has(id) || isSame(shown.before, shown.now)) return false;
    return isBlamed || !onlyCountedUp(shown);
  };
  return { count: first.size, gone, changed: [...first].filter(isOther).map(([id]) => id) };
}

/** The same in sentences; none where nothing became of them. */
export function tollInWords(resource: string, { count, gone, changed }: Toll): readonly string[] {
  const [were, whose] = [
    `${count} records of ${resource} that others had before this run`,
    'this run or somebody else',
  ];
  return [
    ...(gone.length === 0 ? [] : [`${gone.length} of ${were} are gone: ${listed(gone)} (${whose} took them away)`]),
    ...(changed.length === 0
      ? []
      : [`${changed.length} of ${were} are shown otherwise now: ${listed(changed)} (${whose} changed them)`]),
  ];
}
