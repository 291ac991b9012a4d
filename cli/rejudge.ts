import type { Command } from 'commander';
import { rejudge } from '../judge/transcript/rejudge.ts';
import { declareSome, TOLD } from './check-options.ts';
import { refuseOverwriting } from './files.ts';
import { beginOutputs, parseOutputs, withUnwritten, writeReports } from './outputs.ts';
import { type PrintFlags, printRun } from './print-run.ts';
import { statusOf } from './status.ts';

interface RejudgeFlags extends PrintFlags {
  readonly reporter?: readonly string[];
  readonly out?: string;
}

/** `assayer rejudge run.jsonl`: judges a recorded run again, without the network. Its exit status is that of the run. */
export function addRejudge(program: Command, done: (status: number) => void): void {
  const command = program.command('rejudge').argument('<transcript>', 'a file that check --transcript wrote');
  declareSome(command, TOLD)
    .addHelpText('after', `\n${EXAMPLES}`)
    .action(async (path: string, flags: RejudgeFlags) => {
      const outputs = parseOutputs(flags.reporter ?? [], flags.out);
      refuseOverwriting([{ as: 'the transcript', path }], outputs);
      await beginOutputs(outputs);
      const { results, isSame } = await rejudge(path);
      const unwritten = await writeReports(results, outputs);
      await printRun(results, outputs, flags);
      if (!isSame) process.stderr.write('note: the run itself came to other outcomes: this version judges otherwise\n');
      done(withUnwritten(unwritten, statusOf(results, false)));
    });
}

const EXAMPLES = `Examples:
  assayer check http://127.0.0.1:3000 --transcript run.jsonl
  assayer rejudge run.jsonl
  assayer rejudge run.jsonl --reporter html=report.html

Exit status: that of the run; 2 where the transcript was cut or changed, or does not hold all that the run asks.`;
