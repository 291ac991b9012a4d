import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { hasChallenge } from './challenges.ts';

/**
 * Sends a request without credentials, and demands a challenge of a 401 (document 5.4). Whom a target lets in is left open, and so are 403
 * and a way to where to sign in. Rules that watch the run do not see the answer: to strangers other records may be shown there.
 */
export async function asStranger(trial: Trial, request: HttpRequest): Promise<Answer> {
  const answer = await trial.send({ ...request, anonymous: true, aside: true });
  return answer.status === 401 ? hasChallenge(answer) : answer;
}

/** Whether a stranger is told that it is not let in. */
export function isShut({ status }: Answer): boolean {
  return status === 401 || status === 403;
}
