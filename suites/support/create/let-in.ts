import { inconclusive } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Created } from '../evidence.ts';
import { resourceOf } from '../subjects.ts';

/** Who asks is not known, or may not do this (RFC 9110 15.5.2, 15.5.4). */
const NOT_LET_IN: readonly number[] = [401, 403];

/**
 * Ends the check where no creation was let in: the document shows neither who may create nor what else a service wants to see first, such as
 * a CSRF token. Not where the collection shows what was refused.
 */
export async function unlessNotLetIn(trial: Trial, { answer, unique }: Created): Promise<void> {
  if (!NOT_LET_IN.includes(answer.status)) return;
  const resource = resourceOf(trial);
  if (trial.records.claims.some((claim) => claim.resource === resource)) return;
  const { list } = resource;
  const listed = list && (await trial.send({ method: 'GET', address: list.address }));
  if (listed?.text.includes(unique) === true) return;
  const { method, url } = answer.exchange.request;
  const given = 'give the run what creations need (--header, --cookie, or a login in the target file)';
  inconclusive(`${method} ${url} was refused with ${answer.brief}: ${given}`, answer);
}
