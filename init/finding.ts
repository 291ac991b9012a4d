/** What was found out about one place of the target file, in words. */
export interface Finding {
  /** `claims.create`, `resources.deals.sample`: resources and operations by their names. */
  readonly place: string;
  /** What was asked, and what was answered. */
  readonly evidence: string;
}

/** What a person has to look at, since the answers leave it open. */
export interface Open {
  readonly place: string;
  readonly question: string;
  /** What may be written there, once it is corrected: it stands in the file as a comment. */
  readonly entry?: object;
}

/** What one step of the look at a target found out. */
export interface Found<T> {
  readonly value: T;
  readonly findings: readonly Finding[];
  readonly open: readonly Open[];
}
