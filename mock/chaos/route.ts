/** Whether a request is one that a rule is about; the path is raw, and below base path and tenant. */
export type Matches = (method: string, path: string) => boolean;

/** How a route is written; a longer one is no address that anybody asks for, and would take long to compare. */
export const ROUTE: RegExp = /^(?:[A-Z]{1,40} )?\/\S{0,2000}$/u;

/** Reads a route: a method, if any, and a path in which `*` is one segment or a part of it, and `**` anything at all. */
export function matcherOf(route: string | undefined): Matches {
  if (route === undefined) return isNoPreflight;
  const [first = '', second] = route.split(' ');
  const isPath = patternOf(second ?? first);
  if (second === undefined) return (method, path) => isNoPreflight(method) && isPath(path);
  return (method, path) => method === first && isPath(path);
}

// A browser shows its page nothing of a preflight that fails, and asks again when it likes: only whoever names OPTIONS
// needs that.
function isNoPreflight(method: string): boolean {
  return method !== 'OPTIONS';
}

// The slash at the end of `/rest/1/deals/` makes no difference, in the route or in the path.
function patternOf(route: string): (path: string) => boolean {
  const [literal = ''] = /^[^*]*/u.exec(route) ?? [];
  const plain = withoutSlash(route);
  if (literal === route) return (path) => path === plain || withoutSlash(path) === plain;
  const tokens = plain.slice(literal.length).match(/\*+|[^*]/gsu) ?? [];
  return (path) => {
    if (!path.startsWith(literal)) return false;
    const rest = path.slice(literal.length);
    return fits(tokens, rest) || (rest.endsWith('/') && fits(tokens, rest.slice(0, -1)));
  };
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Goes all ways through the tokens at once: a regular expression of several stars tries them one after another, without end. */
function fits(tokens: readonly string[], text: string): boolean {
  // How many tokens can mean what was read so far: 1 at each such number.
  let ways = new Uint8Array(tokens.length + 1);
  let next = new Uint8Array(tokens.length + 1);
  ways[0] = 1;
  tokens.forEach((token, at) => {
    if (ways[at] === 1 && isStar(token)) ways[at + 1] = 1;
  });
  for (const character of text) {
    next.fill(0);
    tokens.forEach((token, at) => {
      const isHere = ways[at] === 1;
      if (!isStar(token)) {
        if (isHere && token === character) next[at + 1] = 1;
        return;
      }
      if (isHere && (token.length > 1 || character !== '/')) next[at] = 1;
      // A star may mean nothing.
      if (next[at] === 1) next[at + 1] = 1;
    });
    [ways, next] = [next, ways];
  }
  return ways[tokens.length] === 1;
}

function isStar(token: string): boolean {
  return token.startsWith('*');
}
