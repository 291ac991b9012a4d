import type { Result } from '../core/results/results.ts';

/** Where a page tells of a rule. It holds from run to run, so that a link into a report can be kept. */
export function ruleAnchor(rule: string): string {
  return `rule-${encoded(rule)}`;
}

/** Where it tells of a result. */
export function resultAnchor({ rule, subject }: Pick<Result, 'rule' | 'subject'>): string {
  return `result-${encoded(rule)}-${encoded(subject)}`;
}

/** Where it shows an exchange. */
export function exchangeAnchor(id: string): string {
  return `exchange-${encoded(id)}`;
}

// A target file names subjects, and half a surrogate pair cannot be encoded.
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd'));
}
