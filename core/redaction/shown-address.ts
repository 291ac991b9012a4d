/**
 * An address that somebody configured, as it may be shown and written down: without user information, query and fragment, which
 * may hold a secret. A … stands where something was left out.
 */
export function shownAddress(text: string): string {
  if (!URL.canParse(text)) return withoutQuery(withoutUser(text));
  const { username, password, protocol, host, pathname, search, hash } = new URL(text);
  if (username === '' && password === '') return withoutQuery(text);
  return `${protocol}//…@${host}${pathname}${search === '' && hash === '' ? '' : '…'}`;
}

// Before the query is cut off: a password may hold a ? itself.
function withoutUser(text: string): string {
  const at = text.lastIndexOf('@');
  return at === -1 ? text : `…${text.slice(at)}`;
}

function withoutQuery(text: string): string {
  const end = text.search(/[?#]/u);
  return end === -1 ? text : `${text.slice(0, end)}…`;
}
