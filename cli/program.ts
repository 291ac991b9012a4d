import { Command, CommanderError } from 'commander';
import { visible, visibleLines } from '../core/visible.ts';
import { UsageProblem } from '../judge/options.ts';
import { VERSION } from '../judge/version.ts';
import { TargetProblem } from '../target-file/problem.ts';
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
    process.stderr.write(`${describe(cause, args.includes('--verbose')).join('\n')}\n`);
    return STATUS.unjudged;
  }
}

type Add = (program: Command, done: (status: number) => void) => void;

/** Every command, in the order of the help. */
const COMMANDS: ReadonlyMap<string, () => Promise<Add>> = new Map<string, () => Promise<Add>>([
  ['check', async () => (await import('./check.ts')).addCheck],
  ['init', async () => (await import('./init.ts')).addInit],
  ['doctor', async () => (await import('./doctor.ts')).addDoctor],
  ['cleanup', async () => (await import('./cleanup.ts')).addCleanup],
  ['compare', async () => (await import('./compare.ts')).addCompare],
  ['fleet', async () => (await import('./fleet.ts')).addFleet],
  ['merge', async () => (await import('./merge.ts')).addMerge],
  ['report', async () => (await import('./report.ts')).addReport],
  ['mock', async () => (await import('./mock.ts')).addMock],
  ['rules', async () => (await import('./rules.ts')).addRules],
  ['prove', async () => (await import('./prove.ts')).addProve],
]);

async function createProgram(args: readonly string[], done: (status: number) => void): Promise<Command> {
  const program = new Command('assayer')
    .description('Judges an HTTP API against its written conventions, and mocks them.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .showHelpAfterError('(--help lists what there is)');
  // Only the command that is meant, since the judge takes several times as long to load as the mock; the help names them all.
  const asked = COMMANDS.get(args[0] ?? '');
  const loaded = asked === undefined ? [...COMMANDS.values()] : [asked];
  for (const load of loaded) (await load())(program, done);
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
