import type { Answer } from '../../../core/answer.ts';
import type { Form } from '../../../core/claims.ts';
import { sameAddress } from '../../../core/http/address.ts';
import { header } from '../../../core/http/exchange.ts';
import { isAbsent, isRefusal } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { createRecord } from '../evidence.ts';
import { stateOf, unchanged } from '../operation/deal-state.ts';
import { makesCommand, operationRequest, particulars } from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { withFields } from '../with-fields.ts';
import { isEntityTag, nearly, STAR_AS_TAG, TAG_OF_NOBODY, weakly } from './entity-tag.ts';
import type { OnCondition } from './matched-operations.ts';
import { isAtRecord } from './put-conditions.ts';

/**
 * Operations with If-Match of a tag that nobody has, in some forms also of the current one weakly, of some that resemble it or of `*` in quotes, none of which matches (RFC 9110 13.1.1),
 * on a record of its own: in each form. At the address of the record itself 412 is due as for DELETE; at others where any of them answers
 * it. What is refused for another reason says nothing (13.2.1). What is refused leaves the record as it was.
 */
export async function unmatchedOperations(trial: Trial): Promise<readonly OnCondition[]> {
  const all = askedFor(trial);
  if (all.length === 0) return [];
  const record = await createRecord(trial);
  const { id, address } = record;
  if (id === undefined) return [];
  const deal = { ...record, id };
  const before = await stateOf(trial, deal);
  const tag = before?.answer.header('ETag') ?? '';
  const answers: Answer[] = [];
  const operations = [...new Set(all.map(({ operation }) => operation))];
  for (const asked of all) {
    const request = operationRequest(asked, particulars(asked, deal, trial.unique()));
    const nth = operations.indexOf(asked.operation);
    const tags = isEntityTag(tag) ? unmatchedIn(trial, asked.form, tag, nth) : TAG_OF_NOBODY;
    const answer = await trial.send(withFields(request, { 'if-match': tags }));
    // What was carried out before may have taken the place away.
    const isUntouched = answers.every(isRefusal);
    answer.owes(!(isUntouched && isAbsent(answer)), 'another status than that of a missing resource');
    answers.push(answer);
  }
  const isOfRecord = ({ exchange }: Answer): boolean => sameAddress(exchange.request.url, address);
  const isRead = answers.some((answer) => answer.status === 412 && !isOfRecord(answer));
  for (const answer of answers) {
    const isDue = isRead || isOfRecord(answer);
    answer.owes(!(isDue && answer.succeeded), `status 412 for If-Match: ${tagsOf(answer)}, as others answer`);
  }
  if (answers.every(isRefusal))
    await unchanged(trial, before, await stateOf(trial, deal), 'operations that If-Match kept away');
  return all.flatMap((asked, i) => (answers[i] === undefined ? [] : [{ asked, answer: answers[i] }]));
}

/** Tags none of which is the current one, for the n-th operation; the first one is asked for with one of nobody in the forms A and C. */
function unmatchedIn(trial: Trial, form: Form, tag: string, nth: number): string {
  if (WEAKLY.includes(form)) return `${TAG_OF_NOBODY}, ${weakly(tag)}`;
  if (nth === 0) return TAG_OF_NOBODY;
  return form === 'A' && nth % 2 === 1 ? STAR_AS_TAG : [TAG_OF_NOBODY, ...nearly(trial, tag)].join(',');
}

const WEAKLY: readonly Form[] = ['B', 'D', 'E'];

function tagsOf({ exchange }: Answer): string {
  return header(exchange.request.headers, 'If-Match') ?? '';
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
