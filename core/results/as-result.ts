import type { Answer } from '../answer.ts';
import type { Inapplicable } from '../rule.ts';
import type { PlannedCheck } from '../run/catalogue.ts';
import type { Counterexample } from '../run/property.ts';
import { replayToken } from '../run/replay.ts';
import type { Attempt, Judged } from '../run/retry-alone.ts';
import type { Ending } from './outcome.ts';
import type { Result } from './results.ts';
import { signatureAmong } from './signature.ts';

/** How a check ended for which nothing was sent. */
export function unsent(judged: Judged): Attempt {
  return { judged, requests: 0, durationMs: 0 };
}

/** How a check ends that does not concern the target. */
export function inapplicable(subject: Inapplicable): Ending {
  return { outcome: 'not-applicable', reason: subject.notApplicable, witness: [] };
}

/** An attempt at a check, as a report holds it. `nonce` is what the run's made-up values begin with: a signature leaves them out. */
export function asResult(check: PlannedCheck, { judged, requests, durationMs }: Attempt, nonce: string): Result {
  const { rule, subject } = check;
  const base = {
    rule: rule.id,
    subject: subject.id,
    level: rule.level,
    clause: rule.clause,
    title: rule.title,
    requests,
    durationMs: Math.round(durationMs * 10) / 10,
  };
  if (judged.outcome === 'pass') {
    const { witness, remark, tried } = judged;
    const counted = tried === undefined ? {} : { cases: tried.cases, discards: tried.discards };
    return { ...base, outcome: 'pass', reason: remark, witness: idsOf(witness), ...counted };
  }
  if (judged.outcome === 'error') return { ...base, outcome: 'error', reason: judged.reason, witness: [] };
  const { outcome, reason, expected, actual, witness, broken, property } = judged;
  return {
    ...base,
    outcome,
    reason,
    witness: [...(broken === undefined ? [] : [broken.id]), ...idsOf(witness)],
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    ...(outcome === 'fail' ? { signature: signatureAmong(judged, witness, nonce) } : {}),
    ...(property === undefined ? {} : fromProperty(check, property)),
  };
}

function fromProperty(check: PlannedCheck, found: Counterexample): Partial<Result> {
  const { counterexample, cases, discards, flaky, seed, path, runs } = found;
  const replay = replayToken({ rule: check.rule.id, subject: check.subject.id, seed, runs, path });
  return { counterexample, cases, discards, replay, ...(flaky === undefined ? {} : { flaky }) };
}

function idsOf(witness: readonly Answer[]): string[] {
  return [...new Set(witness.map((answer) => answer.exchange.id))];
}
