/** One thing that nobody claimed, taken apart for a table. */
export interface Assumption {
  readonly what: string;
  readonly value: string;
  /** What it was concluded from; empty where the line does not say. */
  readonly why: string;
}

/** Takes apart `emptyQuery = 200 (an empty query was answered 200)` or `deals: known id 1 (first of GET /users)`. */
export function assumptionOf(line: string): Assumption {
  const [, what, value] = /^([^=:(]+?)(?: = |: )(.+)$/su.exec(line) ?? [];
  if (what === undefined || value === undefined) return { what: line, value: '', why: '' };
  // A reason is in words; capitals alone, as in `canceled (B)`, are forms of an operation.
  const [, before, why] = /^(.+?) \(([^()]*[a-z][^()]*(?:\([^()]*\)[^()]*)*)\)$/su.exec(value) ?? [];
  return before === undefined || why === undefined ? { what, value, why: '' } : { what, value: before, why };
}
