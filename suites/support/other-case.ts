/** A name in other letters of the same word: with a capital at its start, in capitals, in small letters. The name itself is none of them. */
export function inOtherCase(name: string): readonly string[] {
  const all = [name.charAt(0).toUpperCase() + name.slice(1), name.toUpperCase(), name.toLowerCase()];
  return [...new Set(all)].filter((other) => other !== name);
}

/** One of them, another one with each turn; undefined where the name has no letters. */
export function otherCaseAt(name: string, turn: number): string | undefined {
  const all = inOtherCase(name);
  return all[turn % Math.max(all.length, 1)];
}
