import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { each } from '../negotiate/negotiation-evidence.ts';
import type { Place } from '../view/views.ts';

/** Where an operation put a record or a command document, and the address of the deal for which it was made. */
export interface MadePlace extends Place {
  readonly deal: string;
}

/**
 * What was read is there after many readings, and after other deals were deleted: reading takes nothing away (RFC 9110 9.2.1), and a deletion
 * one record (document 4.1). With its deal it may rightly be gone.
 */
export async function areStillThere(trial: Trial, made: readonly MadePlace[]): Promise<readonly Answer[]> {
  return each(made, async ({ address, deal }) => {
    const answer = await trial.send({ method: 'GET', address });
    if (!isAbsent(answer)) return [answer];
    const first = trial.seen.find(
      ({ status, exchange: { request } }) => status === 200 && request.method === 'GET' && request.url === address,
    );
    const isDealThere = (await trial.send({ method: 'GET', address: deal })).succeeded;
    if (first !== undefined && isDealThere)
      fail(`${address} to be there, as nothing took it away`, answer.brief, first, answer);
    return [answer];
  });
}
