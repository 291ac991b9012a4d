import { type Command, Option } from 'commander';
import type { Shard } from '../core/results.ts';
import { type AskingFlags, declareCredentials } from './asking-flags.ts';
import { REPORTER_NAMES } from './outputs.ts';
import {
  collect,
  collectList,
  parseCount,
  parseDuration,
  parseLabel,
  parseLimit,
  parsePercent,
  parseRate,
  parseSeed,
  parseShard,
  parseSize,
} from './values.ts';

/** The options of `assayer check` as commander gives them. */
export interface CheckFlags extends AskingFlags {
  readonly target?: string;
  readonly claim?: readonly string[];
  readonly rule?: readonly string[];
  readonly skip?: readonly string[];
  readonly level?: 'must' | 'should';
  readonly reporter?: readonly string[];
  readonly out?: string;
  /** False with --no-ledger. */
  readonly ledger?: string | false;
  readonly failOn?: readonly string[];
  readonly concurrency?: number;
  readonly wait?: number;
  readonly maxTime?: number;
  readonly maxBody?: number;
  readonly maxHead?: number;
  readonly maxFields?: number;
  readonly maxInterim?: number;
  readonly cleanupTime?: number;
  readonly settle?: number;
  readonly seed?: number;
  readonly runs?: number;
  readonly replay?: string;
  readonly shard?: Shard;
  readonly catalogue?: string;
  readonly lastFailed?: string;
  readonly watch?: boolean;
  readonly watchPath?: readonly string[];
  readonly readOnly?: boolean;
  readonly allowWrites?: boolean;
  readonly minExercised?: number;
  readonly maxNotExercised?: number;
  readonly minCoverage?: number;
  readonly bail?: boolean;
  readonly baseline?: string;
  readonly waivers?: string;
  readonly writeWaivers?: string;
  readonly label?: Readonly<Record<string, string>>;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** False with --no-color. */
  readonly color: boolean;
}

/** Declares the options of `assayer check`. */
export function declareCheckFlags(command: Command): Command {
  command
    .optionsGroup('What is judged:')
    .option('--target <file>', 'the target file; assayer.config.{ts,js,json} is found without being named')
    .option('--claim <key=value>', 'a claim, over the target file; may be repeated', collect)
    .option('--rule <pattern>', 'only this rule, clause or glob; may be repeated', collect)
    .option('--skip <pattern>', 'leave out this rule, clause or glob; may be repeated', collect)
    .addOption(
      new Option('--level <level>', 'the level from which a failure counts (must)').choices(['must', 'should']),
    )
    .option('--replay <token>', 'send the one failing case of a property again, as a report tells it')
    .option('--catalogue <month>', 'judge by the rules of that release, such as 2026-11; newer ones do not count')
    .option('--last-failed <file>', 'send again only what failed in an earlier results.json, and tell what is fixed')
    .option('--watch', 'judge again when files change, what failed first; r and q are keys')
    .option('--watch-path <path>', 'what to watch (this folder); may be repeated', collect)
    .option(
      '--shard <i/n>',
      'only the i-th of n parts of the rules; assayer merge joins them; needs --seed',
      parseShard,
    );
  declareCredentials(command.optionsGroup('Who asks:'));
  return command
    .optionsGroup('What may be done to the target:')
    .option('--read-only', 'send nothing but GET, HEAD and OPTIONS')
    .option('--allow-writes', 'create, change and delete records on a host other than this machine')
    .option('--ledger <file>', 'where creations are written down for assayer cleanup (a file in .assayer/)')
    .option('--no-ledger', 'write none')
    .option('--concurrency <n>', 'rules tried at the same time (8)', parseCount(1))
    .option('--rate <n>', 'requests per second at most', parseRate)
    .optionsGroup('Time (in seconds, or with a unit: 500ms, 10s, 2m):')
    .option('--wait <time>', 'until the target answers, before the run begins (0)', parseDuration)
    .option('--timeout <time>', 'for one request (10s)', parseLimit)
    .option('--max-time <time>', 'for the whole run (5m)', parseLimit)
    .option('--cleanup-time <time>', 'of it kept for deleting what was created, half of it at most (10s)', parseLimit)
    .option('--settle <time>', 'that effects may take to show (0)', parseDuration)
    .optionsGroup('Size of one answer; a larger one is inconclusive:')
    .option('--max-body <size>', 'bytes of a body, as sent and as decoded: 500kb, 5mb (5mb)', parseSize)
    .option('--max-head <size>', 'bytes of a header section (64kb)', parseSize)
    .option('--max-fields <n>', 'field lines of it (500)', parseCount(1))
    .option('--max-interim <n>', 'interim (1xx) answers before it (100)', parseCount(1))
    .optionsGroup('Generated cases:')
    .option('--runs <n>', 'cases per property (20)', parseCount(1))
    .option('--seed <n>', 'decides what is made up; drawn and told otherwise', parseSeed)
    .optionsGroup('When it counts as judged:')
    .option('--min-exercised <n>', 'the least number of checks that pass or fail (1)', parseCount(0))
    .option('--max-not-exercised <n>', 'applicable must checks that may be left unexercised (no limit)', parseCount(0))
    .option('--min-coverage <n%>', 'the least share of them that is exercised, such as 90% (no limit)', parsePercent)
    .option(
      '--fail-on <list>',
      'also exit 2 on left-behind, records that could not be deleted; with --baseline also exit 1 on regressed, changed, lost, gone',
      collectList,
    )
    .option('--bail', 'stop at the first failure that counts')
    .optionsGroup('Known failures:')
    .option('--baseline <file>', 'an earlier results.json: tell what differs from it')
    .option('--waivers <file>', 'failures that are let pass for a while (assayer.waivers.json in this folder)')
    .option(
      '--write-waivers <file>',
      'write an entry there for each failure that counts; keeps the entries that it has',
    )
    .optionsGroup('What is told:')
    .option('--reporter <name[=path]>', `${REPORTER_NAMES}; to stdout without a path; may be repeated`, collect)
    .option('--out <folder>', 'write results.json, junit.xml and report.html there')
    .option(
      '--label <key=value>',
      'what to say of the run in its results, such as commit=3f2a91c; may be repeated',
      parseLabel,
    )
    .option('--quiet', 'print the verdict line alone')
    .option('--verbose', 'print every result and every reason')
    .option('--no-color', 'print without colour')
    .addHelpText('after', `\n${EXAMPLES}\n\n${EXIT_STATUS}`);
}

const EXAMPLES = `Examples:
  assayer check http://127.0.0.1:3000 --wait 60s --out reports
  assayer check --last-failed reports/results.json
  assayer check http://127.0.0.1:3000 --watch --watch-path src
  assayer check http://127.0.0.1:3000 --label commit=3f2a91c --reporter json=results.json`;

const EXIT_STATUS = `Exit status:
  0    every exercised must holds (and should, with --level should); “partly judged” where some was not exercised
  1    the target breaks one, a waiver has to be removed, or it differs from the baseline as --fail-on names
  2    it could not be judged: bad usage or target file, unreachable, nothing exercised,
       a limit not met (--min-coverage and others), what --fail-on names, our own error
  130  interrupted; what is done so far is reported, and what was created is deleted as far as the target lets it

Ctrl-C, SIGTERM or SIGHUP ends the judging, and what was created is deleted within --cleanup-time. The second changes nothing.
The third gives up: what stays is told, and “assayer cleanup” deletes it later.`;
