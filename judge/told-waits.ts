import type { Exchange } from '../core/http/exchange.ts';

/** A few refusals for the load of a run cost it little time. */
const MANY = 10;

/** Says why a run took long where the target refused many of its requests for now (RFC 6585 4), and each was sent again later. */
export function toldWaits(exchanges: readonly Exchange[]): readonly string[] {
  const refused = exchanges.filter(({ response }) => response?.status === 429).length;
  if (refused < MANY) return [];
  return [
    `the target refused ${refused} of ${exchanges.length} requests with 429, too many requests: the run waited and sent such requests again, which takes longer (--rate <n> sends fewer in a second)`,
  ];
}
