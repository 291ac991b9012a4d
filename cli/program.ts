import { Command, CommanderError } from 'commander';
import { visible, visibleLines } from '../core/visible.ts';
import { UsageProblem } from '../judge/options.ts';
import { VERSION } from '../judge/version.ts';
import { TargetProblem } from '../target/problem.ts';
import { addCheck } from './check.ts';
import { addMock } from './mock.ts';
import { addProve } from './prove.ts';
import { addRules } from './rules.ts';
import { STATUS } from './status.ts';

/** Runs a command line and gives its exit status. Tells every problem on stderr, never as a stack that nobody asked for. */
export async function runProgram(args: readonly string[]): Promise<number> {
  let status: number = STATUS.kept;
  const done = (of: number): void => {
    status = of;
  };
  try {
    await createProgram(done).parseAsync(args, { from: 'user' });
    return status;
  } catch (cause) {
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? STATUS.kept : STATUS.unjudged;
    process.stderr.write(`${describe(cause, args.includes('--verbose')).join('\n')}\n`);
    return STATUS.unjudged;
  }
}

function createProgram(done: (status: number) => void): Command {
  const program = new Command('assayer')
    .description('Judges an HTTP API against its written conventions, and mocks them.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .showHelpAfterError('(--help lists what there is)');
  addCheck(program, done);
  addMock(program);
  addRules(program, done);
  addProve(program, done);
  return program;
}

function describe(cause: unknown, verbose: boolean): string[] {
  if (cause instanceof UsageProblem || cause instanceof TargetProblem) {
    return visibleLines(`error: ${cause.message}`);
  }
  const error = cause instanceof Error ? cause : new Error(String(cause));
  if (verbose) return visibleLines(error.stack ?? error.message);
  return [`error: assayer itself failed: ${visible(error.message)}`, '(--verbose shows where)'];
}
