import type { Command } from 'commander';
import { loadResults } from '../judge/load-results.ts';
import { declareSome, TOLD } from './check-options.ts';
import { refuseOverwriting } from './files.ts';
import { beginOutputs, parseOutputs, withUnwritten, writeReports } from './outputs.ts';
import { checkPrintFlags, type PrintFlags, printText } from './print-run.ts';
import { STATUS } from './status.ts';

interface ReportFlags extends PrintFlags {
  readonly reporter?: readonly string[];
  readonly out?: string;
}

/** `assayer report results.json`: renders a saved run again. Its exit status says nothing of the verdict. */
export function addReport(program: Command, done: (status: number) => void): void {
  const command = program.command('report').argument('<results>', 'a file that check --reporter json=… wrote');
  declareSome(command, TOLD)
    .addHelpText(
      'after',
      '\nExamples:\n  assayer report results.json --reporter html=report.html\n  assayer report results.json --verbose',
    )
    .action(async (file: string, flags: ReportFlags) => {
      const outputs = parseOutputs(flags.reporter ?? [], flags.out);
      refuseOverwriting([{ as: 'the results', path: file }], outputs);
      await beginOutputs(outputs);
      checkPrintFlags(flags);
      const results = await loadResults(file);
      const unwritten = await writeReports(results, outputs);
      const toStdout = outputs.find(({ path }) => path === undefined);
      if (toStdout !== undefined && toStdout.name !== 'text') process.stdout.write((await toStdout.load())(results));
      else if (toStdout !== undefined || outputs.length === 0) printText(results, flags);
      done(withUnwritten(unwritten, STATUS.kept));
    });
}
