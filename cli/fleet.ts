import { join, relative } from 'node:path';
import type { Command } from 'commander';
import type { Results } from '../core/results/results.ts';
import { loadFleet } from '../judge/fleet/file.ts';
import { type Judged, runFleet } from '../judge/fleet/run.ts';
import { makeFolder } from '../judge/make-folder.ts';
import { fleetHtml, summaryOf } from '../reports/fleet-html.ts';
import { reportHtml, reportJson } from '../reports/index.ts';
import { refuseOverwriting } from './files.ts';
import { storeIn } from './fleet-store.ts';
import { onInterrupt } from './interrupt.ts';
import { prepareOutputs, writeWhole } from './outputs.ts';
import { say } from './say.ts';
import { STATUS, statusOf } from './status.ts';

interface FleetFlags {
  readonly out: string;
  readonly fresh?: boolean;
  readonly quiet?: boolean;
}

/** `assayer fleet fleet.json`: judges many targets, and writes one page over them. */
export function addFleet(program: Command, done: (status: number) => void): void {
  program
    .command('fleet')
    .argument('<fleet>', 'the file that names the targets; docs/fleet.md explains it')
    .option('--out <folder>', 'where the page and the reports of the targets go', 'fleet')
    .option('--fresh', 'judge again what was judged before')
    .option('--quiet', 'print the last line alone')
    .addHelpText('after', '\nExample: assayer fleet fleet.json --out reports')
    .action(async (path: string, flags: FleetFlags) => {
      done(await judgeFleet(path, flags));
    });
}

async function judgeFleet(path: string, { out, fresh, quiet }: FleetFlags): Promise<number> {
  const tell = (line: string): void => void (quiet === true || say(line));
  const fleet = await loadFleet(path);
  const page = join(out, 'index.html');
  refuseOverwriting([{ as: 'the fleet', path }], [{ as: '--out', path: page }]);
  await prepareOutputs([{ path: page }]);
  using interrupt = onInterrupt(say);
  const begun = new Date().toISOString().replace(/[-:]|\.\d+/gu, '');
  const judged = await runFleet(fleet, {
    store: storeIn(out, fresh === true),
    signal: interrupt.signal,
    tell,
    ledgerOf: (file) => join(out, `${file.replace(/\.json$/u, '')}-${begun}-${process.pid}.ledger.jsonl`),
  });
  const rows = judged.map((one) => ({ ...one, report: `${one.name}/report.html` }));
  for (const { name, results } of judged) if (results !== undefined) await writeReports(join(out, name), results);
  await writeWhole(page, fleetHtml(rows));
  process.stdout.write(`${summaryOf(rows)}: ${relative(process.cwd(), page)}\n`);
  return interrupt.signal.aborted ? STATUS.interrupted : worstOf(judged);
}

async function writeReports(folder: string, results: Results): Promise<void> {
  makeFolder(folder);
  await writeWhole(join(folder, 'results.json'), reportJson(results));
  await writeWhole(join(folder, 'report.html'), reportHtml(results));
}

function worstOf(judged: readonly Judged[]): number {
  const statuses = judged.map(({ results }) => (results === undefined ? STATUS.unjudged : statusOf(results, false)));
  if (statuses.includes(STATUS.broken)) return STATUS.broken;
  return statuses.includes(STATUS.unjudged) ? STATUS.unjudged : STATUS.kept;
}
