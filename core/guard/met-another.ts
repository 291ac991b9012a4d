import type { Records } from '../records/records.ts';
import type { Judged } from '../run/retry-alone.ts';
import { type Places, resourceAt } from './record-gate.ts';

/**
 * A failure of answers that met a record of another client, which was given the id of one that the run had deleted: how ids are given is
 * not shown (document 2, 4.4), so that they say nothing of the rule. Then the check is inconclusive.
 */
export async function unlessMetAnother(judged: Judged, records: Records, places: Places): Promise<Judged> {
  if (judged.outcome !== 'fail') return judged;
  const id = await records.replaced.metBy(judged.witness, ({ exchange }) =>
    resourceAt(records, places, exchange.request.url),
  );
  if (id === undefined) return judged;
  const reason = `the run deleted ${id}, and another client was given that id since: what was answered may be about its record (${judged.reason})`;
  return { outcome: 'inconclusive', reason, witness: judged.witness };
}
