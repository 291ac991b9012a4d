import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { withFields } from '../with-fields.ts';

/**
 * Sends a request for clients that accept HTML or XML, and such as accept something else if asked to, and demands the same status as
 * for those that accept JSON. A target may refuse what it cannot answer as asked (406).
 */
export async function sameForOtherClients(
  trial: Trial,
  request: HttpRequest,
  due: number,
  others: readonly string[] = [],
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const accept of ['text/html', 'application/xml', ...others]) {
    const answer = await trial.send(withFields(request, { accept }));
    answers.push(answer.status === 406 ? answer : answer.hasStatus(due));
  }
  return answers;
}
