import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { changesOf } from '../changes.ts';
import type { Created } from '../evidence.ts';
import { resourceOf } from '../subjects.ts';
import { saysTheSame } from '../view/same-words.ts';
import { headOf } from './head.ts';
import { headsOfFound } from './heads-of-found.ts';

/**
 * HEAD of a record of the run that was asked for by HEAD before, after a change that GET shows: validators and length are those of the record
 * as GET gives it then (RFC 9110 9.3.2, 8.8), and so are those of the queries that find it. A target may refuse the change.
 */
export async function headAfterChange(
  trial: Trial,
  record: Created & { readonly address: string },
  before: Answer,
): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (resource.never.includes('HEAD')) return [];
  const request = { method: 'GET', address: record.address };
  const found = await headsOfFound(trial, record, before);
  // The last ones first: what completes or cancels a record may be the end of it.
  for (const change of changesOf(trial, resource, record).reverse()) {
    if (!(await change()).succeeded) continue;
    const answer = await trial.until(
      () => trial.send(request),
      (after) => !saysTheSame(after, before),
    );
    const own = answer.status === 200 ? [answer, await headOf(trial, { request, answer })] : [answer];
    return [...own, ...(await found())];
  }
  return [];
}
