import type { Result, Results } from './results.ts';
import { signatureOf } from './signature.ts';
import { checkName } from './waivers.ts';

/** A check that failed in an earlier run, and the one case of it that is to be tried. */
export interface FailedCheck {
  readonly rule: string;
  readonly subject: string;
  readonly replay?: string;
}

/** What became of a failure when it was tried again. */
export interface Retried {
  readonly state: 'fixed' | 'failing' | 'unknown';
  readonly rule: string;
  readonly subject: string;
  /** The case that was sent again, where it is one of several. */
  readonly counterexample?: string;
  /** How it fails now, or why it could not be tried. */
  readonly told: string;
}

/** Every failure of a run, waived ones too. */
export function failedChecks({ results }: Results): readonly FailedCheck[] {
  return results
    .filter(({ outcome }) => outcome === 'fail')
    .map(({ rule, subject, replay }) => ({ rule, subject, ...(replay === undefined ? {} : { replay }) }));
}

/** Why a run without a failure does not say that nothing fails; undefined where it does, and where it has failures. */
export function whyNothingKnown(results: Results): string | undefined {
  const { verdict, cause } = results.summary;
  if (verdict !== 'not-judged' || failedChecks(results).length > 0) return undefined;
  return `that run was not judged: ${cause ?? 'it does not say why'}`;
}

/**
 * What became of each failure of an earlier run. `watching` names the rules that judge every answer of a run: that such a rule met
 * nothing among a few answers does not mean that it is kept.
 */
export function retriedChecks(before: Results, now: Results, watching: ReadonlySet<string>): readonly Retried[] {
  const after = new Map(now.results.map((result) => [checkName(result), result]));
  return before.results
    .filter(({ outcome }) => outcome === 'fail')
    .map((failed) => {
      const { rule, subject, counterexample } = failed;
      const of = { rule, subject, ...(counterexample === undefined ? {} : { counterexample }) };
      return { ...of, ...endingOf(failed, after.get(checkName(failed)), now, watching) };
    });
}

function endingOf(
  failed: Result,
  now: Result | undefined,
  { run, summary }: Results,
  watching: ReadonlySet<string>,
): Pick<Retried, 'state' | 'told'> {
  if (now === undefined) {
    const why = run.interrupted ?? summary.cause;
    return { state: 'unknown', told: why ?? 'there is no such check of this target any more' };
  }
  if (now.outcome === 'fail') {
    const isSame = signatureOf(failed) === signatureOf(now);
    return { state: 'failing', told: isSame ? now.reason : `in another way: ${now.reason}` };
  }
  if (now.outcome !== 'pass') return { state: 'unknown', told: `${now.outcome}: ${now.reason}` };
  if (!watching.has(now.rule)) return { state: 'fixed', told: '' };
  return { state: 'unknown', told: 'it watches every answer of a run; judge everything to see whether it holds' };
}
