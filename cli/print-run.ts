import { visible } from '../core/redaction/visible.ts';
import type { Results } from '../core/results/results.ts';
import { UsageProblem } from '../judge/options.ts';
import { renderText, renderVerdict } from '../reports/text.ts';
import { waiverProblems } from '../reports/waiver-wording.ts';
import type { Output } from './outputs.ts';
import { say } from './say.ts';
import { takesColor } from './streams.ts';

/** How much of a run is printed. */
export interface PrintFlags {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** False with --no-color. */
  readonly color: boolean;
}

/** Refuses flags that contradict each other. */
export function checkPrintFlags({ quiet, verbose }: Pick<PrintFlags, 'quiet' | 'verbose'>): void {
  if (quiet === true && verbose === true)
    throw new UsageProblem('--quiet and --verbose contradict each other; give one of them');
}

/** Prints a run. Stdout holds one thing: the report that was sent there, or else the text. The verdict is told in any case. */
export async function printRun(results: Results, outputs: readonly Output[], flags: PrintFlags): Promise<void> {
  const toStdout = outputs.find(({ path }) => path === undefined);
  if (toStdout !== undefined && toStdout.name !== 'text') {
    const render = await toStdout.load();
    process.stdout.write(render(results));
    process.stderr.write(renderVerdict(results, { color: takesColor(process.stderr, flags.color) }));
    tellWaivers(results);
    return;
  }
  printText(results, flags);
  if (flags.quiet === true) tellWaivers(results);
}

/** Which waivers have to be removed, where the text does not say so: the gate fails by them. */
function tellWaivers(results: Results): void {
  for (const problem of waiverProblems(results)) say(visible(problem));
}

/** Prints the text of a run, or its verdict alone where the flags want it so. */
export function printText(results: Results, { color: wanted, quiet, verbose = false }: PrintFlags): void {
  const color = takesColor(process.stdout, wanted);
  process.stdout.write(quiet === true ? renderVerdict(results, { color }) : renderText(results, { color, verbose }));
}

/** Where to print what comes after the report: what a program reads from stdout is to stay whole. */
export function besideReport(outputs: readonly Output[]): NodeJS.WriteStream {
  const toStdout = outputs.find(({ path }) => path === undefined);
  return toStdout === undefined || toStdout.name === 'text' ? process.stdout : process.stderr;
}
