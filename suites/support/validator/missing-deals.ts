import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';

/**
 * Demands that no write with a condition is answered as if its deal were not there, where the deal is read: a condition that fails is
 * told by 412 (RFC 9110 13.1.1, 13.1.2), and conditions count only where the write would have succeeded without them (13.2.1).
 * Readings among the answers are passed over.
 */
export async function isNoneMissing(
  trial: Trial,
  deal: { readonly address: string | undefined },
  answers: readonly Answer[],
): Promise<void> {
  const missing = answers.find((answer) => answer.exchange.request.method !== 'GET' && isAbsent(answer));
  if (missing === undefined || deal.address === undefined) return;
  const read = await trial.send({ method: 'GET', address: deal.address });
  if (read.status === 200)
    fail('another status than that of a missing resource, as the deal is read', missing.brief, missing, read);
}
