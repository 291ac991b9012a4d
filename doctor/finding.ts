/** What was looked at. */
export type Subject =
  | 'name'
  | 'reach'
  | 'tls'
  | 'proxy'
  | 'base'
  | 'answers'
  | 'session'
  | 'writes'
  | 'clock'
  | 'limits';

/** How a finding concerns a run of `check`. */
export type Weight =
  /** As it has to be. */
  | 'fine'
  /** A run goes on, and the reader should know. */
  | 'note'
  /** A run goes on, and some of its results are not what they seem, or missing. */
  | 'warning'
  /** A run comes to nothing. */
  | 'blocks';

/** One thing that was found out about a target. */
export interface Finding {
  readonly subject: Subject;
  readonly weight: Weight;
  /** What was seen, and what it means. */
  readonly told: string;
  /** What to do; absent where nothing is to be done. */
  readonly remedy?: string;
}

/** Nothing is to be done about it. */
export function fine(subject: Subject, told: string): Finding {
  return { subject, weight: 'fine', told };
}
