/** Whether a request is one that a rule is about; the path is raw, and below base path and tenant. */
export type Matches = (method: string, path: string) => boolean;

/** Reads a route: a method, if any, and a path in which `*` is one segment or a part of it, and `**` anything at all. */
export function matcherOf(route: string | undefined): Matches {
  if (route === undefined) return isNoPreflight;
  const [first = '', second] = route.split(' ');
  const pattern = patternOf(second ?? first);
  if (second === undefined) return (method, path) => isNoPreflight(method) && pattern.test(path);
  return (method, path) => method === first && pattern.test(path);
}

// A browser shows its page nothing of a preflight that fails, and asks again when it likes: only whoever names OPTIONS
// needs that.
function isNoPreflight(method: string): boolean {
  return method !== 'OPTIONS';
}

// The slash at the end of `/rest/1/deals/` makes no difference, in the route or in the path.
function patternOf(path: string): RegExp {
  const source = path.replace(/(?!^)\/$/u, '').replace(/\*\*|\*|[^*]+/gu, (part) => {
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : part.replace(/[$()+.?[\\\]^{|}/]/gu, '\\$&');
  });
  return new RegExp(`^${source}/?$`, 'u');
}
