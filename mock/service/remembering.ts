/** Clients ask again for what they asked for; more texts than this are a walk through everything. */
const MOST = 1000;
/** A longer text is somebody's experiment. */
const LONGEST = 500;

/** A function that remembers what it gave for the texts before, for what would be worked out anew with every request. */
export function remembering<T>(give: (text: string) => T): (text: string) => T {
  const given = new Map<string, T>();
  return (text) => {
    const before = given.get(text);
    if (before !== undefined || given.has(text)) return before as T; // it was put there as one
    const now = give(text);
    if (text.length > LONGEST) return now;
    if (given.size >= MOST) given.clear();
    given.set(text, now);
    return now;
  };
}
