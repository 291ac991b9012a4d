import { remembering } from '../service/remembering.ts';

/** A request target split at its query. */
export interface SplitTarget {
  readonly path: string;
  readonly query: string;
}

/**
 * Splits a request target at its query (RFC 9112 3.2). The absolute form loses its origin, and nothing is normalised. The same
 * target gives the same texts, so that the log does not hold them over and over.
 */
export const splitTarget: (target: string) => SplitTarget = remembering(split);

function split(target: string): SplitTarget {
  const local = target.startsWith('/') || target === '*' ? target : withoutOrigin(target);
  const at = local.indexOf('?');
  const hash = local.indexOf('#');
  const end = hash < 0 ? local.length : hash;
  if (at < 0 || at > end) return { path: local.slice(0, end), query: '' };
  return { path: local.slice(0, at), query: local.slice(at + 1, end) };
}

function withoutOrigin(target: string): string {
  const local = target.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/u, '');
  return local.startsWith('/') ? local : `/${local}`;
}
