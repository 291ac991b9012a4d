/** How long a text may be to be remembered: a target decides how long its addresses are. */
const LONGEST = 2048;

/**
 * A pure function of a text that keeps what it made of the latest ones: the addresses of a run are read again and again.
 * What it gives is shared, so nobody may change it.
 */
export function remembered<T>(make: (text: string) => T, size = 500): (text: string) => T {
  const made = new Map<string, T>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const value = make(text);
    if (text.length > LONGEST) return value;
    if (made.size >= size) made.clear();
    made.set(text, value);
    return value;
  };
}
