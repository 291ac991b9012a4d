/** What decides how a run goes. Options of the judge have these members; the run, its trials and detection take them from here. */
export interface RunSettings {
  /** Decides which values are generated; drawn by default, and told in the results. */
  readonly seed: number;
  /** Generated cases per property; 20 by default. */
  readonly runs: number;
  /** Rules tried at the same time; 8 by default. */
  readonly concurrency: number;
  /** Milliseconds that effects may take to show; 0 by default. */
  readonly settleMs: number;
  /** Send nothing but GET, HEAD and OPTIONS. */
  readonly readOnly: boolean;
}
