import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { NO_TYPE } from '../negotiate/accept.ts';
import { OF_OTHERS } from '../written-otherwise.ts';
import { commandedAnew, commandOf } from './command-evidence.ts';

/** What a client may accept; a command has nothing to give to any of them. */
const ACCEPTS: readonly string[] = ['application/xml', 'text/html', NO_TYPE, '*/*'];

/**
 * Demands 200 without a body of a command whatever the Accept is (document 4.3): of the first one with each, of the others with one by turns. A
 * target may refuse what it has no representation for (406, RFC 9110 12.5.1).
 */
export async function emptyForAnyAccept(trial: Trial): Promise<readonly Answer[]> {
  const turn = trial.target.commands.indexOf(commandOf(trial));
  const accepts = turn === 0 ? ACCEPTS : ACCEPTS.slice(turn % ACCEPTS.length).slice(0, 1);
  const answers: Answer[] = [];
  for (const accept of accepts) {
    const ask = async (): Promise<Answer> => (await commandedAnew(trial, { accept })).answer;
    const first = await ask();
    answers.push(first);
    if (first.succeeded) first.hasStatus(200).isEmpty();
    else if (!isPassed(first)) {
      // What has to come before a command is not shown (document 3): it is held against one without a choice.
      const plain = (await commandedAnew(trial)).answer;
      const again = await ask();
      if (plain.succeeded && !isPassed(again)) again.hasStatus(200).isEmpty();
    }
  }
  return answers;
}

function isPassed({ status }: Answer): boolean {
  return [...OF_OTHERS, 406, 409, 429].includes(status);
}
