import type { Form, RepresentationName, Selector } from './claims.ts';
import type { Witness } from './results/outcome.ts';
import type { Proof, Remark, Trial } from './run/trial.ts';
import type { Nested, Operation, Resource, Target } from './target.ts';

/**
 * How binding a rule is. `must`: the document says it outright. `should`: HTTP says it where the document leans on HTTP,
 * or the document prefers it. `may`: optional; when done it must be well formed.
 */
export type Level = 'must' | 'should' | 'may';

/** What a rule is run on. `id` is how results name it: `deals`, `HoldDeal/A`, `users:xml`, `target`. */
export interface Subject {
  readonly id: string;
  readonly resource?: Resource;
  readonly operation?: Operation;
  readonly form?: Form;
  readonly representation?: RepresentationName;
  readonly selector?: Selector;
  readonly nested?: Nested;
  /** Why it cannot be tried, though nothing says that the target does not offer it: the target broke down when it was asked. */
  readonly unserved?: string;
}

/** What there is to know of a rule: one sentence of the document made testable. */
export interface RuleInfo {
  /** `create/status`: stable for ever. */
  readonly id: string;
  readonly level: Level;
  /** Where the document says it: `4.4-c2`, or an RFC section. */
  readonly clause: string;
  /** A short phrase of what the target owes. */
  readonly title: string;
  /** Why anyone should care, in a sentence. */
  readonly why: string;
  /** What is sent, in a sentence. */
  readonly sends: string;
  /** What is due, in a sentence. */
  readonly due: string;
}

/** A rule without its id: that is its key in the suite. */
export interface RuleBody extends Omit<RuleInfo, 'id'> {
  /** What it is run on; a subject that the rule does not concern is given with its reason. */
  readonly on: (target: Target) => readonly (Subject | Inapplicable)[];
  /** Rules that must have passed on the same subject, or on its resource, before this one means anything. */
  readonly needs?: readonly string[];
  /** Tried before the others, which create fewer records where what it shows is that records cannot be deleted. */
  readonly first?: true;
  /**
   * It reads, and writes at most what it reads. Tried before those that write: what jobs of a service do to records of others some time
   * after a write is seen after the first few then.
   */
  readonly reads?: true;
  /**
   * It sends operations, or judges by which are served. How the target spells them is asked for where such a rule is tried: that takes
   * a record and some requests for each operation in each form.
   */
  readonly operates?: true;
  /** Run after all the others: it judges every exchange of the run and sends little or nothing. */
  readonly passive?: boolean;
  /**
   * Of a passive rule: ids or clauses (`delete/*`) of the rules whose requests it watches for. They are tried beside it where they
   * are not selected themselves, so that a passive rule means something alone.
   */
  readonly drivenBy?: readonly string[];
  /**
   * Of a passive rule that judges every answer of the run: where a run is split into shards, each tries it on the answers it saw.
   * `or-asks`: it sends requests of its own only where the run met nothing to judge, so a shard that met something decides.
   */
  readonly watches?: 'every-answer' | 'or-asks';
  /** Of a rule that watches: rules whose answers it needs to judge others by, so that each shard tries them. */
  readonly explainedBy?: readonly string[];
  /** Sends, compares, and returns the answers that prove the rule kept; ends early through `fail` and its kin. */
  readonly check: (trial: Trial) => Promise<Witness | Proof | Remark>;
}

/** A subject that a claim puts outside the rule. */
export interface Inapplicable {
  readonly id: string;
  readonly notApplicable: string;
}

/** A rule as the catalogue holds it. */
export interface Rule extends RuleInfo, RuleBody {}

/** The rules of one clause of the document. The union of ids is its table of contents. */
export type Suite<Id extends string> = { readonly [I in Id]: RuleBody };
