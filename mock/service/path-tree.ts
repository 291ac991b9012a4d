/** What a path names in a tree, and what fills the pattern. */
export interface Named<T> {
  readonly data: T;
  /** Percent-encoded as they came; made anew for each path. */
  readonly params: Record<string, string>;
}

/** Patterns such as `/users/:id`, by their segments. A segment that is written out goes before one that takes any. */
export interface PathTree<T> {
  add(pattern: string, data: T): void;
  /** One slash at the end of a path counts for nothing; an empty segment is taken by no pattern. */
  find(path: string): Named<T> | undefined;
}

interface Branch<T> {
  readonly literal: Map<string, Branch<T>>;
  any: Branch<T> | undefined;
  leaf: { readonly data: T; readonly names: readonly string[] } | undefined;
}

/** A tree without patterns. */
export function createPathTree<T>(): PathTree<T> {
  const root = branch<T>();
  return {
    add(pattern, data) {
      let at = root;
      const names: string[] = [];
      for (const segment of segmentsOf(pattern)) {
        if (segment.startsWith(':')) {
          names.push(segment.slice(1));
          at.any ??= branch();
          at = at.any;
        } else {
          const next = at.literal.get(segment) ?? branch<T>();
          at.literal.set(segment, next);
          at = next;
        }
      }
      at.leaf = { data, names };
    },
    find(path) {
      const taken: string[] = [];
      const leaf = leafBelow(root, segmentsOf(path), 0, taken);
      if (leaf === undefined) return undefined;
      const params: Record<string, string> = {};
      for (const [i, name] of leaf.names.entries()) params[name] = taken[i] ?? '';
      return { data: leaf.data, params };
    },
  };
}

function branch<T>(): Branch<T> {
  return { literal: new Map(), any: undefined, leaf: undefined };
}

function leafBelow<T>(at: Branch<T>, segments: readonly string[], i: number, taken: string[]): Branch<T>['leaf'] {
  const segment = segments[i];
  if (segment === undefined) return at.leaf;
  const literal = at.literal.get(segment);
  const found = literal === undefined ? undefined : leafBelow(literal, segments, i + 1, taken);
  if (found !== undefined || at.any === undefined || segment === '') return found;
  taken.push(segment);
  const other = leafBelow(at.any, segments, i + 1, taken);
  if (other === undefined) taken.pop();
  return other;
}

function segmentsOf(path: string): string[] {
  return path === '/' ? [] : path.slice(1, path.endsWith('/') ? -1 : undefined).split('/');
}
