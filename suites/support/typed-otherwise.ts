import type { Answer } from '../../core/answer.ts';
import type { Trial } from '../../core/trial.ts';
import { commandedAnew, commandOf } from './command-evidence.ts';
import { readyDeal } from './operation-evidence.ts';
import { operationRequest, particulars } from './operation-requests.ts';
import { type Asked, isFirst } from './operation-subjects.ts';
import { withFields } from './with-fields.ts';
import { OF_OTHERS } from './written-otherwise.ts';

/**
 * An operation with its Content-Type in another spelling of the same type (RFC 9110 8.3.1, 5.6.6), on a fresh deal. The first
 * operation in each form is enough: the others come in by the same addresses.
 */
export async function operatedInOtherWords(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const type = spelt(asked.resource.mediaTypes.request);
  if (type === undefined || !isFirst(trial)) return [];
  const deal = await readyDeal(trial, asked);
  const request = operationRequest(asked, particulars(asked, deal, trial.unique()));
  return [isTaken(await trial.send(withFields(request, { 'content-type': type })), type)];
}

/** The same of the first command. */
export async function commandedInOtherWords(trial: Trial): Promise<readonly Answer[]> {
  const type = spelt(trial.subject.resource?.mediaTypes.request ?? 'application/json');
  if (type === undefined || commandOf(trial) !== trial.target.commands[0]) return [];
  return [isTaken((await commandedAnew(trial, { 'content-type': type })).answer, type)];
}

function isTaken(answer: Answer, type: string): Answer {
  const isOfOthers = answer.status === 409 || OF_OTHERS.includes(answer.status);
  return answer.owes(answer.succeeded || isOfOthers, `a success as with the plain type for Content-Type: ${type}`);
}

/** The type in capitals; undefined for one that has parameters, whose values may have a case. */
function spelt(type: string): string | undefined {
  return type.includes(';') ? undefined : type.toUpperCase();
}
