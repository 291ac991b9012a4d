import type { Command } from 'commander';
import type { JudgeOptions } from '../judge/options.ts';
import { declareSome, type OptionValues, setOptions } from './check-options.ts';

/** Who asks, and how fast: the options that every command has which speaks to a target. */
const ASKING = ['cookie', 'cookieFile', 'ca', 'cert', 'key', 'insecure', 'header', 'timeout', 'rate'] as const;

/** The same as commander gives them. */
export type AskingFlags = OptionValues<(typeof ASKING)[number]>;

/** Declares who asks, and how fast. */
export function declareAsking(command: Command): Command {
  return declareSome(command, ASKING);
}

/** The same as options of the judge; what was not given is absent. */
export function askingOptions(flags: AskingFlags): JudgeOptions & Required<Pick<JudgeOptions, 'tls'>> {
  return { tls: {}, ...setOptions(flags, ASKING) };
}
