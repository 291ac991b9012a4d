import type { Target } from '../../core/target.ts';

/**
 * Whether an address is one that the convention says something of: the session check, or below the beginning of an address of a
 * resource, an operation, a command or a query. Pages and scripts of the same server are none.
 */
export function isOfTarget(url: string, target: Target): boolean {
  const base = new URL(target.baseUrl);
  const asked = new URL(url);
  const path = base.pathname.replace(/\/$/u, '');
  if (asked.origin !== base.origin || !asked.pathname.startsWith(`${path}/`)) return false;
  const rest = asked.pathname.slice(path.length);
  if (rest === target.session.address.split('?', 1)[0]) return true;
  const { resources, operations, commands, queries } = target;
  const begins = new Set(addressesIn([resources, operations, commands, queries]).map(beginningOf));
  return begins.has('') || begins.has(beginningOf(rest));
}

// Other texts that begin with a slash are JSON Pointers.
function addressesIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]: [string, unknown]) =>
    name === 'address' && typeof value === 'string' ? [value] : addressesIn(value),
  );
}

/** The first segment; empty where a template leaves it open. */
function beginningOf(path: string): string {
  const [, first = ''] = path.split(/[/?]/u);
  return first.includes('{') ? '' : first;
}
