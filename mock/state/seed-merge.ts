import { isSameImage, type StateImage } from './image.ts';

/** The kinds of records of a state that have ids. */
const KINDS = ['deals', 'users', 'commands'] as const;
type Kind = (typeof KINDS)[number];

/** What another seed changes in a live state. */
export interface SeedMerge {
  /** Records that are put in, or in the place of those that have their ids. */
  readonly put: Pick<StateImage, Kind>;
  /** Ids of records that go. */
  readonly remove: Readonly<Record<Kind, readonly string[]>>;
  /** Records in which the seeds differ and that stay as they are, since they were made, changed or removed live: `/deals/4`. */
  readonly kept: readonly string[];
}

/**
 * Merges three ways: a record that is still as the old seed had it becomes what the new seed says, or goes where that has
 * none; whatever was made, changed or removed live stays so.
 */
export function mergeSeed(before: StateImage, after: StateImage, live: StateImage): SeedMerge {
  const deals = mergeKind('deals', before.deals, after.deals, live.deals);
  const users = mergeKind('users', before.users, after.users, live.users);
  const commands = mergeKind('commands', before.commands, after.commands, live.commands);
  return {
    put: { deals: deals.put, users: users.put, commands: commands.put },
    remove: { deals: deals.remove, users: users.remove, commands: commands.remove },
    kept: [...deals.kept, ...users.kept, ...commands.kept],
  };
}

interface Recorded {
  readonly id: string;
}

function mergeKind<T extends Recorded>(
  kind: Kind,
  before: readonly T[],
  after: readonly T[],
  live: readonly T[],
): { readonly put: readonly T[]; readonly remove: readonly string[]; readonly kept: readonly string[] } {
  const [old, now] = [byId(before), byId(live)];
  const put: T[] = [];
  const remove: string[] = [];
  const kept: string[] = [];
  const settle = (id: string, next: T | undefined): void => {
    const [was, is] = [old.get(id), now.get(id)];
    if (isSameImage(was, next) || isSameImage(is, next)) return;
    if (!isSameImage(was, is)) kept.push(`/${kind}/${id}`);
    else if (next === undefined) remove.push(id);
    else put.push(next);
  };
  for (const record of after) settle(record.id, record);
  const coming = byId(after);
  for (const { id } of before) if (!coming.has(id)) settle(id, undefined);
  return { put, remove, kept };
}

function byId<T extends Recorded>(records: readonly T[]): ReadonlyMap<string, T> {
  return new Map(records.map((record) => [record.id, record]));
}

/** What merges did, by tenant, in words; empty: nothing. */
export function describeMerges(merges: ReadonlyMap<string, SeedMerge>): string {
  const all = [...merges.values()];
  const count = (of: SeedMerge['put'] | SeedMerge['remove']): number =>
    KINDS.reduce((sum, kind) => sum + of[kind].length, 0);
  const put = all.reduce((sum, merge) => sum + count(merge.put), 0);
  const removed = all.reduce((sum, merge) => sum + count(merge.remove), 0);
  const kept = Array.from(merges, ([tenant, merge]) =>
    merge.kept.map((path) => (tenant === '' ? path : `${tenant}${path}`)),
  ).flat();
  return [
    ...(put + removed === 0 ? [] : [`${put} taken over, ${removed} removed`]),
    ...(kept.length === 0 ? [] : [`kept as they are, since they were changed live: ${shortened(kept)}`]),
  ].join('; ');
}

function shortened(paths: readonly string[]): string {
  const more = paths.length - 10;
  return more <= 0 ? paths.join(', ') : `${paths.slice(0, 10).join(', ')} and ${more} more`;
}
