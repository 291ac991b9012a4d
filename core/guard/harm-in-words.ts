import type { Bystander } from './states.ts';

/** So many ids are written out. */
const MOST = 25;

/** That a request came to records which it did not name. */
export interface Harm {
  /** The request, as the run sent it, or in words; undefined where it is not known which one it was. */
  readonly place: string | undefined;
  readonly ids: readonly string[];
  readonly became: Bystander['became'];
  /** The members in which the records changed. */
  readonly members: readonly string[];
  /** Whether the service may have computed all of that from other records. */
  readonly isComputed: boolean;
  /** Whether they are records of the run, so that nobody else lost one. */
  readonly isOwn?: true;
}

/** Puts together what one request did to several records. */
export function together(harms: readonly Harm[]): readonly Harm[] {
  const byKind = new Map<string, Harm>();
  for (const harm of harms) {
    const key = `${harm.place} ${harm.became}`;
    const { ids = [], members = [], isComputed = true } = byKind.get(key) ?? {};
    byKind.set(key, {
      ...harm,
      ids: [...new Set([...ids, ...harm.ids])],
      members: [...new Set([...members, ...harm.members])],
      isComputed: isComputed && harm.isComputed,
    });
  }
  return [...byKind.values()];
}

/** What a request did to records that it did not name, in a sentence. */
export function inWords({ place, ids, became, members, isComputed }: Harm): string {
  const isOne = ids.length === 1;
  const are = isOne ? 'is' : 'are';
  const verbs = {
    'changed meanwhile': 'changed meanwhile',
    'is gone since': `${are} gone since`,
    'left the list': `left the list and ${are} shown otherwise since`,
  };
  const where = members.length === 0 ? '' : ` ${inMembers(members, isComputed)}`;
  const what = `${verbs[became]}${where}`;
  if (place === undefined)
    return `${listed(ids)}, which this run did not name, ${what}: it is not known which of its requests did that`;
  return `${place} was answered with success, and ${listed(ids)}, which it did not name, ${what}`;
}

/** In which members records changed, and what to do where that is right: `isComputed`, where it may be. */
export function inMembers(members: readonly string[], isComputed: boolean): string {
  const advice = ' (a member that is computed from all records belongs under computed in the target file)';
  return `in ${members.join(', ')}${isComputed ? advice : ''}`;
}

/** So many are named where each check that was not sent says so; what became of all of them is told once. */
const FEW = 5;

/** A few ids in a sentence that many checks repeat. */
export function listedBriefly(ids: readonly string[]): string {
  return listed(ids, FEW);
}

/** Ids in a sentence; of many the first ones, and how many more. */
export function listed(ids: readonly string[], most: number = MOST): string {
  const more = ids.length - most;
  return more > 0 ? `${ids.slice(0, most).join(', ')} and ${more} more` : ids.join(', ');
}
