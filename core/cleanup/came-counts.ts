/** What a run created, and deleted. */
export interface Done {
  readonly created: number;
  readonly deleted: number;
}

/** How many came, and what the run did meanwhile. */
export interface Counts extends Done {
  readonly rows: number;
}

/** So many for each write are about as many, and up to so many a few with each. */
export const ABOUT = 0.75;
const A_FEW = 3.25;

/** So many come with every second write. Others may make so many by chance, so that two silences have to tell that they do not. */
export const SOME = 0.4;

/** What came, and what the run did, since some moment before. */
export function since(now: Counts, before: Counts): Counts {
  return {
    rows: now.rows - before.rows,
    created: now.created - before.created,
    deleted: now.deleted - before.deleted,
  };
}

/** Whether at least such a share of what was created came, or of what was deleted, and at most a few with each. */
export function isShare(least: number, { rows, created, deleted }: Counts): boolean {
  const isOf = (writes: number): boolean => writes > 0 && rows >= least * writes && rows <= A_FEW * writes;
  return isOf(created) || isOf(deleted);
}

/** Whether there are about as many as records of the run that are there: they may go with those. */
export function goWithTheirOwn({ rows, created, deleted }: Counts): boolean {
  const there = created - deleted;
  return rows >= 0.8 * there && rows <= 1.25 * there;
}
