/** So many of these, evenly from the first to the last: those two come first. */
export function spread(ids: readonly string[], count: number): readonly string[] {
  const last = ids.length - 1;
  const between = Array.from({ length: count }, (_, i) => Math.round((i * last) / (count - 1)));
  return [...new Set([0, last, ...between])].flatMap((at) => ids[at] ?? []);
}
