import type { Answer } from '../../core/answer.ts';
import type { Trial } from '../../core/trial.ts';
import { type State, stateOf, unchanged } from './deal-state.ts';
import { type Deal, operationRequest, particulars } from './operation-requests.ts';
import { type Asked, isFirst, rotated } from './operation-subjects.ts';
import { isNoDocument, isNotListed } from './refused-operations.ts';

/**
 * Sends the operation in ways that a target may refuse or carry out. Where it refuses (415 or 400, 412, 406), the deal stays as it
 * was. Ends at the first that is carried out, since the deal is another then. The first operation of a form in all of these ways, another
 * one in one of them.
 */
export async function refusedOtherwise(
  trial: Trial,
  asked: Asked,
  deal: Deal,
  before: State | undefined,
): Promise<readonly Answer[]> {
  const { json, ...request } = operationRequest(asked, particulars(asked, deal, trial.unique()));
  const ways = [
    { body: JSON.stringify(json), headers: { 'content-type': 'text/plain' } },
    { json, headers: { ...request.headers, 'if-match': '"assayer-no-such-tag"' } },
    { json, headers: { ...request.headers, accept: 'application/x-assayer-none' } },
  ];
  const witness: Answer[] = [];
  for (const way of isFirst(trial) ? ways : rotated(trial, ways, 1)) {
    const answer = await trial.send({ ...request, ...way });
    if (answer.status < 400 || answer.status >= 500) return witness;
    witness.push(
      answer,
      ...unchanged(before, await stateOf(trial, deal), `a request that was answered ${answer.status}`),
      ...(await isNoDocument(trial, asked, answer)),
      ...(isFirst(trial) ? await isNotListed(trial, asked, deal, answer) : []),
    );
  }
  return witness;
}
