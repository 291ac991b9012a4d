import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { otherNames } from '../made/made-records.ts';
import { resourceOf } from '../subjects.ts';
import { withFields } from '../with-fields.ts';
import { showsAsRead, WIDE_TEXT } from './document-answers.ts';
import { changing } from './known-ids.ts';
import { readyDeal } from './operation-evidence.ts';
import {
  type Deal,
  makesCommand,
  operationRequest,
  particulars,
  sampleParameters,
  withTexts,
} from './operation-requests.ts';
import { type Asked, isFirst } from './operation-subjects.ts';

/**
 * Command documents (forms F and G) of one deal under new ids, each read before and after: a PUT that makes what was not there says so with
 * 201 (RFC 9110 9.3.4), as the first one of a deal and as a later one, whatever its client accepts, and shows it as a reading does. Whether
 * documents are read is not shown (document 4.2), and what is accepted for later (202) is not made yet.
 */
export async function isToldAsMade(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  if (!makesCommand(asked) || !isFirst(trial)) return [];
  const deal = await readyDeal(trial, asked);
  const first = await makesOne(trial, asked, deal);
  // Where none is read, none of the others tells anything.
  if (first.at(-1)?.status !== 200) return first;
  // The same again may be refused for what the deal is by now.
  const next = changing(trial, asked) ?? asked;
  const answers = [...first, ...(await makesOne(trial, next, deal))];
  const { mediaTypes } = resourceOf(trial);
  for (const name of ['json', ...otherNames(trial)] as const)
    answers.push(...(await makesOne(trial, next, deal, mediaTypes[name])));
  return answers;
}

/** One document: the readings around its PUT, and its answer between them; in a type with texts beyond ASCII. */
async function makesOne(trial: Trial, asked: Asked, deal: Deal, accept?: string): Promise<readonly Answer[]> {
  const unique = trial.unique();
  const sample = sampleParameters(asked, unique);
  const parameters = accept === undefined ? sample : withTexts(asked, sample, `${WIDE_TEXT} ${unique}`);
  const request = operationRequest(asked, particulars(asked, deal, unique, parameters));
  const reading = { method: 'GET', address: request.address };
  const before = await trial.send({ ...reading, about: 'missing' });
  if (!isAbsent(before)) return [before];
  const answer = await trial.send(accept === undefined ? request : withFields(request, { accept }));
  if (!answer.succeeded || answer.status === 202) return [answer];
  const after = await trial.send(accept === undefined ? reading : withFields(reading, { accept }));
  const isMade = after.status === 200;
  answer.owes(!isMade || answer.status === 201, 'status 201 for a document that this PUT made');
  return [before, showsAsRead(answer, after, parameters), after];
}
