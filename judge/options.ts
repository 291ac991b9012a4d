import type { SizeLimits } from '../client/size-limits.ts';
import type { Claims } from '../core/claims.ts';
import type { FailedCheck } from '../core/results/last-failed.ts';
import type { Result, Shard } from '../core/results/results.ts';
import type { PlacedWaiver } from '../core/results/waivers.ts';
import type { RunSettings } from '../core/run/run-settings.ts';
import type { FoundOperations } from '../core/target.ts';
import type { TargetFile, TlsFile } from '../target-file/file.ts';
import type { FailOn } from './fail-on.ts';
import type { TargetSource } from './source-lines.ts';

/** What to judge, and how. Everything has a default: `judge({})` judges the embedded mock. */
export interface JudgeOptions extends Partial<RunSettings> {
  readonly target?: TargetFile;
  /** The file that `target` is from, for reports that point at its lines. */
  readonly source?: TargetSource;
  /** Overrides the target's own; neither given: the embedded mock on a port of its own. */
  readonly baseUrl?: string;
  readonly claims?: Partial<Claims>;
  /** The version segment (document 9.1), over the target's own. */
  readonly version?: string;
  /** Ids or globs of the rules to try; all of them by default. */
  readonly rules?: readonly string[];
  /** Ids or globs of the rules to leave out. */
  readonly skip?: readonly string[];
  /** The level from which a failure makes the target non-conformant; `must` by default. */
  readonly level?: 'must' | 'should';
  /** Requests per second at most. */
  readonly rate?: number;
  /** Milliseconds for one request; 10 000 by default. */
  readonly timeoutMs?: number;
  /** Milliseconds to wait until the target answers, before the run begins; none by default. */
  readonly waitMs?: number;
  /** How much of one answer is read: bytes of a `body` (5 MiB) and a `head` (64 KiB), `fields` (500), `interim` answers (100), `records` of a list (50,000). */
  readonly sizes?: Partial<SizeLimits>;
  /** Milliseconds for the whole run; 300 000 by default. */
  readonly maxTimeMs?: number;
  /**
   * Milliseconds of `maxTimeMs`, at most half, that go to others: to what the process did before this call, and to what it does
   * with the results. None by default.
   */
  readonly usedMs?: number;
  /** Milliseconds of it, at most half, that are kept for deleting what was created; 10 000 by default. */
  readonly cleanUpMs?: number;
  /** Where deletions of a resource fail, the run creates so many records of it at most; 25 by default. */
  readonly maxLeftBehind?: number;
  /**
   * A file in which each creation is written down while the run goes, so that `assayer cleanup` can delete what a killed run
   * left. It is removed where nothing stays behind. None by default, and none for the embedded mock.
   */
  readonly ledger?: string;
  /** A file in which every exchange is written down while the run goes, so that `assayer rejudge` can judge them again. None by default. */
  readonly transcript?: string;
  /** Told what the user should know and no result holds: the ledger cannot be written. `lost` names what was asked for and is not there. */
  readonly onNotice?: (line: string, lost?: 'transcript') => void;
  /** Try these checks alone, and of each only the case that is named: what failed in an earlier run. */
  readonly only?: readonly FailedCheck[];
  /** Where an earlier run found the operations (`target.operations` of its results); they are not looked for again. */
  readonly foundOperations?: FoundOperations;
  /** Try one part of the rules: the results of all parts are joined by `mergeShards`. Needs `seed`. */
  readonly shard?: Shard;
  /** Judge by the rules of this release (`2026-11`), at the levels that they had then; newer rules are tried and do not count. */
  readonly catalogue?: string;
  /** A replay token: try that one case of that one rule. */
  readonly replay?: string;
  /** Let records be created, changed and deleted on a host other than this machine. */
  readonly allowWrites?: boolean;
  /** `name=value`, over the target's own session. */
  readonly cookie?: string;
  /** Path of a Netscape cookie file, over the target's own session. */
  readonly cookieFile?: string;
  /** Whom to trust over TLS, and who asks, over the target's own; paths of PEM files. */
  readonly tls?: TlsFile;
  /** Fields that every request carries, beside the target's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The least number of results that must be a pass or a failure; 1 by default. */
  readonly minExercised?: number;
  /** The greatest number of applicable `must` checks that may be left unexercised; more is `not-judged`. No limit by default. */
  readonly maxNotExercised?: number;
  /** The least share of the applicable `must` checks to be exercised, from 0 to 1; less is `not-judged`. No limit by default. */
  readonly minCoverage?: number;
  /** What to say of the run in its results, such as a commit. */
  readonly labels?: Readonly<Record<string, string>>;
  /** What to fail on beside the verdict, which stays as it is: `summary.failedOn` of the results tells what was met. */
  readonly failOn?: readonly FailOn[];
  /** Known failures that are let pass: what `loadWaivers` reads. */
  readonly waivers?: readonly PlacedWaiver[];
  /** Stop at the first failure that counts. */
  readonly bail?: boolean;
  /** Try each rule on one subject, with one generated case where `runs` says nothing else: what is left out is not exercised. */
  readonly fast?: boolean;
  /** Ends the run: what is done so far is returned, and what was created is deleted. */
  readonly signal?: AbortSignal;
  /** Ends the deletion too: what stays is told. Meant for after `signal`. */
  readonly cleanUpSignal?: AbortSignal;
  /** Told which results are to come. */
  readonly onPlan?: (planned: readonly Planned[]) => void;
  /** Told of each result as it comes. */
  readonly onResult?: (result: Result) => void;
}

/** One result to come. */
export interface Planned {
  readonly rule: string;
  readonly subject: string;
  readonly title: string;
}

/** A run that cannot start as asked. Its message is for the user. */
export class UsageProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageProblem';
  }
}
