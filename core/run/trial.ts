import type fc from 'fast-check';
import type { Answer } from '../answer.ts';
import type { Exchange, HttpRequest, Transport } from '../http/exchange.ts';
import type { Records } from '../records/records.ts';
import type { Witness } from '../results/outcome.ts';
import type { Subject } from '../rule.ts';
import type { Target } from '../target.ts';
import type { RunSettings } from './run-settings.ts';

/** What a property proved: its witness and how much was tried. */
export interface Proof {
  readonly witness: readonly Answer[];
  /** Cases that were sent and judged. */
  readonly cases: number;
  /** Cases that were made and set aside. */
  readonly discards: number;
}

/** A pass with something to add, such as what was observed and is nobody's fault. */
export interface Remark {
  readonly witness: readonly Answer[];
  readonly remark: string;
}

/** A property: what to make up, what is always tried first, how a case reads in a report. */
export interface Property<T> {
  readonly cases: fc.Arbitrary<T>;
  /** Cases that are always tried, before the generated ones. */
  readonly always?: readonly T[];
  /** One line about a case; JSON by default. */
  readonly show?: (value: T) => string;
  /** A fraction of `--runs` for a costly property, such as 0.2; at least one case is made up. */
  readonly share?: number;
}

/** The evidence of one run, or of the attempts alone: each kind of it keeps its own. */
export interface EvidenceScope {
  readonly kinds: Set<{ share(from: EvidenceScope, to: EvidenceScope): Promise<void> }>;
}

/**
 * One rule being tried on one subject: all that a check may touch.
 * Every method that sends ends the check as `inconclusive` when the target is not available, 503 included.
 */
export interface Trial extends Pick<RunSettings, 'settleMs'> {
  readonly target: Target;
  readonly subject: Subject;
  /**
   * Sends a request, following no redirect. Ends as `not-exercised` where the run may not send this method, and where the
   * request would leave the target or write to what this run did not make. What it creates is deleted when the trial ends.
   */
  send(request: HttpRequest): Promise<Answer>;
  /**
   * Does several things, side by side where no other rule is under way, as many at a time as rules are tried otherwise: none may depend
   * on another one, or call this. What they give comes in their order.
   */
  atOnce<T>(tasks: readonly (() => Promise<T>)[]): Promise<readonly T[]>;
  /** Sends it over a raw connection of its own; the answer's `wire` then holds what an HTTP client hides. */
  probe(request: HttpRequest): Promise<Answer>;
  /** A fresh value, never used before in this run: lower-case letters and digits, at most 20 characters. */
  unique(): string;
  /** Where evidence that rules share is kept: see `evidence` in shared-evidence.ts. */
  readonly scope: EvidenceScope;
  /** Takes evidence in a trial of its own. What that makes is deleted at the end of the run. */
  apart<T>(take: (shared: Trial) => Promise<T>): Promise<T>;
  /** Everything that this run made: what is written to has to be one of these records, or an id that was made up. */
  readonly records: Records;
  /** Tries generated cases, shrinks the first that fails, sends it again, and ends the check with what still fails. */
  forAll<T>(property: Property<T>, check: (value: T) => Promise<Witness>): Promise<Proof>;
  /** Asks again until `done`, or until the run's settling time, and `leastMs`, are over; returns the last answer. */
  until(ask: () => Promise<Answer>, done: (answer: Answer) => boolean, leastMs?: number): Promise<Answer>;
  /** Every answer of the run so far. Meant for passive rules. */
  readonly seen: readonly Answer[];
  /** Every answer that the target gave before the rules began, while it was asked what it offers. Meant for passive rules. */
  readonly asked: readonly Answer[];
  /** Whether the run as a whole, all its shards together, gives a verdict on a rule: one rule may leave to another only what that judges. */
  readonly isJudged: (rule: string) => boolean;
  /** What took records away again once a trial had ended; nobody judges the answers. */
  readonly cleaned: readonly Exchange[];
  /** The reference implementation under the target's claims, fresh, for side-by-side comparison; absent without one. */
  readonly reference?: (target: Target) => Transport;
}
