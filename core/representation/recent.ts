/** What stands for a body: its bytes, or what all equal bodies have in common. */
type Key = { readonly length: number };

/** What was made of the latest bodies. */
export interface Recent<T> {
  get(body: Key, kind: string): T | undefined;
  keep(body: Key, kind: string, made: T): T;
}

/**
 * Keeps what was made of bodies up to so many bytes of them; the oldest goes first, and the last one stays however large. A body
 * counts once for each kind: a target makes up as many as it likes, and each has something made of the whole body.
 */
export function createRecent<T>(mostBytes: number): Recent<T> {
  const kept = new Map<Key, Map<string, T>>();
  let bytes = 0;
  const dropOldest = (): void => {
    const [oldest] = kept;
    if (oldest === undefined) return;
    const [body, kinds] = oldest;
    kept.delete(body);
    bytes -= body.length * kinds.size;
  };
  return {
    get: (body, kind) => kept.get(body)?.get(kind),
    keep(body, kind, made) {
      if (kept.get(body)?.has(kind) !== true) {
        while (kept.size > 0 && bytes + body.length > mostBytes) dropOldest();
        bytes += body.length;
      }
      kept.set(body, (kept.get(body) ?? new Map<string, T>()).set(kind, made));
      return made;
    },
  };
}
