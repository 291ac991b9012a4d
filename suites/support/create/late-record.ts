import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';

/** So many milliseconds a new record that is not there is asked for, to tell one that is late from one that never comes. */
const LATE_MS = 2000;

/** Reads what was created at its Location. One that comes late is told so: its service may be meant to be late. */
export async function readNew(trial: Trial, creation: Answer, location: string): Promise<Answer> {
  const ask = (): Promise<Answer> => trial.send({ method: 'GET', address: location });
  const isThere = ({ status }: Answer): boolean => status === 200;
  const read = await trial.until(ask, isThere);
  if (!isAbsent(read)) return read.hasStatus(200);
  const later = await trial.until(ask, isThere, LATE_MS);
  if (isThere(later)) {
    const after = Math.ceil(later.exchange.timings.startedAt - creation.exchange.timings.startedAt);
    const told = `${read.brief}, and status 200 ${after} ms after the creation: --settle waits, where the service is meant to be late`;
    fail('status 200', told, creation, read, later);
  }
  return read.hasStatus(200);
}
