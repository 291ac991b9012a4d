/** One sentence of the document, in our own words, and how it is judged. */
export interface Statement {
  /** Stable: the clause, with a word behind it where the clause says several things. Never renumbered, never reused. */
  readonly id: string;
  readonly text: string;
  /** Ids of the rules that judge it. */
  readonly rules?: readonly string[];
  /** What of it, or why all of it, cannot be judged from outside. Where there are no rules, this is there. */
  readonly unseen?: string;
}

/** A statement that rules judge. */
export function judged(id: string, text: string, rules: readonly string[], unseen?: string): Statement {
  return { id, text, rules, ...(unseen === undefined ? {} : { unseen }) };
}

/** A statement by which the document leaves something open. */
export function leftOpen(id: string, text: string): Statement {
  return unseen(id, text, 'the document leaves it open: nothing is due that a request could show');
}

/** A statement that nobody can judge from outside, and why. */
export function unseen(id: string, text: string, why: string): Statement {
  return { id, text, unseen: why };
}
