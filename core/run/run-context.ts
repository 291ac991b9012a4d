import type { Answer } from '../answer.ts';
import type { CleanUp } from '../cleanup/record-cleanup.ts';
import type { Exchange, Transport } from '../http/exchange.ts';
import type { Records } from '../records/records.ts';
import type { Redactor } from '../redaction/redact.ts';
import type { Target } from '../target.ts';
import type { Clock } from './clock.ts';
import type { RunSettings } from './run-settings.ts';
import type { EvidenceScope, Trial } from './trial.ts';
import type { StopSignals } from './until-stopped.ts';

/** What all trials of one run have in common. */
export interface RunContext extends RunSettings, StopSignals {
  readonly target: Target;
  readonly transport: Transport;
  readonly reference?: (target: Target) => Transport;
  /** Takes out the secrets that are known by now, before an answer is quoted in part. */
  readonly hide?: Redactor;
  readonly clock: Clock;
  /** Whether the run as a whole gives a verdict on a rule. */
  readonly isJudged: (rule: string) => boolean;
  /** Everything that this run made. */
  readonly records: Records;
  readonly cleanUp: CleanUp;
  /** Evidence taken so far. */
  readonly scope: EvidenceScope;
  /** Every answer of the run so far. */
  readonly seen: Answer[];
  /** Every answer to the questions that were asked before the rules began. */
  readonly asked: readonly Answer[];
  /** Where nothing is read before the effects of the last write had their time: when that was answered, on the clock of the run. */
  readonly sinceWrite?: { endedAt: number | undefined };
  /** Trials that took shared evidence: what they made is deleted at the end of the run. */
  readonly shelved: OpenTrial[];
}

/** A trial and what the runner needs of it when it has ended. */
export interface OpenTrial {
  readonly trial: Trial;
  /** Exchanges that this trial sent itself. */
  readonly sent: readonly Exchange[];
  /** Takes away what the trial made, last first. Never rejects. */
  close(): Promise<void>;
}
