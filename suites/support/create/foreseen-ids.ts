import type { Answer } from '../../../core/answer.ts';
import { sameAddress } from '../../../core/http/address.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { create, itemAddress } from '../evidence.ts';
import { mayBeKept } from '../listed-changes.ts';
import { PATIENCE_MS } from '../patience.ts';
import { resourceOf } from '../subjects.ts';

/** How many ids ahead are asked for: other rules create records meanwhile. */
const AHEAD = 6;

/**
 * Where ids are counted, the next ones are read before one of them is given to a new record: what named nothing then names that record now
 * (document 4.4-c1; a 404 says nothing of later, 7). What a cache may keep is rightly old (RFC 9111 4.2).
 */
export async function foundThoughMissedBefore(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (resource.item === undefined) return [];
  const missed: Answer[] = [];
  for (const id of following((await create(trial)).id ?? ''))
    missed.push(await trial.send({ method: 'GET', address: itemAddress(resource, id) }));
  if (missed.length === 0) return [];
  const { answer, address } = await create(trial);
  const before = missed.find(
    (one) => isAbsent(one) && address !== undefined && sameAddress(one.exchange.request.url, address),
  );
  if (answer.status !== 201 || address === undefined || before === undefined || mayBeKept(before)) return [];
  const read = await trial.until(
    () => trial.send({ method: 'GET', address }),
    (one) => !isAbsent(one),
    PATIENCE_MS,
  );
  return [before, read.owes(!isAbsent(read), 'the new record, though its address named nothing before it')];
}

/** The ids after this one, where it is a count or ends in one. */
function following(id: string): readonly string[] {
  const [, word = '', count] = /^([A-Za-z_-]*)(\d{1,9})$/u.exec(id) ?? [];
  if (count === undefined) return [];
  return Array.from({ length: AHEAD }, (_, i) => word + String(Number(count) + i + 1).padStart(count.length, '0'));
}
