import type { Command } from 'commander';
import { loadResults } from '../judge/load-results.ts';
import { mergeShards } from '../judge/merge.ts';
import { declareSome, TOLD } from './check-options.ts';
import { failOnRunAlone } from './fail-on.ts';
import { refuseOverwriting } from './files.ts';
import { beginOutputs, parseOutputs, withUnwritten, writeReports } from './outputs.ts';
import { type PrintFlags, printRun } from './print-run.ts';
import { say } from './say.ts';
import { statusOf } from './status.ts';
import { collectList, parseCount, parsePercent } from './values.ts';
import { waiverFile, waiversFor } from './waivers.ts';

interface MergeFlags extends PrintFlags {
  readonly reporter?: readonly string[];
  readonly out?: string;
  readonly minExercised?: number;
  readonly maxNotExercised?: number;
  readonly minCoverage?: number;
  readonly failOn?: readonly string[];
  readonly waivers?: string;
}

/** `assayer merge a.json b.json …`: joins the shards of a run. Its exit status is that of the whole run. */
export function addMerge(program: Command, done: (status: number) => void): void {
  const command = program
    .command('merge')
    .argument('<results...>', 'what check --shard i/n --reporter json=… wrote, one file for each shard')
    .option('--min-exercised <n>', 'the least number of checks that pass or fail (1)', parseCount(0))
    .option('--max-not-exercised <n>', 'applicable must checks that may be left unexercised (no limit)', parseCount(0))
    .option('--min-coverage <n%>', 'the least share of them that is exercised, such as 90% (no limit)', parsePercent)
    .option(
      '--fail-on <list>',
      'also exit 2 on left-behind, records that could not be deleted, and on harm, records of others that are gone or changed',
      collectList,
    )
    .option('--waivers <file>', 'the waivers that the shards were given (assayer.waivers.json in this folder)');
  declareSome(command, TOLD)
    .addHelpText('after', `\n${EXAMPLES}`)
    .action(async (paths: readonly string[], flags: MergeFlags) => {
      done(await merge(paths, flags));
    });
}

async function merge(paths: readonly string[], flags: MergeFlags): Promise<number> {
  const tell = say;
  const outputs = parseOutputs(flags.reporter ?? [], flags.out);
  const parts = paths.map((path) => ({ as: 'the results of a shard', path }));
  const known = await waiverFile(flags);
  refuseOverwriting(known === undefined ? parts : [...parts, { as: '--waivers', path: known }], outputs);
  await beginOutputs(outputs);
  const failOn = failOnRunAlone(flags.failOn ?? []);
  const waivers = await waiversFor(flags, tell);
  const { minExercised, maxNotExercised, minCoverage } = flags;
  const files = await Promise.all(paths.map(async (path) => ({ path, results: await loadResults(path) })));
  const results = mergeShards(files, {
    failOn,
    ...(minExercised === undefined ? {} : { minExercised }),
    ...(maxNotExercised === undefined ? {} : { maxNotExercised }),
    ...(minCoverage === undefined ? {} : { minCoverage }),
    ...(waivers === undefined ? {} : { waivers }),
  });
  const unwritten = await writeReports(results, outputs);
  await printRun(results, outputs, flags);
  for (const line of results.summary.failedOn ?? []) tell(line);
  return withUnwritten(unwritten, statusOf(results, false));
}

const EXAMPLES = `Examples:
  assayer check http://127.0.0.1:3000 --seed 1 --shard 1/2 --reporter json=1.json
  assayer check http://127.0.0.1:3000 --seed 1 --shard 2/2 --reporter json=2.json
  assayer merge 1.json 2.json --reporter json=results.json`;
