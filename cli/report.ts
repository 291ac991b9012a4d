import type { Command } from 'commander';
import { loadResults } from '../judge/load-results.ts';
import { renderText } from '../reports/text.ts';
import { declareSome } from './check-options.ts';
import { parseOutputs, prepareOutputs, writeReports } from './outputs.ts';
import { STATUS } from './status.ts';
import { takesColor } from './streams.ts';

interface ReportFlags {
  readonly reporter?: readonly string[];
  readonly out?: string;
  readonly color: boolean;
}

/** `assayer report results.json`: renders a saved run again. Its exit status says nothing of the verdict. */
export function addReport(program: Command, done: (status: number) => void): void {
  const command = program.command('report').argument('<results>', 'a file that check --reporter json=… wrote');
  declareSome(command, ['reporter', 'out', 'noColor'])
    .addHelpText('after', '\nExample: assayer report results.json --reporter html=report.html')
    .action(async (path: string, { reporter = [], out, color }: ReportFlags) => {
      const outputs = parseOutputs(reporter, out);
      const results = await loadResults(path);
      await prepareOutputs(outputs);
      await writeReports(results, outputs);
      const toStdout = outputs.find((output) => output.path === undefined);
      if (toStdout !== undefined) process.stdout.write((await toStdout.load())(results));
      if (outputs.length === 0) process.stdout.write(renderText(results, { color: takesColor(process.stdout, color) }));
      done(STATUS.kept);
    });
}
