import type { Results } from '../core/results.ts';
import { renderText, renderVerdict } from '../reports/text.ts';
import type { Output } from './outputs.ts';
import { takesColor } from './streams.ts';

/** How much of a run is printed. */
export interface PrintFlags {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** False with --no-color. */
  readonly color: boolean;
}

/** Prints a run. Stdout holds one thing: the report that was sent there, or else the text. The verdict is told in any case. */
export async function printRun(results: Results, outputs: readonly Output[], flags: PrintFlags): Promise<void> {
  const toStdout = outputs.find(({ path }) => path === undefined);
  if (toStdout !== undefined && toStdout.name !== 'text') {
    const render = await toStdout.load();
    process.stdout.write(render(results));
    process.stderr.write(renderVerdict(results, { color: takesColor(process.stderr, flags.color) }));
    return;
  }
  const color = takesColor(process.stdout, flags.color);
  const verbose = flags.verbose === true;
  process.stdout.write(
    flags.quiet === true ? renderVerdict(results, { color }) : renderText(results, { color, verbose }),
  );
}

/** Where to print what comes after the report: what a program reads from stdout is to stay whole. */
export function besideReport(outputs: readonly Output[]): NodeJS.WriteStream {
  const toStdout = outputs.find(({ path }) => path === undefined);
  return toStdout === undefined || toStdout.name === 'text' ? process.stdout : process.stderr;
}
