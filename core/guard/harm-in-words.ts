import type { Bystander } from './states.ts';

/** So many ids are written out. */
const MOST = 25;

/** That a request came to records which it did not name. */
export interface Harm {
  /** The request, as the run sent it, or in words. */
  readonly place: string;
  readonly ids: readonly string[];
  readonly became: Bystander['became'];
  /** The members in which the records changed. */
  readonly members: readonly string[];
  /** Whether they are records of the run, so that nobody else lost one. */
  readonly isOwn?: true;
}

/** Puts together what one request did to several records. */
export function together(harms: readonly Harm[]): readonly Harm[] {
  const byKind = new Map<string, Harm>();
  for (const harm of harms) {
    const key = `${harm.place} ${harm.became}`;
    const { ids = [], members = [] } = byKind.get(key) ?? {};
    const all = [...new Set([...ids, ...harm.ids])];
    byKind.set(key, { ...harm, ids: all, members: [...new Set([...members, ...harm.members])] });
  }
  return [...byKind.values()];
}

/** What a request did to records that it did not name, in a sentence. */
export function inWords({ place, ids, became, members }: Harm): string {
  const isOne = ids.length === 1;
  const are = isOne ? 'is' : 'are';
  const verbs = {
    'changed meanwhile': 'changed meanwhile',
    'is gone since': `${are} gone since`,
    'left the list': `left the list and ${are} shown otherwise since`,
  };
  const told = `${place} was answered with success, and ${listed(ids)}, which it did not name, ${verbs[became]}`;
  if (members.length === 0) return told;
  return `${told} ${inMembers(members)}`;
}

/** In which members records changed, and what to do where that is right. */
export function inMembers(members: readonly string[]): string {
  return `in ${members.join(', ')} (a member that is computed from all records belongs under computed in the target file)`;
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
