import { isOfLimit } from '../../../core/http/status-kinds.ts';
import { inconclusive } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Created, create } from '../evidence.ts';
import { resourceOf } from '../subjects.ts';

/** Statuses by which a service may say that it holds as many records as it may, beside those of limits (RFC 9110 15.5.10, 15.5.21). */
const NO_ROOM: readonly number[] = [409, 422];

/**
 * Ends the check where a creation is refused though the same was taken before, and is refused again or taken again only since the run has
 * fewer records: how many a service holds for a client is its own matter.
 */
export async function unlessFull(trial: Trial, { answer, held = 0 }: Created): Promise<void> {
  if (!isRefused(answer)) return;
  const resource = resourceOf(trial);
  if (!trial.records.claims.some((claim) => claim.resource === resource)) return;
  const again = await create(trial);
  const isFull = isRefused(again.answer) || (again.answer.succeeded && (again.held ?? 0) <= held);
  if (!isFull) return;
  const reason = `the same creation was taken before, and was answered ${answer.status} while this run had ${held} ${resource.name}: there may be room for no more`;
  inconclusive(reason, answer, again.answer);
}

function isRefused(answer: Created['answer']): boolean {
  return isOfLimit(answer) || NO_ROOM.includes(answer.status);
}
