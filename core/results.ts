import type { Claims } from './claims.ts';
import type { Timings } from './exchange.ts';
import type { Outcome } from './outcome.ts';
import type { Level } from './rule.ts';

/** `conformant`: every judged `must` holds. `not-judged`: too little could be seen to say either. */
export type Verdict = 'conformant' | 'non-conformant' | 'not-judged';

/** How many results ended in each outcome. */
export type Counts = Readonly<Record<Outcome, number>>;

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
  /** Why the failure is let pass for now. */
  readonly waiver?: string;
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

/** One run, whole: what every report is made from. Its JSON Schema is `results.schema.json`. */
export interface Results {
  readonly format: 'assayer-results/1';
  readonly tool: { readonly name: 'assayer'; readonly version: string };
  readonly target: {
    readonly name: string;
    readonly baseUrl: string;
    readonly claims: Claims;
    readonly assumed: readonly string[];
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
    /** Why the run ended early, when it did. */
    readonly interrupted?: string;
  };
  readonly summary: {
    readonly verdict: Verdict;
    /** Why the target could not be judged, when it could not. */
    readonly cause?: string;
    readonly must: Counts;
    readonly should: Counts;
    readonly may: Counts;
  };
  readonly results: readonly Result[];
  /** The exchanges that results cite, by id. */
  readonly exchanges: Readonly<Record<string, SavedExchange>>;
}

const NONE: Counts = { pass: 0, fail: 0, 'not-exercised': 0, inconclusive: 0, error: 0, 'not-applicable': 0 };

/** Counts the outcomes of the results at one level. */
export function countOutcomes(results: readonly Result[], level: Level): Counts {
  const counts = { ...NONE };
  for (const result of results) if (result.level === level) counts[result.outcome] += 1;
  return counts;
}

/** What the verdict asks of a run beside its results. */
export interface Gate {
  /** The level from which a failure counts; `must` unless asked for. */
  readonly level: 'must' | 'should';
  /** The least number of rules that must have been judged (passed or failed); 1 unless asked for. */
  readonly minExercised: number;
  readonly interrupted?: string;
}

/** Decides the verdict. A run that proved nothing, or could not finish what binds, is `not-judged` and says why. */
export function summarise(results: readonly Result[], gate: Gate): Results['summary'] {
  const counts = {
    must: countOutcomes(results, 'must'),
    should: countOutcomes(results, 'should'),
    may: countOutcomes(results, 'may'),
  };
  const binding = results.filter((r) => r.level === 'must' || (gate.level === 'should' && r.level === 'should'));
  if (binding.some((r) => r.outcome === 'fail' && r.waiver === undefined))
    return { verdict: 'non-conformant', ...counts };
  const cause = whyNotJudged(results, binding, gate);
  return cause === undefined ? { verdict: 'conformant', ...counts } : { verdict: 'not-judged', cause, ...counts };
}

function whyNotJudged(results: readonly Result[], binding: readonly Result[], gate: Gate): string | undefined {
  if (gate.interrupted !== undefined) return gate.interrupted;
  if (results.length === 0) return 'no rule matched the selection';
  const broken = binding.find((r) => r.outcome === 'error');
  if (broken !== undefined) return `the checker itself failed in ${broken.rule} on ${broken.subject}: ${broken.reason}`;
  const away = binding.filter((r) => r.outcome === 'inconclusive');
  if (away[0] !== undefined) return `${away.length} binding rules were inconclusive, the first: ${away[0].reason}`;
  const judged = results.filter((r) => r.outcome === 'pass' || r.outcome === 'fail').length;
  if (judged === 0) return `nothing was exercised: ${results[0]?.reason ?? ''}`;
  if (!binding.some((r) => r.outcome === 'pass') && binding.length > 0) return 'no binding rule was exercised';
  if (judged < gate.minExercised) return `${judged} rules were exercised, ${gate.minExercised} were asked for`;
  return undefined;
}
