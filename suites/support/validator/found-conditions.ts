import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { findable, findingRequest } from '../command/command-evidence.ts';
import { queriesAbout, resourceOf, whyNotCreatable } from '../subjects.ts';
import { withFields } from '../with-fields.ts';
import { TAG_OF_NOBODY } from './entity-tag.ts';
import { isAsIfThere, missesOnConditions } from './missing-conditions.ts';
import { unchangedOnce } from './view-conditions.ts';

/**
 * Queries besides those that find a known record: by a parameter that matches nothing, whose empty list has a tag as any other; of document
 * 4.3 for a new record; and for nothing, where no condition counts.
 */
export async function conditionsOfQueries(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { query } = resource;
  const answers: Answer[] = [];
  if (query !== undefined)
    answers.push(...(await isKnownAgain(trial, fillTemplate(query.address, { value: `none ${trial.unique()}` }))));
  for (const one of queriesAbout(trial.target, resource)) {
    if (one.found?.includes('{unique}') === true && whyNotCreatable(resource) === undefined)
      answers.push(...(await isKnownAgain(trial, findingRequest(await findable(trial, one)).address)));
    const address = fillTemplate(one.address, { parameter: one.empty ?? `none ${trial.unique()}` });
    answers.push(...(await missesAnyway(trial, { method: 'GET', address })));
  }
  return answers;
}

/** Its tag among others, others alone, and `*` in If-Match, which any representation matches (RFC 9110 13.1.1, 13.1.2). */
async function isKnownAgain(trial: Trial, address: string): Promise<readonly Answer[]> {
  const request = { method: 'GET', address };
  const answer = await trial.send(request);
  if (answer.status !== 200) return [answer];
  const any = await trial.send(withFields(request, { 'if-match': '*' }));
  any.owes(any.status !== 412, 'no 412 for If-Match: *, where there is a representation');
  return [any, ...(await unchangedOnce(trial, { place: { kind: 'found', address }, name: 'json', request, answer }))];
}

/** Nothing is found, with every tag and with none (RFC 9110 13.2.1). */
async function missesAnyway(trial: Trial, request: HttpRequest): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const fields of [{ 'if-none-match': '*' }, { 'if-match': TAG_OF_NOBODY }]) {
    const answer = await trial.send(withFields(request, fields));
    answers.push(answer);
    if (!isAsIfThere(answer)) continue;
    const plain = await trial.send(request);
    answer.owes(plain.status !== 404, `${plain.status}, as without a condition, where nothing is found`);
  }
  const [known] = answers;
  if (known !== undefined) answers.push(...(await missesOnConditions(trial, request, known)));
  return answers;
}
