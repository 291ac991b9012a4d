/** The first value of a name in a raw query, decoded as forms are (`+` is a space); undefined when it is not there. */
export function queryValue(query: string, name: string): string | undefined {
  if (query === '') return undefined;
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    const key = at < 0 ? pair : pair.slice(0, at);
    // A name that is encoded itself may be the one that is asked for; nearly none is.
    if (isEncoded(key)) return decoded(query, name);
    if (key === name) return at < 0 ? '' : (formValue(pair.slice(at + 1)) ?? decoded(query, name));
  }
  return undefined;
}

// What is not well formed goes the standard way, which makes the best of it.
function formValue(text: string): string | undefined {
  if (!isEncoded(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function decoded(query: string, name: string): string | undefined {
  return new URLSearchParams(`?${query}`).get(name) ?? undefined;
}

function isEncoded(text: string): boolean {
  return text.includes('%') || text.includes('+');
}
