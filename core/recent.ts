/** What stands for a body: its bytes, or what all equal bodies have in common. */
type Key = { readonly length: number };

/** What was made of the latest bodies. */
export interface Recent<T> {
  get(body: Key, kind: string): T | undefined;
  keep(body: Key, kind: string, made: T): T;
}

/** Keeps what was made of bodies up to so many bytes of them; the oldest goes first, and the last one stays however large. */
export function createRecent<T>(mostBytes: number): Recent<T> {
  const kept = new Map<Key, Map<string, T>>();
  let bytes = 0;
  const dropOldest = (): void => {
    const [oldest] = kept.keys();
    if (oldest === undefined) return;
    kept.delete(oldest);
    bytes -= oldest.length;
  };
  return {
    get: (body, kind) => kept.get(body)?.get(kind),
    keep(body, kind, made) {
      const known = kept.get(body);
      if (known === undefined) {
        while (kept.size > 0 && bytes + body.length > mostBytes) dropOldest();
        kept.set(body, new Map([[kind, made]]));
        bytes += body.length;
      } else known.set(kind, made);
      return made;
    },
  };
}
