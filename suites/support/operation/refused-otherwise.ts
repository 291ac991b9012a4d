import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { isAbsent, isRefusal } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Before, isCarriedOut } from './carried-out.ts';
import { type State, stateOf, unchanged } from './deal-state.ts';
import { operated, readyDeal } from './operation-evidence.ts';
import { type Deal, operationRequest, particulars } from './operation-requests.ts';
import { type Asked, isFirst, rotated } from './operation-subjects.ts';
import { isNoDocument, isNotListed } from './refused-operations.ts';

/** A deal on which nothing was carried out, as it was before all that was refused, and the answers so far. */
interface Untouched extends Before {
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
  // Form D changes what it finds in the body, and that may be nothing.
  if (asked.form !== 'D') await isCarriedOut(trial, asked, { deal, before }, answer);
  const other = await readyDeal(trial, asked);
  return { deal: other, before: await stateOf(trial, other), witness: [answer] };
}

/**
 * Sends the operation in other ways that a target may refuse or carry out. Where it refuses (412, 406), the deal stays as it was, and
 * what it answers with success is carried out. Ends at the first that is, since the deal is another then.
 */
export async function refusedOtherwise(
  trial: Trial,
  asked: Asked,
  deal: Deal,
  before: State | undefined,
): Promise<readonly Answer[]> {
  const { answer: usual } = await operated(trial, asked);
  const witness: Answer[] = [];
  for (const { fields, isLookedAt } of waysOf(trial, usual)) {
    const request = operationRequest(asked, particulars(asked, deal, trial.unique()));
    const answer = isFound(asked, await trial.send({ ...request, headers: { ...request.headers, ...fields } }));
    witness.push(answer);
    if (!isRefusal(answer)) {
      await isCarriedOut(trial, asked, { deal, before }, answer);
      return witness;
    }
    if (!isLookedAt) continue;
    witness.push(
      ...(await unchanged(trial, before, await stateOf(trial, deal), `a request that was answered ${answer.status}`)),
      ...(isFirst(trial) ? await isNoDocument(trial, asked, answer) : []),
      ...(isFirst(trial) ? await isNotListed(trial, asked, deal, answer) : []),
    );
  }
  return witness;
}

const UNMATCHED = { 'if-match': '"assayer-no-such-tag"' };
const UNACCEPTABLE = { accept: 'application/x-assayer-none' };

interface Way {
  readonly fields: NonNullable<HttpRequest['headers']>;
  /** Whether the deal is read after the refusal. */
  readonly isLookedAt: boolean;
}

/** Of the operations but the first, every third one is read after it failed its condition. What has no body fits every Accept. */
function waysOf(trial: Trial, usual: Answer): readonly Way[] {
  const unacceptable: Way = { fields: UNACCEPTABLE, isLookedAt: true };
  const [isRead = false] = isFirst(trial) ? [true] : rotated(trial, [true, false, false], 1);
  const hasBody = isFirst(trial) || usual.body.length > 0;
  return [{ fields: UNMATCHED, isLookedAt: isRead }, ...(hasBody ? [unacceptable] : [])];
}

/** Form G names its deal in the body, which a reader of another type need not find there. */
function isFound({ spelling }: Asked, answer: Answer): Answer {
  const isNamed = spelling.address.includes('{id}');
  return answer.owes(!(isNamed && isAbsent(answer)), 'another status than that of a missing resource');
}
