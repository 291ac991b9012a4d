import type { Command } from 'commander';
import { declareAll, type OptionValues } from './check-options.ts';

/** The options of `assayer check` as commander gives them. */
export interface CheckFlags extends Omit<OptionValues, 'target' | 'noTarget' | 'ledger' | 'noLedger' | 'noColor'> {
  /** False with --no-target. */
  readonly target?: string | false;
  /** False with --no-ledger. */
  readonly ledger?: string | false;
  /** False with --no-color. */
  readonly color: boolean;
}

/** Declares the options of `assayer check`. */
export function declareCheckFlags(command: Command): Command {
  return declareAll(command).addHelpText('after', `\n${EXAMPLES}\n\n${EXIT_STATUS}`);
}

const EXAMPLES = `Examples:
  assayer check http://127.0.0.1:3000 --wait 60s --out reports
  assayer check http://127.0.0.1:3000 --fast --bail
  assayer check --last-failed reports/results.json
  assayer check http://127.0.0.1:3000 --watch --watch-path src
  assayer check http://127.0.0.1:3000 --transcript run.jsonl
  assayer check https://api.example.com --har traffic.har
  assayer check http://127.0.0.1:3000 --label commit=3f2a91c --reporter json=results.json`;

const EXIT_STATUS = `Exit status:
  0    every exercised must holds (and should, with --level should); “partly judged” where some was not exercised
  1    the target breaks one, a waiver has to be removed, or it differs from the baseline as --fail-on names
  2    it could not be judged: bad usage or target file, unreachable, nothing exercised,
       a limit not met (--min-coverage and others), what --fail-on names, our own error
  130  interrupted; what is done so far is reported, and what was created is deleted as far as the target lets it

Ctrl-C, SIGTERM or SIGHUP ends the judging, and what was created is deleted within --cleanup-time. The second changes nothing.
The third gives up: what stays is told, and “assayer cleanup” deletes it later.`;
