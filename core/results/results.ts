import type { Claims } from '../claims.ts';
import type { Timings } from '../http/exchange.ts';
import type { Level } from '../rule.ts';
import type { FoundOperations } from '../target.ts';
import type { Assurance } from './assurance.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { Outcome } from './outcome.ts';

/**
 * - `conformant`: every applicable check that binds was exercised and holds.
 * - `partly-judged`: what was exercised holds, and some applicable check that binds was not exercised.
 * - `non-conformant`: a check that binds fails.
 * - `not-judged`: too little could be seen to say any of these, or a limit that was asked for is not met.
 */
export type Verdict = 'conformant' | 'partly-judged' | 'non-conformant' | 'not-judged';

/** How many results ended in each outcome. */
export type Counts = Readonly<Record<Outcome, number>>;

/** Why a failure is let pass for now, who answers for that, and how long. */
export interface AppliedWaiver {
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it holds: `2026-12-31`. */
  readonly expires: string;
  /** The day since which the failure has been waived. */
  readonly since?: string;
}

/** A waiver that has to go, and why. */
export interface WaiverProblem {
  /** `stale`: the check passes. `expired`: its last day is over. `unknown`: there is no such rule, or no such subject of it. */
  readonly kind: 'stale' | 'expired' | 'unknown';
  readonly rule: string;
  readonly subject: string;
  /** Where it stands: `assayer.waivers.json:12`. */
  readonly entry: string;
  readonly message: string;
}

/** What the waivers came to. */
export interface WaiverSummary {
  /** Failures that were waived. */
  readonly waived: number;
  /** Waivers that have to go: any of them makes the gate fail. */
  readonly problems: readonly WaiverProblem[];
  /** What to know about the others, such as that some expire soon. */
  readonly notes: readonly string[];
}

/** What became of one rule on one subject, as reports and saved files hold it. */
export interface Result {
  readonly rule: string;
  /** `deals`, `users`, `HoldDeal/A`, `users:xml`, `target`. */
  readonly subject: string;
  readonly level: Level;
  readonly clause: string;
  readonly title: string;
  readonly outcome: Outcome;
  /** Why, in a sentence; for a pass empty, or a remark on what was observed besides. */
  readonly reason: string;
  readonly expected?: string;
  readonly actual?: string;
  /** Ids of the exchanges that prove it. */
  readonly witness: readonly string[];
  /** Requests that this rule itself sent, shared evidence left out. */
  readonly requests: number;
  /** Generated cases that were judged; only for properties. */
  readonly cases?: number;
  /** Generated cases that were set aside. */
  readonly discards?: number;
  /** What `--replay` takes to try the one failing case again. */
  readonly replay?: string;
  /** The smallest failing case that was found and that failed again, in a line. */
  readonly counterexample?: string;
  /** `n of m`: a failure that did not come back each time it was sent again. */
  readonly flaky?: string;
  /** Of a failure: what tells this defect from another of the same rule, without values that change from run to run. */
  readonly signature?: string;
  /** The waiver that lets the failure pass for now. */
  readonly waiver?: AppliedWaiver;
  readonly durationMs: number;
}

/** An exchange as saved: bodies as text where they are text, secrets taken out. */
export interface SavedExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: SavedBody;
  };
  readonly response?: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: readonly (readonly [string, string])[];
    /** How many field lines were cut or left out, since the head is long. */
    readonly cutFields?: number;
    readonly body?: SavedBody;
  };
  readonly failure?: { readonly kind: string; readonly message: string };
  /** What the wire probe saw after the header section: byte count and the first bytes as text. */
  readonly wire?: { readonly bytesAfterHeaders: number; readonly excerpt: string };
  readonly timings: Timings;
}

/** A body: `text` (cut at `bytes` when `cut`), or base64 where it is not UTF-8. */
export interface SavedBody {
  readonly text?: string;
  readonly base64?: string;
  /** Length of the whole body in bytes. */
  readonly bytes: number;
  readonly cut?: true;
}

/** What a run was asked to judge, and what was left out by that. */
export interface Selection {
  /** Patterns of `--rule`; empty where every rule was asked for. */
  readonly rules: readonly string[];
  /** Patterns of `--skip`. */
  readonly skip: readonly string[];
  /** The level from which a failure counts. */
  readonly level: 'must' | 'should';
  /** Nothing but GET, HEAD and OPTIONS was sent, by `--read-only` or by the target file. */
  readonly readOnly: boolean;
  readonly bail: boolean;
  /** The token of `--replay`. */
  readonly replay?: string;
  /** Only what failed in an earlier run. */
  readonly lastFailed?: true;
  /** Each rule was tried on one subject alone; all others are not exercised. */
  readonly fast?: true;
  /** The release by whose rules it was judged: `2026-11`. */
  readonly catalogue?: string;
  /** How many rules and results `rules`, `skip` and `replay` left out; a rule of which single cases were left out is not counted. */
  readonly leftOut: {
    readonly rules: number;
    /** Absent where the target could not be asked, so that nobody knows. */
    readonly results?: number;
  };
}

/** How many of the `must` checks that apply to the target were exercised. `applicable` is the sum of the other two. */
export interface Coverage {
  /** Every selected `must` check, without those that a claim puts out of scope. */
  readonly applicable: number;
  /** Those that passed or failed. */
  readonly exercised: number;
  /** Those that ended as not exercised, inconclusive or in error: nothing is known of them. */
  readonly notExercised: number;
}

/** Something that a run created and could not delete. */
export interface SavedLeftBehind {
  readonly resource: string;
  /** Where it is, as far as that is known: else where it was created. */
  readonly address: string;
  /** `DELETE`, or `nothing: ` and why. */
  readonly tried: string;
  /** What the deletion was answered; empty where none was sent. */
  readonly answered: string;
  /** Tries the deletion again, or looks at the place where nothing can be deleted. */
  readonly curl?: string;
}

/** One of several parts of a run; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Which statuses a run met, those of failures and rate limits left out. */
export interface Spread {
  /** Those of the one question about nothing. */
  readonly nothing: readonly number[];
  /** Those of all other requests. */
  readonly others: readonly number[];
  /** How many other requests were answered. */
  readonly answers: number;
}

/** One shard of a run, and what joining it with the others needs beside its results. */
export interface SavedShard extends Shard {
  /** Whether the target tells requests apart is decided by all shards together. */
  readonly spread?: Spread;
  /** Why a part of the target that is to be judged could not be found. */
  readonly unjudged?: string;
}

/** What a run says of a sentence of the document. */
export type StatementVerdict =
  | 'holds'
  | 'fails'
  /** Some of it holds; more of it was not exercised, or some of its rules were not tried. */
  | 'partly'
  | 'not-exercised'
  | 'not-applicable'
  /** No rule that judges it was tried. */
  | 'not-selected'
  /** Nobody can judge it from outside. */
  | 'unseen';

/** A sentence of the document, and what the run says of it. */
export interface SavedStatement {
  /** Stable: `4.4-c2`. */
  readonly id: string;
  readonly text: string;
  readonly verdict: StatementVerdict;
  /** The rules that judge it. */
  readonly rules: readonly string[];
  /** What of it cannot be judged from outside, or why all of it. */
  readonly unseen?: string;
}

/** A rule in words, a sentence each. */
export interface RuleText {
  /** Why anyone should care. */
  readonly why: string;
  /** What is sent. */
  readonly sends: string;
  /** What is due. */
  readonly due: string;
  /** What to do in servers that are often used; only where the rule failed. */
  readonly remedies?: readonly { readonly server: string; readonly text: string }[];
}

/** One run, whole: what every report is made from. Its JSON Schema is `results.schema.json`. */
export interface Results {
  readonly format: 'assayer-results/1';
  readonly tool: { readonly name: 'assayer'; readonly version: string };
  readonly target: {
    readonly name: string;
    readonly baseUrl: string;
    readonly claims: Claims;
    readonly assumed: readonly string[];
    /** Where the operations are, where the run found that out: `--last-failed` need not look for them again. */
    readonly operations?: FoundOperations;
    /** The target file, and the line (from 1) that names each subject of the results. */
    readonly source?: { readonly path: string; readonly lines: Readonly<Record<string, number>> };
  };
  readonly run: {
    /** ISO 8601. */
    readonly startedAt: string;
    readonly durationMs: number;
    readonly seed: number;
    /** Generated cases asked for per property. */
    readonly runs: number;
    /** Every request sent, detection and cleaning up included. */
    readonly requests: number;
    readonly selection: Selection;
    /** What its owner says of it: `{"commit": "3f2a91c"}`. Absent where nothing was said. */
    readonly labels?: Readonly<Record<string, string>>;
    /** Present where the run is one shard of several, which `assayer merge` joins. */
    readonly shard?: SavedShard;
    /** Why the run ended early, when it did. */
    readonly interrupted?: string;
    /** What the run created and could not delete. */
    readonly leftBehind?: readonly SavedLeftBehind[];
    /** What became of records that the run did not create, a line each; `summary.headline` holds the same lines. Absent where nothing was seen. */
    readonly harm?: readonly string[];
  };
  readonly summary: {
    readonly verdict: Verdict;
    /** Why the target could not be judged, when it could not. */
    readonly cause?: string;
    /** What explains many of the results at once, a line each; told before everything else. */
    readonly headline?: readonly string[];
    /** What `--fail-on` asked for and was met, a line each: the exit status is 2, whatever the verdict. */
    readonly failedOn?: readonly string[];
    readonly coverage: Coverage;
    /** Present where waivers were given. */
    readonly waivers?: WaiverSummary;
    readonly must: Counts;
    readonly should: Counts;
    readonly may: Counts;
  };
  /** What most likely lies behind the failures. Absent where nothing failed, in a shard, and in results of earlier versions. */
  readonly diagnosis?: Diagnosis;
  /** How many known faults the run would have caught. Absent in a shard, where nothing was exercised, and in results of earlier versions. */
  readonly assurance?: Assurance;
  readonly results: readonly Result[];
  /** Every rule that has a result, by its id. Absent in results of earlier versions. */
  readonly rules?: Readonly<Record<string, RuleText>>;
  /** Every sentence of the document. Absent in results of earlier versions. */
  readonly statements?: readonly SavedStatement[];
  /** Of rules that are newer than the catalogue that was asked for: they count nowhere. */
  readonly unscored?: readonly Result[];
  /** The exchanges that results cite, by id. */
  readonly exchanges: Readonly<Record<string, SavedExchange>>;
}
