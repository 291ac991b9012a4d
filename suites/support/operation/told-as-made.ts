import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { readyDeal } from './operation-evidence.ts';
import { makesCommand, operationRequest, particulars } from './operation-requests.ts';
import { type Asked, isFirst } from './operation-subjects.ts';

/**
 * A command document (forms F and G) under a new id, read before and after: a PUT that makes what was not there says so with 201 (RFC 9110
 * 9.3.4). Whether documents are read is not shown (document 4.2), and what is accepted for later (202) is not made yet.
 */
export async function isToldAsMade(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  if (!makesCommand(asked) || !isFirst(trial)) return [];
  const deal = await readyDeal(trial, asked);
  const request = operationRequest(asked, particulars(asked, deal, trial.unique()));
  const reading = { method: 'GET', address: request.address };
  const before = await trial.send({ ...reading, about: 'missing' });
  if (!isAbsent(before)) return [before];
  const answer = await trial.send(request);
  if (!answer.succeeded || answer.status === 202) return [answer];
  const after = await trial.send(reading);
  const isMade = after.status === 200;
  return [before, answer.owes(!isMade || answer.status === 201, 'status 201 for a document that this PUT made'), after];
}
