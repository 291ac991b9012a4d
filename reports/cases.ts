import { visible } from '../core/redaction/visible.ts';
import type { Result, Results } from '../core/results/results.ts';
import { verdictLine } from './verdict-wording.ts';
import { waiverPhrase } from './waiver-wording.ts';

/** What one check amounts to where there are only passed, failed and skipped. */
export interface Case {
  readonly status: 'passed' | 'failed' | 'skipped';
  /** The outcome in our words. */
  readonly raw: string;
  readonly message?: string;
}

/** What could not be judged is failed, so that no build is green by it; what does not concern the target is skipped. */
export function caseOf(result: Result, results: Results): Case {
  const { outcome, reason, waiver } = result;
  if (outcome === 'pass') return { status: 'passed', raw: outcome };
  const told = (message: string): Pick<Case, 'message'> => ({ message: visible(message) });
  if (waiver !== undefined) {
    return { status: 'skipped', raw: 'waived', ...told(`failed, waived: ${waiverPhrase(waiver, results)}; ${reason}`) };
  }
  const isFailed = outcome === 'fail' || outcome === 'error' || outcome === 'inconclusive';
  if (isFailed) return { status: 'failed', raw: outcome, ...told(reason) };
  return { status: 'skipped', raw: outcome, ...told(`${outcome}: ${reason}`) };
}

/** Why a run is red beside its results: waivers that have to go, and a target that could not be judged. */
export function troublesOf(results: Results): readonly { readonly name: string; readonly message: string }[] {
  const { waivers, verdict } = results.summary;
  const problems = (waivers?.problems ?? []).map(({ rule, subject, message }) => ({
    name: visible(`waiver of ${rule} [${subject}]`),
    message: visible(message),
  }));
  if (verdict !== 'not-judged') return problems;
  return [...problems, { name: 'the target could be judged', message: visible(verdictLine(results)) }];
}
