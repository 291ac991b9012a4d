import { sameAddress } from '../../core/address.ts';
import type { Answer } from '../../core/answer.ts';
import { isAbsent, isRefusal } from '../../core/status-kinds.ts';
import type { Trial } from '../../core/trial.ts';
import { TAG_OF_NOBODY } from './entity-tag.ts';
import { createRecord } from './evidence.ts';
import { makesCommand, operationRequest, particulars } from './operation-requests.ts';
import { type Asked, askedIn, formsOf } from './operation-subjects.ts';
import { isAtRecord } from './put-conditions.ts';
import { resourceOf } from './subjects.ts';
import { withFields } from './with-fields.ts';

/**
 * Operations with If-Match of a tag that nobody has, on a record of its own: in each form. At the
 * address of the record itself 412 is due as for DELETE; at others where any of them answers it (RFC 9110 13.1.1). What is
 * refused for another reason says nothing (13.2.1).
 */
export async function unmatchedOperations(trial: Trial): Promise<readonly Answer[]> {
  const all = askedFor(trial);
  if (all.length === 0) return [];
  const record = await createRecord(trial);
  const { id, address } = record;
  if (id === undefined) return [];
  const answers: Answer[] = [];
  for (const asked of all) {
    const request = operationRequest(asked, particulars(asked, { ...record, id }, trial.unique()));
    const answer = await trial.send(withFields(request, { 'if-match': TAG_OF_NOBODY }));
    // What was carried out before may have taken the place away.
    const isUntouched = answers.every(isRefusal);
    answer.owes(!(isUntouched && isAbsent(answer)), 'another status than that of a missing resource');
    answers.push(answer);
  }
  const isOfRecord = ({ exchange }: Answer): boolean => sameAddress(exchange.request.url, address);
  const isRead = answers.some((answer) => answer.status === 412 && !isOfRecord(answer));
  for (const answer of answers) {
    const isDue = isRead || isOfRecord(answer);
    answer.owes(!(isDue && answer.succeeded), `status 412 for If-Match: ${TAG_OF_NOBODY}, as others answer`);
  }
  return answers;
}

/**
 * The first 412 that an operation at the address of a record of its own gives to If-Match of a tag that nobody has. A DELETE of that
 * address has the same condition to read (RFC 9110 13.1.1).
 */
export async function unmatchedAtRecord(trial: Trial): Promise<Answer | undefined> {
  const all = askedFor(trial).filter((asked) => isAtRecord(trial, asked));
  if (all.length === 0) return undefined;
  const record = await createRecord(trial);
  const { id } = record;
  if (id === undefined) return undefined;
  for (const asked of all) {
    const request = operationRequest(asked, particulars(asked, { ...record, id }, trial.unique()));
    const answer = await trial.send(withFields(request, { 'if-match': TAG_OF_NOBODY }));
    if (answer.status === 412) return answer;
  }
  return undefined;
}

function askedFor(trial: Trial): readonly Asked[] {
  const { target } = trial;
  const operations = target.operations.filter(
    ({ resource, after }) => resource === resourceOf(trial).name && after === undefined,
  );
  return operations.flatMap((operation) => {
    const forms = formsOf(target, operation).map((form) => askedIn(target, operation, form));
    // A command document that is not there yet is made, which a server may look at in another way.
    return forms.filter((asked) => !makesCommand(asked));
  });
}
