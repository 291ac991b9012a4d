import type { Result, Results, SavedExchange, SavedShard, Spread, WaiverSummary } from '../core/results/results.ts';
import { type Gate, summarise } from '../core/results/verdict.ts';
import { applyWaivers, checkName, type PlacedWaiver } from '../core/results/waivers.ts';
import { takenBack, whyNoEvidence } from '../core/run/response-variance.ts';
import { shardName } from '../core/run/split.ts';
import { RULES } from '../suites/index.ts';
import { assuranceOf } from './assurance.ts';
import { diagnosisOf } from './diagnosis.ts';
import { type FailOn, failedOn } from './fail-on.ts';
import { shortened } from './headline.ts';
import { joinWatched } from './merge-watched.ts';
import { UsageProblem } from './options.ts';
import { ruleTextsOf } from './rule-texts.ts';
import { type Part, partsOf, type ShardFile } from './shard-files.ts';
import { statementsOf } from './statements.ts';

/** What is decided by all shards together. */
export interface MergeOptions {
  readonly minExercised?: number;
  readonly maxNotExercised?: number;
  readonly minCoverage?: number;
  readonly failOn?: readonly FailOn[];
  /** Known failures that are let pass: the same that the shards were given. */
  readonly waivers?: readonly PlacedWaiver[];
}

/**
 * Joins the shards of a run into what the whole run says. Throws a UsageProblem where one is missing or there twice, and where they
 * are of different runs.
 */
export function mergeShards(files: readonly ShardFile[], options: MergeOptions = {}): Results {
  const parts = partsOf(files);
  const [first] = parts;
  const joined = evidenceOf(
    joinWatched(parts, (of) => of.results),
    parts,
  );
  const unscored = evidenceOf(
    joinWatched(parts, (of) => of.unscored ?? []),
    parts,
  );
  const today = first.results.run.startedAt.slice(0, 10);
  const { results, waivers } = withWaivers(joined, parts, options, today);
  const early = firstOf(parts, ({ results: { run } }) => run.interrupted);
  const unjudged = firstOf(parts, ({ shard }) => shard.unjudged, false);
  const leftBehind = parts.flatMap(({ results: { run } }) => run.leftBehind ?? []);
  const harm = [...new Set(parts.flatMap(({ results: { run } }) => run.harm ?? []))];
  const { minExercised = 1, failOn = [], maxNotExercised, minCoverage } = options;
  const gate: Gate = {
    level: first.results.run.selection.level,
    minExercised,
    ...(maxNotExercised === undefined ? {} : { maxNotExercised }),
    ...(minCoverage === undefined ? {} : { minCoverage }),
    ...((early ?? unjudged) === undefined ? {} : { interrupted: early ?? unjudged ?? '' }),
  };
  const headline = headlinesOf(parts);
  const met = failedOn(failOn, { leftBehind, harm });
  const rules = ruleTextsOf([...results, ...unscored]);
  return {
    ...first.results,
    target: {
      ...first.results.target,
      assumed: [...new Set(parts.flatMap(({ results: { target } }) => target.assumed))],
      ...sourceOf(parts),
    },
    run: {
      ...runOf(parts),
      leftBehind,
      ...(harm.length === 0 ? {} : { harm }),
      ...(early === undefined ? {} : { interrupted: early }),
    },
    summary: {
      ...summarise(results, gate),
      ...(waivers === undefined ? {} : { waivers }),
      ...(headline.length === 0 ? {} : { headline }),
      ...(met.length === 0 ? {} : { failedOn: met }),
    },
    ...diagnosisOf({ target: first.results.target, results, rules }),
    ...assuranceOf({ target: first.results.target, run: first.results.run, results }),
    results,
    rules,
    statements: statementsOf(results),
    ...(first.results.unscored === undefined ? {} : { unscored }),
    exchanges: exchangesOf(parts, [...results, ...unscored]),
  };
}

/** The lines of the target file that name the subjects of all shards. */
function sourceOf(parts: readonly [Part, ...Part[]]): Pick<Results['target'], 'source'> {
  const { source } = parts[0].results.target;
  if (source === undefined) return {};
  const lines = parts.map(({ results: { target } }) => target.source?.lines ?? {});
  return { source: { path: source.path, lines: Object.assign({}, ...lines) } };
}

/** What the shards tell of the run as a whole. They may have gone side by side, on several machines. */
function runOf(parts: readonly [Part, ...Part[]]): Results['run'] {
  const runs = parts.map(({ results }) => results.run);
  const starts = runs.map(({ startedAt }) => Date.parse(startedAt));
  const ends = runs.map(({ durationMs }, i) => (starts[i] ?? 0) + durationMs);
  const begin = Math.min(...starts);
  const { shard: _, interrupted: __, leftBehind: ___, harm: ____, ...of } = parts[0].results.run;
  return {
    ...of,
    startedAt: new Date(begin).toISOString(),
    durationMs: Math.max(...ends) - begin,
    requests: runs.reduce((sum, { requests }) => sum + requests, 0),
    ...labelsOf(runs),
  };
}

/** Every label of the shards. Where they say different things under one key, such as the machine, all of it is told. */
function labelsOf(runs: readonly Results['run'][]): Pick<Results['run'], 'labels'> {
  const keys = new Set(runs.flatMap(({ labels = {} }) => Object.keys(labels)));
  const told = (key: string): string => [...new Set(runs.flatMap(({ labels = {} }) => labels[key] ?? []))].join(', ');
  return keys.size === 0 ? {} : { labels: Object.fromEntries([...keys].map((key) => [key, told(key)])) };
}

/** All passes are taken back where no shard saw the target tell requests apart. */
function evidenceOf(results: readonly Result[], parts: readonly Part[]): readonly Result[] {
  const reason = whyNoEvidence(spreadOf(parts.map(({ shard }) => shard)));
  return reason === undefined ? results : results.map((result) => takenBack(result, reason));
}

function spreadOf(shards: readonly SavedShard[]): Spread {
  const all = shards.flatMap(({ spread }) => spread ?? []);
  return {
    nothing: [...new Set(all.flatMap(({ nothing }) => nothing))],
    others: [...new Set(all.flatMap(({ others }) => others))],
    answers: all.reduce((sum, { answers }) => sum + answers, 0),
  };
}

function withWaivers(
  joined: readonly Result[],
  parts: readonly Part[],
  { waivers }: MergeOptions,
  today: string,
): { readonly results: readonly Result[]; readonly waivers?: WaiverSummary } {
  const judgedWith = parts.find(({ results }) => results.summary.waivers !== undefined);
  const results = joined.map(({ waiver: _, ...result }): Result => result);
  if (waivers !== undefined) {
    const rules = RULES.map(({ id }) => id);
    const tried = new Set(results.map(({ rule }) => rule));
    // Nobody knows the subjects of what the selection left out.
    const unknown = waivers.filter(({ rule }) => !tried.has(rule));
    return applyWaivers(results, waivers, { today, rules, checks: new Set([...results, ...unknown].map(checkName)) });
  }
  if (judgedWith === undefined) return { results };
  throw new UsageProblem(
    `${judgedWith.path}: shard ${shardName(judgedWith.shard)} was judged with waivers; give merge the same with --waivers`,
  );
}

const NUMBER_OF_ANSWERS = / \(\d+ answers\)/u;

function headlinesOf(parts: readonly Part[]): readonly string[] {
  const unjudged = new Set(parts.flatMap(({ shard }) => shard.unjudged ?? []));
  const lines = parts.flatMap(({ results: { summary } }) => summary.headline ?? []);
  const others = lines.filter((line) => !unjudged.has(line)).map((line) => line.replace(NUMBER_OF_ANSWERS, ''));
  return [...unjudged, ...shortened([...new Set(others)])];
}

function exchangesOf(parts: readonly Part[], results: readonly Result[]): Record<string, SavedExchange> {
  const cited = new Set(results.flatMap(({ witness }) => witness));
  const all = parts.flatMap(({ results: { exchanges } }) => Object.entries(exchanges));
  return Object.fromEntries(all.filter(([id]) => cited.has(id)));
}

function firstOf(parts: readonly Part[], of: (part: Part) => string | undefined, isNamed = true): string | undefined {
  const found = parts.find((part) => of(part) !== undefined);
  const text = found && of(found);
  return found === undefined || parts.length === 1 || !isNamed
    ? text
    : `shard ${shardName(found.shard)}: ${text ?? ''}`;
}
