import type { Answer } from '../../../core/answer.ts';
import type { Inapplicable, Subject } from '../../../core/rule.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Target } from '../../../core/target.ts';

/** The session check as a subject beside resources. */
export function checkOf({ claims }: Target): Subject | Inapplicable {
  const id = 'target';
  return claims.session === 'none'
    ? { id, notApplicable: 'the target claims no session check (session = none)' }
    : { id };
}

/** GET of the session check (document 4.4, 5.1). */
export function root(trial: Trial): { readonly method: string; readonly address: string } {
  return { method: 'GET', address: trial.target.session.address };
}

// One for the whole run, whatever the subject is.
const theRoot = (): string => '';

/** One reading of it with the target's session, shared. */
export const withSession: Evidence<Answer> = evidence(theRoot, (shared) => shared.send(root(shared)));

/** One without any credentials, shared. */
export const withoutSession: Evidence<Answer> = evidence(theRoot, (shared) =>
  shared.send({ ...root(shared), anonymous: true }),
);
