/** The first value of a name in a raw query, decoded as forms are (`+` is a space); undefined when it is not there. */
export function queryValue(query: string, name: string): string | undefined {
  if (query === '') return undefined;
  // Anything encoded goes the standard way; a plain query, which is nearly every one, is cut by hand.
  if (/[%+]/u.test(query)) return new URLSearchParams(`?${query}`).get(name) ?? undefined;
  for (const pair of query.split('&')) {
    if (pair === name) return '';
    if (pair.startsWith(name) && pair[name.length] === '=') return pair.slice(name.length + 1);
  }
  return undefined;
}
