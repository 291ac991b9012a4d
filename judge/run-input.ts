import type { LeftBehind } from '../core/cleanup/leftover.ts';
import type { Home } from '../core/http/origins.ts';
import type { FreshIds } from '../core/ids/fresh-ids.ts';
import type { Redactor } from '../core/redaction/redact.ts';
import type { Result, Selection, Spread } from '../core/results/results.ts';
import type { Catalogue } from '../core/results/scoring.ts';
import type { Rule } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import type { Draft } from '../target-file/draft.ts';
import type { RunConfig } from './config.ts';
import type { Ledger } from './ledger.ts';
import type { UsageProblem } from './options.ts';
import type { OpenedSession } from './session.ts';
import type { Stage } from './transcript/stage.ts';

/** One run that is about to begin. */
export interface RunInput extends Stage {
  readonly options: RunConfig;
  readonly selected: (rule: Rule) => boolean;
  /** The rules that count; absent where all do. */
  readonly catalogue?: Catalogue;
  readonly draft: Draft;
  readonly readOnly: boolean;
  /** Why no run may begin. What can be told by reading alone, that the target is not there, is told first. */
  readonly problem?: UsageProblem;
  readonly opened: OpenedSession;
  /** Takes out the secrets that are known by now. */
  readonly hide: Redactor;
  readonly startedAt: Date;
  /** The day of the run, by which waivers expire: `2026-11-22`. */
  readonly today: string;
  /** What all that the run makes up is drawn from. */
  readonly entropy: string;
  /** Opens the ledger of the run; absent where none is kept. */
  readonly openLedger?: (home: Home, fresh: FreshIds) => Ledger;
}

/** What became of it. */
export interface RunOutcome {
  /** What the run made and could not delete. */
  readonly leftBehind: readonly LeftBehind[];
  readonly target: Pick<Target, 'name' | 'baseUrl' | 'claims' | 'assumed' | 'foundOperations'>;
  readonly results: readonly Result[];
  /** How many rules and results the selection left out; the results where the target could be asked. */
  readonly leftOut: Selection['leftOut'];
  /** Every check that the target has, selected or not (`checkName`); absent where it could not be asked. */
  readonly checks?: ReadonlySet<string>;
  /** Which statuses the run met; absent where the target could not be asked. */
  readonly spread?: Spread;
  /** What explains many results at once, a line each. */
  readonly headline: readonly string[];
  /** Those of them that tell what became of records of others. */
  readonly harm?: readonly string[];
  /** Why a part of the target that is to be judged could not be found. */
  readonly unjudged?: string;
  /** Why the target could not be judged as a whole. */
  readonly interrupted?: string;
}
