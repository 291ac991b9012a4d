import type { Answer } from '../../../core/answer.ts';
import { header } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { addressed, create, deletion } from '../evidence.ts';
import { operationRequest, particulars } from '../operation/operation-requests.ts';
import { resourceOf } from '../subjects.ts';
import { withFields } from '../with-fields.ts';
import { isEntityTag } from './entity-tag.ts';
import { placesAsked } from './put-conditions.ts';

/**
 * A record of its own, operated on and deleted with If-None-Match of its current tag. A write may pass over that; 304 tells a client to use
 * what it has stored, and is an answer to GET and HEAD alone (RFC 9110 13.1.2, 15.4.5).
 */
export async function answersNoWriteAsKnown(trial: Trial): Promise<readonly Answer[]> {
  const record = addressed(await create(trial));
  const { id, address } = record;
  const unlessMatched = async (): Promise<Readonly<Record<string, string>> | undefined> => {
    const tag = (await trial.send({ method: 'GET', address })).header('ETag') ?? '';
    return isEntityTag(tag) ? { 'if-none-match': tag } : undefined;
  };
  const [asked] = placesAsked(trial);
  const answers: Answer[] = [];
  const first = await unlessMatched();
  if (first === undefined) return [];
  if (asked !== undefined && id !== undefined) {
    const what = particulars(asked, { ...record, id }, trial.unique());
    answers.push(hasNo304(await trial.send(withFields(operationRequest(asked, what), first))));
  }
  const now = asked === undefined ? first : await unlessMatched();
  if (now !== undefined) answers.push(hasNo304(await trial.send(withFields(deletion(resourceOf(trial), record), now))));
  return answers;
}

/** Demands that a write is not answered as if its client had asked for what it has. */
export function hasNo304(answer: Answer): Answer {
  return answer.owes(answer.status !== 304, 'no 304 to a write: 412, or what it is answered without a condition');
}

/**
 * A server that has conditions in writes, and looks at If-None-Match with GET, looks at it in writes as well: what fails is not performed
 * (RFC 9110 13.1.2, 13.2.1). What is accepted alone (202) may look at it later.
 */
export function areNotCarriedOut(answers: readonly Answer[]): readonly Answer[] {
  for (const answer of answers) {
    const tags = header(answer.exchange.request.headers, 'If-None-Match') ?? '';
    const isDone = answer.succeeded && answer.status !== 202;
    answer.owes(!isDone, `status 412 for If-None-Match: ${tags}, which fails, as GET is answered 304 for it`);
  }
  return answers;
}
