/** The known name that a misspelt one most likely stands for; undefined when none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, distance: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  if (best === undefined) return undefined;
  return best.distance <= Math.max(1, Math.floor(name.length / 3)) ? best.candidate : undefined;
}

// Levenshtein, one row at a time; two letters in each other's place are one mistake.
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = [...Array(b.length + 1).keys()];
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      const isSwapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swapped = isSwapped ? (before[j - 1] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
