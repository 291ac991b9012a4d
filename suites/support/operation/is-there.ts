import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Made } from '../made/made-records.ts';
import { PATIENCE_MS } from '../patience.ts';

/** Demands that a record is read at its Location while its deal is, given the reading of another one, and time to come. */
export async function isThere(
  trial: Trial,
  { address, answer }: Pick<Made, 'address' | 'answer'>,
  deal: string,
  other: Answer,
): Promise<Answer> {
  const read = await trial.until(
    () => trial.send({ method: 'GET', address }),
    (view) => !isAbsent(view),
    PATIENCE_MS,
  );
  if (!isAbsent(read)) return read;
  // A deal that was completed or cancelled may be gone, and all below it with it.
  const whole = await trial.send({ method: 'GET', address: deal });
  if (whole.status === 200)
    fail(`${address} to be read, as ${other.exchange.request.url} is`, read.brief, answer, other, read, whole);
  return read;
}
