import type { Result, Results, SavedExchange, SavedShard } from '../core/results/results.ts';
import { shardName } from '../core/run/split.ts';
import { UsageProblem } from './options.ts';

/** The results of one shard, and the file they are from. */
export interface ShardFile {
  readonly path: string;
  readonly results: Results;
}

/** One shard, its exchanges named so that no two shards share a name. */
export interface Part extends ShardFile {
  readonly shard: SavedShard;
}

/** The shards in their order. Throws a UsageProblem unless they are all the shards of one run. */
export function partsOf(files: readonly ShardFile[]): readonly [Part, ...Part[]] {
  const [first, ...others] = files
    .map(toPart)
    .toSorted((a, b) => a.shard.index - b.shard.index || (a.path < b.path ? -1 : 1));
  if (first === undefined) throw new UsageProblem('there is nothing to merge; give the results of every shard');
  for (const other of others) refuseOther(first, other);
  refuseDoubled([first, ...others]);
  refuseMissing([first, ...others]);
  return first.shard.count === 1 ? [first] : [renamed(first), ...others.map(renamed)];
}

function toPart({ path, results }: ShardFile): Part {
  const { shard, interrupted } = results.run;
  if (shard === undefined) {
    throw new UsageProblem(`${path} is no shard of a run; give what check --shard 1/4 --reporter json=… wrote`);
  }
  if (shard.spread === undefined) {
    const why = interrupted ?? 'it was not there';
    throw new UsageProblem(`${path}: shard ${shardName(shard)} could not ask the target (${why}); run it again`);
  }
  return { path, results, shard };
}

/** What has to be the same in all shards of a run, in words. */
const SAME: readonly (readonly [what: string, of: (results: Results) => unknown])[] = [
  ['version of assayer', ({ tool }) => tool.version],
  ['target', ({ target }) => target.baseUrl],
  ['name of the target', ({ target }) => target.name],
  ['number of shards', ({ run }) => run.shard?.count],
  ['seed', ({ run }) => run.seed],
  ['number of generated cases (--runs)', ({ run }) => run.runs],
  ['selection', ({ run: { selection } }) => selection],
];

function refuseOther(first: Part, other: Part): void {
  const refuse = (what: string, one: unknown, two: unknown): never => {
    const told = `${first.path} has ${written(one)} and ${other.path} has ${written(two)}`;
    throw new UsageProblem(`the shards are not of one run: they differ in the ${what}: ${told}; run them alike`);
  };
  for (const [what, of] of SAME) {
    const [one, two] = [of(first.results), of(other.results)];
    if (written(one) !== written(two)) refuse(what, one, two);
  }
  const [one, two] = [first.results.target.claims, other.results.target.claims];
  for (const [claim, value] of Object.entries(one)) {
    // The claims of both have the same keys, which Object.entries does not say.
    const theirs = two[claim as keyof typeof two];
    if (written(value) !== written(theirs)) refuse(`claim ${claim}`, value, theirs);
  }
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function refuseDoubled(parts: readonly Part[]): void {
  const twice = parts.find((part, i) => parts[i - 1]?.shard.index === part.shard.index);
  if (twice === undefined) return;
  const paths = parts.filter(({ shard }) => shard.index === twice.shard.index).map(({ path }) => path);
  throw new UsageProblem(
    `shard ${shardName(twice.shard)} is there twice: ${paths.join(' and ')}; give each shard once`,
  );
}

function refuseMissing(parts: readonly [Part, ...Part[]]): void {
  const { count } = parts[0].shard;
  const all = Array.from({ length: count }, (_, i) => i + 1);
  const missing = all.filter((index) => !parts.some(({ shard }) => shard.index === index));
  if (missing.length === 0) return;
  const names = missing.map((index) => shardName({ index, count }));
  const are = names.length === 1 ? 'shard' : 'shards';
  throw new UsageProblem(`${are} ${names.join(', ')} missing: give the results of all ${count} shards`);
}

function renamed(part: Part): Part {
  const { results, shard } = part;
  const newId = (id: string): string => `s${shard.index}-${id}`;
  const exchanges: Record<string, SavedExchange> = Object.fromEntries(
    Object.entries(results.exchanges).map(([id, exchange]) => [newId(id), exchange]),
  );
  const citing = (all: readonly Result[]): Result[] =>
    all.map((result) => ({ ...result, witness: result.witness.map(newId) }));
  const unscored = results.unscored === undefined ? {} : { unscored: citing(results.unscored) };
  return { ...part, results: { ...results, results: citing(results.results), ...unscored, exchanges } };
}
