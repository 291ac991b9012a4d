import { Command, CommanderError } from 'commander';
import { visible, visibleLines } from '../core/redaction/visible.ts';
import { UsageProblem } from '../judge/options.ts';
import { VERSION } from '../judge/version.ts';
import { TargetProblem } from '../target-file/problem.ts';
import { COMMANDS } from './commands.ts';
import { say } from './say.ts';
import { STATUS } from './status.ts';

/** Runs a command line and gives its exit status. Tells every problem on stderr, never as a stack that nobody asked for. */
export async function runProgram(args: readonly string[]): Promise<number> {
  let status: number = STATUS.kept;
  const done = (of: number): void => {
    status = of;
  };
  try {
    const program = await createProgram(args, done);
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (cause) {
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? STATUS.kept : STATUS.unjudged;
    say(describe(cause, args.includes('--verbose')).join('\n'));
    return STATUS.unjudged;
  }
}

/** The program with the command that is meant; with the names of all where none is. */
export async function createProgram(args: readonly string[], done: (status: number) => void): Promise<Command> {
  const program = new Command('assayer')
    .description('Judges an HTTP API against its written conventions, and mocks them.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .showHelpAfterError('(--help lists what there is)');
  // The judge takes several times as long to load as the mock, and neither is needed for the help.
  const [first, second] = args.filter((arg) => !arg.startsWith('-'));
  const asked = COMMANDS.get((first === 'help' ? second : first) ?? '');
  if (asked === undefined) {
    for (const [name, { takes, about }] of COMMANDS) program.command(`${name} ${takes}`).description(about);
    return program;
  }
  (await asked.load())(program, done);
  program.commands[0]?.description(asked.about);
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
