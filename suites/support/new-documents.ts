import type { Answer } from '../../core/answer.ts';
import type { Trial } from '../../core/trial.ts';
import { createRecord } from './evidence.ts';
import { makesCommand, operationRequest, particulars } from './operation-requests.ts';
import { askedIn, formsOf } from './operation-subjects.ts';
import { resourceOf } from './subjects.ts';
import { withFields } from './with-fields.ts';

/**
 * A command document under a new id with If-None-Match: *, which holds where there is nothing yet (RFC 9110 13.1.2): the way to make sure
 * that no document of another client is overwritten.
 */
export async function makesUnlessThere(trial: Trial): Promise<readonly Answer[]> {
  const { target } = trial;
  const operation = target.operations.find(
    ({ resource, after }) => resource === resourceOf(trial).name && after === undefined,
  );
  if (operation === undefined) return [];
  const answers: Answer[] = [];
  for (const asked of formsOf(target, operation).map((form) => askedIn(target, operation, form))) {
    if (!makesCommand(asked)) continue;
    const { id, ...record } = await createRecord(trial);
    if (id === undefined) continue;
    const request = operationRequest(asked, particulars(asked, { ...record, id }, trial.unique()));
    const answer = await trial.send(withFields(request, { 'if-none-match': '*' }));
    answers.push(answer.owes(answer.status !== 412, 'no 412 for If-None-Match: *, where there is nothing yet'));
  }
  return answers;
}
