import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';

/** Each lets the JSON come that is always there (RFC 9110 12.5.1); the last lets nothing else come. */
const ACCEPTS: readonly (string | undefined)[] = [
  undefined,
  'application/*, image/*;q=0.8',
  'application/x-assayer-none, application/json;q=0.5',
];

/**
 * The session check for clients that say in other words, or not at all, that they take JSON: it answers the same status, for none of them is
 * refused (RFC 9110 12.5.1, 15.5.7), and where its body is JSON the same string (document 4.4).
 */
export async function sameForJsonClients(
  trial: Trial,
  request: HttpRequest,
  status: number,
  due: string,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const accept of ACCEPTS) {
    const answer = await trial.send({ ...request, headers: { ...request.headers, accept } });
    const words = accept === undefined ? 'without Accept' : `to Accept: ${accept}`;
    if (answer.status !== status)
      fail(`status ${status} ${words}, which lets JSON come`, `status ${answer.brief}`, answer);
    const { syntax, value } = answer.representation;
    const isOther = syntax === 'json' && value !== due;
    answers.push(answer.owes(!isOther, `the JSON string ${JSON.stringify(due)} ${words}`));
  }
  return answers;
}
