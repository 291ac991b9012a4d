import type { Command } from 'commander';
import { type CheckFlags, declareCheckFlags } from './check-flags.ts';

/** `assayer check [url]`: judge a target, or the embedded mock. */
export function addCheck(program: Command, done: (status: number) => void): void {
  const command = program.command('check').argument('[url]', 'the base address, over that of the target file');
  declareCheckFlags(command).action(async (url: string | undefined, flags: CheckFlags) => {
    // The judge takes several times as long to load as the options, and neither the help nor a misspelt option needs it.
    const { runCheck } = await import('./run-check.ts');
    done(await runCheck(url, flags));
  });
}
