import { oneAddressOf } from '../../../core/ids/one-address.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { resourceOf } from '../subjects.ts';

/**
 * Demands of all creations of the run that no two that ran side by side were given one address (document 4.4-c2): a run may create no
 * more because of it, so that only this shows it. Where others are at work, they may have deleted the first one meanwhile.
 */
export async function givesEachItsOwn(trial: Trial): Promise<void> {
  const { claims, replaced } = trial.records;
  const found = oneAddressOf(claims, resourceOf(trial).name);
  if (found === undefined) return;
  const { first, second } = found;
  if (await replaced.othersMake(first.resource)) return;
  const { location = '' } = second.answer;
  fail('different addresses', `${location} for two creations side by side`, first.answer, second.answer);
}
