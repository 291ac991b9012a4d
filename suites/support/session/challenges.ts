import type { Answer } from '../../../core/answer.ts';
import { parseChallenges } from '../../../core/http/challenge.ts';

/** Demands of a 401 that it has at least one challenge that follows the grammar (RFC 9110 11.6.1) and has each parameter once (11.2). */
export function hasChallenge(answer: Answer): Answer {
  answer.hasHeader('WWW-Authenticate');
  const problems = answer.headerLines('WWW-Authenticate').map((line) => {
    const read = parseChallenges(line);
    return 'problem' in read ? `${read.problem} in “${line}”` : undefined;
  });
  const wellFormed = problems.some((problem) => problem === undefined);
  return answer.owes(wellFormed, 'at least one well-formed challenge', problems.join('; '));
}
