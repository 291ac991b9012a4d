/** What a run would have caught, had it been there. */
export interface Assurance {
  /** Known faults that a server with these claims could have. */
  readonly known: number;
  /** Those that would have made a rule of level must or should fail. */
  readonly caught: number;
  /** The same by clause, in the order of the results. */
  readonly clauses: readonly ClauseAssurance[];
}

/** The same for the faults of one clause. */
export interface ClauseAssurance {
  readonly clause: string;
  readonly known: number;
  readonly caught: number;
}
