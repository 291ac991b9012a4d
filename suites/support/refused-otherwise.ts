import type { Answer } from '../../core/answer.ts';
import type { HttpRequest } from '../../core/exchange.ts';
import { fail } from '../../core/outcome.ts';
import { isAbsent, isRefusal } from '../../core/status-kinds.ts';
import type { Trial } from '../../core/trial.ts';
import { changes, type State, stateOf, unchanged } from './deal-state.ts';
import { operated, readyDeal } from './operation-evidence.ts';
import { isSeen } from './operation-repeats.ts';
import { type Deal, operationRequest, particulars } from './operation-requests.ts';
import { type Asked, isFirst, rotated } from './operation-subjects.ts';
import { PATIENCE_MS } from './patience.ts';
import { isNoDocument, isNotListed } from './refused-operations.ts';

/** A deal on which nothing was carried out, as it was before all that was refused, and the answers so far. */
interface Untouched {
  readonly deal: Deal;
  readonly before: State | undefined;
  readonly witness: readonly Answer[];
}

/**
 * Sends the operation as plain text, which a target may refuse (415 or 400) or carry out, and gives a deal on which it was not: this one
 * where it was refused, so that whoever reads it later sees what the refusal did. The address is the one at which the operation is served,
 * so that a 404 is wrong (document 4.4-m1, 7).
 */
export async function untouchedByText(trial: Trial, asked: Asked): Promise<Untouched> {
  const deal = await readyDeal(trial, asked);
  const before = await stateOf(trial, deal);
  const { json, ...request } = operationRequest(asked, particulars(asked, deal, trial.unique()));
  const text = { body: JSON.stringify(json), headers: { 'content-type': 'text/plain' } };
  const answer = isFound(asked, await trial.send({ ...request, ...text }));
  if (isRefusal(answer)) {
    const left = [...(await isNoDocument(trial, asked, answer)), ...(await isNotListed(trial, asked, deal, answer))];
    return { deal, before, witness: [answer, ...left] };
  }
  await isCarriedOut(trial, asked, { deal, before }, answer);
  const other = await readyDeal(trial, asked);
  return { deal: other, before: await stateOf(trial, other), witness: [answer] };
}

/**
 * Sends the operation in other ways that a target may refuse or carry out. Where it refuses (412, 406), the deal stays as it
 * was. Ends at the first that is carried out, since the deal is another then.
 */
export async function refusedOtherwise(
  trial: Trial,
  asked: Asked,
  deal: Deal,
  before: State | undefined,
): Promise<readonly Answer[]> {
  const { answer: usual } = await operated(trial, asked);
  const witness: Answer[] = [];
  for (const fields of waysOf(trial, usual)) {
    const request = operationRequest(asked, particulars(asked, deal, trial.unique()));
    const answer = isFound(asked, await trial.send({ ...request, headers: { ...request.headers, ...fields } }));
    if (!isRefusal(answer)) return witness;
    witness.push(
      answer,
      ...unchanged(before, await stateOf(trial, deal), `a request that was answered ${answer.status}`),
      ...(isFirst(trial) ? await isNoDocument(trial, asked, answer) : []),
      ...(isFirst(trial) ? await isNotListed(trial, asked, deal, answer) : []),
    );
  }
  return witness;
}

const UNMATCHED = { 'if-match': '"assayer-no-such-tag"' };
const UNACCEPTABLE = { accept: 'application/x-assayer-none' };

/** All for the first operation of a form; the precondition for every third one of the others. What has no body fits every Accept. */
function waysOf(trial: Trial, usual: Answer): readonly NonNullable<HttpRequest['headers']>[] {
  if (isFirst(trial)) return [UNMATCHED, UNACCEPTABLE];
  const [isUnmatched] = rotated(trial, [true, false, false], 1);
  return [...(isUnmatched === true ? [UNMATCHED] : []), ...(usual.body.length > 0 ? [UNACCEPTABLE] : [])];
}

/** Form G names its deal in the body, which a reader of another type need not find there. */
function isFound({ spelling }: Asked, answer: Answer): Answer {
  const isNamed = spelling.address.includes('{id}');
  return answer.owes(!(isNamed && isAbsent(answer)), 'another status than that of a missing resource', answer.brief);
}

/**
 * What is answered with success is carried out (document 7). Form D changes what it finds in the body, and that may be nothing. What was
 * accepted alone (202) may show later.
 */
async function isCarriedOut(
  trial: Trial,
  asked: Asked,
  { deal, before }: Pick<Untouched, 'deal' | 'before'>,
  answer: Answer,
): Promise<void> {
  const isTold = answer.succeeded && answer.status !== 202 && asked.form !== 'D' && asked.operation.isGuess !== true;
  if (!isTold || before?.shown === undefined || !(await isSeen(trial, asked))) return;
  let after: State | undefined;
  const look = async (): Promise<Answer> => {
    after = await stateOf(trial, deal);
    return after?.answer ?? answer;
  };
  const isDone = (): boolean => after?.shown === undefined || changes(before, after).length > 0;
  const last = await trial.until(look, isDone, PATIENCE_MS);
  if (!isDone())
    fail(`the operation to be carried out, or refused`, `the deal as it was: ${answer.brief}`, answer, last);
}
