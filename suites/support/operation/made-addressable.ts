import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { recordsInEach } from '../made/every-record.ts';
import { PATIENCE_MS } from '../patience.ts';
import { type Asked, askedIn, formsOf } from './operation-subjects.ts';

/**
 * Demands that what an operation answers with 201 in form E is addressable (document 4.4-c1): the Location of its latest record is not
 * missing while the deal is read, where records that operations make so are read at all. Whether they are is not shown (4.2), so that
 * one that is read has to show it. That all records of one operation are read alike is demanded elsewhere.
 */
export async function isAddressable(trial: Trial, asked: Asked): Promise<void> {
  const { deal, made } = await recordsInEach(trial, asked);
  const latest = made.at(-1);
  if (latest === undefined || !isAbsent(latest.read)) return;
  const other = await readElsewhere(trial, asked);
  if (other === undefined) return;
  const { address, answer } = latest;
  const again = await trial.until(
    () => trial.send({ method: 'GET', address }),
    (view) => !isAbsent(view),
    PATIENCE_MS,
  );
  if (!isAbsent(again)) return;
  // A deal that was completed or cancelled may be gone, and all below it with it.
  const whole = await trial.send({ method: 'GET', address: deal.address });
  if (whole.status === 200)
    fail(`${address} to be read, as ${other.exchange.request.url} is`, again.brief, answer, other, again, whole);
}

/** A reading of a record that some operation made in form E. */
async function readElsewhere(trial: Trial, { resource }: Asked): Promise<Answer | undefined> {
  const { target } = trial;
  for (const operation of target.operations) {
    if (operation.resource !== resource.name || operation.forms.E?.method !== 'POST') continue;
    if (!formsOf(target, operation).includes('E')) continue;
    const { made } = await recordsInEach(trial, askedIn(target, operation, 'E'));
    const found = made.find(({ read }) => read.status === 200);
    if (found !== undefined) return found.read;
  }
  return undefined;
}
