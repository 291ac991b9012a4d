import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { encodedRequest, findingRequest } from '../command/command-evidence.ts';

/**
 * Asks queries of document 4.3 with their parameter percent-encoded throughout, which names what the usual spelling names (RFC 3986 6.2.2.2).
 * Where that finds nothing, it is the matter of other rules.
 */
export async function equallyFound(trial: Trial): Promise<readonly Answer[]> {
  const { claims, queries } = trial.target;
  const findable = claims.commandQuery ? queries.filter((query) => query.found !== undefined) : [];
  const answers: Answer[] = [];
  for (const query of findable) {
    const usual = await trial.send(findingRequest(query));
    if (!usual.succeeded) continue;
    const encoded = await trial.send(encodedRequest(query, 1));
    answers.push(
      usual,
      encoded.owes(encoded.succeeded, 'what the query finds, by its parameter percent-encoded (RFC 3986 6.2.2.2)'),
    );
  }
  return answers;
}
