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
  const start = startOfReason(value);
  const why = start === undefined ? '' : value.slice(start + 2, -1);
  // A reason is in words; capitals alone, as in `canceled (B)`, are forms of an operation.
  if (start === undefined || start === 0 || !/[a-z]/u.test(why)) return { what, value, why: '' };
  return { what, value: value.slice(0, start), why };
}

/** Where the blank before the last brackets of a text is, when it ends with brackets. */
function startOfReason(text: string): number | undefined {
  if (!text.endsWith(')')) return undefined;
  let depth = 0;
  for (let at = text.length - 1; at > 0; at -= 1) {
    if (text[at] === ')') depth += 1;
    if (text[at] === '(') depth -= 1;
    if (depth === 0) return text[at - 1] === ' ' ? at - 1 : undefined;
  }
  return undefined;
}
