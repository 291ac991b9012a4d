import { hasLasted } from '../records/lasting.ts';
import type { Span } from '../records/moments.ts';
import type { RecordResource } from '../records/record-claim.ts';
import type { Bystanders } from './bystanders.ts';
import { idsNamedIn } from './named-by-own.ts';
import type { NestedOthers } from './nested-others.ts';
import type { Bystander } from './states.ts';
import type { Change } from './wrong-record.ts';

/** What an operation may reach beside its record, as it was read last. */
export interface Reach {
  readonly change: Change;
  /** The records of others that its own record names, as a GET shows them. */
  readonly named: Named[];
  /** Where those are that stand below them. */
  readonly below: readonly string[];
}

interface Named {
  readonly of: RecordResource;
  readonly id: string;
  state: unknown;
}

/** A record that is gone or changed; `at`: where it is, for one that stands in a collection. */
export interface Reached extends Bystander {
  readonly collection: string;
  readonly at?: { readonly of: RecordResource; readonly id: string };
}

/** By what it is read. */
export interface ReachOptions {
  readonly others: Pick<Bystanders, 'gone' | 'ids' | 'isMore' | 'otherwise' | 'state'>;
  readonly nested: Pick<NestedOthers, 'lostAt' | 'of'>;
  /** The other collections of the target. */
  readonly beside: (resource: RecordResource) => readonly RecordResource[];
  /** Whether any record of the run names one of these ids. */
  readonly isAnyNamed: (ids: readonly string[]) => boolean;
  readonly span: () => Span;
}

/** So many records that the named one names are looked at. */
const NAMED = 3;

/** What stands for the collection of records below others. */
const BELOW = 'below';

/** Opens the reading of what operations may reach: the lists of other collections, the records that the own one names, and those below them. */
export function openReach({ others, nested, beside, isAnyNamed, span }: ReachOptions): {
  /** Reads it right before an operation. */
  before(change: Change): Promise<Reach>;
  /** What came about since it was read last. */
  since(reach: Reach): Promise<readonly Reached[]>;
} {
  const listsOf = async (resource: RecordResource): Promise<readonly Reached[]> => {
    const all: Reached[] = [];
    for (const of of beside(resource)) {
      const gone = await others.gone(of);
      for (const one of [...gone, ...others.otherwise(of).inMore])
        all.push({ ...one, id: `${of.name} ${one.id}`, collection: of.name, at: { of, id: one.id } });
    }
    return all;
  };
  /** Those that the record of the run names. */
  const namedBy = async ({ resource, id = '' }: Change): Promise<Named[]> => {
    const collections = beside(resource).map((of) => ({ of, ids: others.ids(of) }));
    if (!collections.some(({ ids }) => isAnyNamed(ids))) return [];
    const ids = idsNamedIn(await others.state(resource, id));
    const named = collections.flatMap(({ of, ids: known }) => {
      const there = new Set(known);
      return ids.filter((one) => there.has(one)).map((one) => ({ of, id: one }));
    });
    const states: Named[] = [];
    for (const { of, id: one } of named.slice(0, NAMED))
      states.push({ of, id: one, state: await others.state(of, one) });
    return states;
  };
  const changedAmong = async (named: readonly Named[], listed: readonly Reached[]): Promise<readonly Reached[]> => {
    const all: Reached[] = [];
    for (const one of named) {
      const { of, id, state: before } = one;
      const now = await others.state(of, id);
      one.state = now;
      const shown: Bystander = { id: `${of.name} ${id}`, became: 'changed meanwhile', before, now };
      const isKnown = before === undefined || now === undefined || listed.some((other) => other.id === shown.id);
      if (!isKnown && !hasLasted({ before, now }, span()) && others.isMore(of, shown))
        all.push({ ...shown, collection: of.name, at: { of, id } });
    }
    return all;
  };
  const since = async ({ change, named, below }: Reach): Promise<readonly Reached[]> => {
    const listed = await listsOf(change.resource);
    const changed = await changedAmong(named, listed);
    const lost = await nested.lostAt(below);
    return [...listed, ...changed, ...lost.map((one) => ({ ...one, collection: BELOW }))];
  };

  return {
    async before(change) {
      const named = await namedBy(change);
      const below: string[] = [];
      for (const { of, id } of named) below.push(...(await nested.of(of, id)));
      // Last of all, so that little time is left to others.
      await listsOf(change.resource);
      return { change, named, below };
    },
    since,
  };
}
