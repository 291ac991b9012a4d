/** A fault that explains failures of a run, as reports and saved files tell it. */
export interface Cause {
  /** The id of the known fault: `delete-answers-202`. */
  readonly id: string;
  /** What the server does wrong. */
  readonly sentence: string;
  /** What to do about it. */
  readonly remedy: string;
  readonly clause: string;
  /** How well the fault fits, from 0 to 1: 1 where all that it breaks failed just so, and nothing failed that stays unexplained. */
  readonly weight: number;
  /** The failures that it explains: `delete/status on deals`. */
  readonly explains: readonly string[];
  /** Other known faults that no rule tells from this one, in a sentence each. */
  readonly alike?: readonly string[];
}

/** What most likely lies behind the failures of a run. */
export interface Diagnosis {
  /** The smallest set of known faults that explains the failures, the one that explains most first. */
  readonly causes: readonly Cause[];
  /** Known faults that could be there in place of one of these, the likeliest first. */
  readonly others: readonly Cause[];
  /** The failures that no known fault explains. */
  readonly unexplained: readonly string[];
}
