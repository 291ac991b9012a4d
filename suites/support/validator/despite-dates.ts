import type { Answer } from '../../../core/answer.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { stateOf, unchanged } from '../operation/deal-state.ts';
import { readyDeal } from '../operation/operation-evidence.ts';
import {
  type Deal,
  makesCommand,
  operationRequest,
  otherParameters,
  particulars,
} from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { withFields } from '../with-fields.ts';
import { TAG_OF_NOBODY } from './entity-tag.ts';
import { isAtRecord } from './put-conditions.ts';

/**
 * Command documents that are there, the sub-collection of form E and the record itself, written to with If-Modified-Since, which is for GET and HEAD (RFC 9110
 * 13.1.3), and with Range, which is for GET (14.2): neither decides on a write. What is refused for If-Match leaves a document as it was.
 */
export async function writesDespiteDates(trial: Trial): Promise<readonly Answer[]> {
  const { target } = trial;
  const operation = target.operations.find(
    ({ resource, after }) => resource === resourceOf(trial).name && after === undefined,
  );
  if (operation === undefined) return [];
  const answers: Answer[] = [];
  for (const form of formsOf(target, operation)) {
    const asked = askedIn(target, operation, form);
    if (makesCommand(asked) || asked.spelling.method === 'POST' || isAtRecord(trial, asked))
      answers.push(...(await writesTo(trial, asked)));
  }
  return answers;
}

async function writesTo(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const deal = await readyDeal(trial, asked);
  const what = particulars(asked, deal, trial.unique());
  const request = operationRequest(asked, what);
  const made = await trial.send(request);
  if (!made.succeeded || made.status === 202) return [made];
  const document = await trial.send({ method: 'GET', address: made.exchange.request.url });
  const date = document.header('Last-Modified') ?? made.header('Date');
  const fields = { range: 'bytes=0-0', ...(date === undefined ? {} : { 'if-modified-since': date }) };
  const answer = await trial.send(withFields(request, fields));
  const isIgnored = ![206, 304, 412, 416].includes(answer.status);
  answer.owes(isIgnored, `no ${answer.status} to a write for If-Modified-Since or Range`);
  if (!makesCommand(asked)) return [answer];
  return [answer, ...(await leavesDocument(trial, asked, deal, what.commandId))];
}

/** Another command under the id, with If-Match of a tag of nobody. Where it is refused, document and deal are as they were. */
async function leavesDocument(trial: Trial, asked: Asked, deal: Deal, commandId: string): Promise<readonly Answer[]> {
  const unique = trial.unique();
  const what = { ...particulars(asked, deal, unique, otherParameters(asked, unique)), commandId };
  const request = operationRequest(asked, what);
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: request.address });
  const [before, state] = [await read(), await stateOf(trial, deal)];
  const refused = await trial.send(withFields(request, { 'if-match': TAG_OF_NOBODY }));
  if (!isRefusal(refused)) return [refused];
  const despite = `a command with If-Match of no document, answered ${refused.status}`;
  const left = await unchanged(trial, state, await stateOf(trial, deal), despite);
  const after = await read();
  const [old, now] = [before, after].map(({ status, representation: { value } }) =>
    status === 200 ? value : undefined,
  );
  const isOther = isObject(old) && isObject(now) && !sameValue(old['params'], now['params']);
  if (isOther) fail(`the command as it was after ${despite}`, 'other params', before, refused, after);
  return [refused, ...left, after];
}
