import { join } from 'node:path';
import type { Results, Shard } from '../../core/results/results.ts';
import { judge } from '../judge.ts';
import { mergeShards } from '../merge.ts';
import { type JudgeOptions, UsageProblem } from '../options.ts';
import { VERSION } from '../version.ts';
import type { Fleet, FleetTarget } from './file.ts';
import { rateOfOne, schedule } from './schedule.ts';

/** Where the results of a fleet are kept from one start to the next. */
export interface FleetStore {
  /** Results that were kept of the very same task; undefined where there are none. */
  read(file: string, task: string): Promise<Results | undefined>;
  write(file: string, task: string, results: Results): Promise<void>;
}

/** What became of one target. */
export interface Judged {
  readonly name: string;
  readonly results?: Results;
  /** Why there are no results. */
  readonly problem?: string;
}

/** What a run of a fleet needs beside the fleet. */
export interface FleetRun {
  readonly store: FleetStore;
  readonly signal: AbortSignal;
  readonly tell: (line: string) => void;
  /** The file in which a task writes down what it creates. */
  readonly ledgerOf: (file: string) => string;
}

interface Task {
  readonly target: FleetTarget;
  readonly host: string;
  readonly shard?: Shard;
  /** The file of its results. */
  readonly file: string;
}

/** Judges every target of a fleet, shard by shard; what is there already is not judged again. */
export async function runFleet(fleet: Fleet, run: FleetRun): Promise<readonly Judged[]> {
  const done = new Map<Task, Results>();
  const problems = new Map<FleetTarget, string>();
  const tasks = fleet.targets.flatMap(tasksOf);
  await schedule(tasks, fleet.bounds, async (task) => {
    if (run.signal.aborted) return;
    const outcome = await resultsOf(task, fleet, run);
    if (typeof outcome === 'string') problems.set(task.target, outcome);
    else done.set(task, outcome);
  });
  return fleet.targets.map((target) => joined(target, tasks, done, problems.get(target)));
}

function tasksOf(target: FleetTarget): Task[] {
  const { host } = new URL(target.baseUrl);
  const count = target.how.shards ?? 1;
  if (count === 1) return [{ target, host, file: join(target.name, 'results.json') }];
  return Array.from({ length: count }, (_, i) => {
    const shard = { index: i + 1, count };
    return { target, host, shard, file: join(target.name, `shard-${shard.index}-of-${count}.json`) };
  });
}

async function resultsOf(
  task: Task,
  fleet: Fleet,
  { store, signal, tell, ledgerOf }: FleetRun,
): Promise<Results | string> {
  const { target, shard, file } = task;
  const options = optionsOf(task, fleet);
  // A result is taken over only where it was asked for in the same way, by the same version.
  const asked = JSON.stringify([VERSION, options]);
  const kept = await store.read(file, asked);
  const name = shard === undefined ? target.name : `${target.name} ${shard.index}/${shard.count}`;
  if (kept !== undefined) {
    tell(`${name}: judged before, taken over`);
    return kept;
  }
  try {
    const results = await judge({
      ...options,
      signal,
      ledger: ledgerOf(file),
      onNotice: (line) => tell(`${name}: ${line}`),
    });
    await store.write(file, asked, results);
    tell(`${name}: ${results.summary.verdict}`);
    return results;
  } catch (cause) {
    if (!(cause instanceof UsageProblem)) throw cause;
    tell(`${name}: ${cause.message}`);
    return cause.message;
  }
}

function optionsOf({ target, shard }: Task, { seed, bounds }: Fleet): JudgeOptions {
  const { shards: _, ...how } = target.how;
  const rate = rateOfOne(bounds);
  return {
    ...how,
    ...{ seed, baseUrl: target.baseUrl },
    ...(target.file === undefined ? {} : { target: target.file }),
    ...(target.waivers === undefined ? {} : { waivers: target.waivers }),
    ...(rate === undefined ? {} : { rate }),
    ...(shard === undefined ? {} : { shard }),
  };
}

function joined(
  target: FleetTarget,
  tasks: readonly Task[],
  done: ReadonlyMap<Task, Results>,
  problem: string | undefined,
): Judged {
  const { name, waivers } = target;
  if (problem !== undefined) return { name, problem };
  const own = tasks.filter((task) => task.target === target);
  const files = own.flatMap((task) => {
    const results = done.get(task);
    return results === undefined ? [] : [{ path: task.file, results }];
  });
  const [first] = files;
  if (first === undefined) return { name, problem: 'the fleet was stopped before its turn' };
  if (own[0]?.shard === undefined) return { name, results: first.results };
  try {
    return { name, results: mergeShards(files, waivers === undefined ? {} : { waivers }) };
  } catch (cause) {
    if (cause instanceof UsageProblem) return { name, problem: cause.message };
    throw cause;
  }
}
