import { isOfLimit } from '../../../core/http/status-kinds.ts';
import { inconclusive } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Created } from '../evidence.ts';
import { resourceOf } from '../subjects.ts';

/** Who asks is not known (RFC 9110 15.5.2), or may not do this: 403, and 402 or 507 where a plan was used up before the run. */
function isNotLetIn(answer: Created['answer']): boolean {
  return answer.status === 401 || isOfLimit(answer);
}

/**
 * Ends the check where no creation was let in: the document shows neither who may create nor what else a service wants to see first, such as
 * a CSRF token. Not where the collection shows what was refused.
 */
export async function unlessNotLetIn(trial: Trial, { answer, unique }: Created): Promise<void> {
  if (!isNotLetIn(answer)) return;
  const resource = resourceOf(trial);
  if (trial.records.claims.some((claim) => claim.resource === resource)) return;
  const { list } = resource;
  const listed = list && (await trial.send({ method: 'GET', address: list.address }));
  if (listed?.text.includes(unique) === true) return;
  const { method, url } = answer.exchange.request;
  inconclusive(`${method} ${url} was refused with ${answer.brief}: ${adviceFor(answer)}`, answer);
}

function adviceFor({ status }: Created['answer']): string {
  return status === 402 || status === 507
    ? 'the service may allow no more records; let it take more from this session'
    : 'give the run what creations need (--header, --cookie, or a login in the target file)';
}
