import type { Command } from 'commander';
import { UsageProblem } from '../judge/options.ts';
import type { StartOptions } from '../mock/node.ts';
import { parseCount, parseSeed } from './values.ts';

/** Where the mock's state comes from and where it is kept. */
export interface StateFlags {
  readonly seed?: string;
  readonly persist?: string;
  readonly persistLog?: number;
  readonly deterministic?: number | true;
}

/** Adds the options of state. */
export function addStateFlags(command: Command): Command {
  return command
    .option('--seed <file>', 'users and deals to begin with, or a saved state, in JSON; read again when it changes')
    .option('--persist <file>', 'keep all state in this file and go on from it; it survives kill -9')
    .option(
      '--persist-log <bytes>',
      'how many bytes of changes that file may hold before it is written anew (1048576, or twice what the state takes)',
      parseCount(0),
    )
    .option(
      '--deterministic [seed]',
      'the same ids, validators and time in every run; the clock stands still',
      parseSeed,
    );
}

/** What the options say, as the mock takes it. */
export function stateOptionsOf(flags: StateFlags): Partial<StartOptions> {
  const { seed, persist, persistLog, deterministic } = flags;
  if (persist === undefined && persistLog !== undefined) {
    throw new UsageProblem('--persist-log limits the file of --persist: give --persist as well');
  }
  return {
    ...(seed === undefined ? {} : { seedFile: seed }),
    ...(persist === undefined
      ? {}
      : { persist: { file: persist, ...(persistLog === undefined ? {} : { logLimit: persistLog }) } }),
    ...(deterministic === undefined ? {} : { deterministic: deterministic === true ? 1 : deterministic }),
  };
}
