import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Query } from '../../../core/target.ts';
import { findable, findingRequest } from '../command/command-evidence.ts';
import { queriesAbout, resourceOf, whyNotCreatable } from '../subjects.ts';
import { headAsGet, headOf } from './head.ts';

/** How often each is asked for: every second or third answer may be another one. */
const AGAIN = 3;

/**
 * HEAD of the queries of document 4.3 that give this resource, of what they do not find, and of nested records, several times: each as GET
 * is answered (RFC 9110 9.3.2).
 */
export async function headsAgain(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (resource.never.includes('HEAD')) return [];
  const answers: Answer[] = [];
  for (const query of queriesAbout(trial.target, resource)) {
    const request = await findingIt(trial, query);
    if (request === undefined) continue;
    answers.push(...(await asFound(trial, request)));
    const parameter = query.empty ?? `nothing ${trial.unique()}`;
    answers.push(...(await headAsGet(trial, { method: 'GET', address: fillTemplate(query.address, { parameter }) })));
  }
  for (const request of nestedOnes(trial)) answers.push(...(await asFound(trial, request)));
  return answers;
}

/** The request of a query that finds something, a new record where the file tells it so; undefined where none is known. */
async function findingIt(trial: Trial, query: Query): Promise<HttpRequest | undefined> {
  if (query.found === undefined) return undefined;
  if (query.found.includes('{unique}') && whyNotCreatable(resourceOf(trial)) !== undefined) return undefined;
  return findingRequest(await findable(trial, query));
}

function nestedOnes(trial: Trial): readonly HttpRequest[] {
  return resourceOf(trial).nested.flatMap(({ address, owner, index }) =>
    owner === undefined || index === undefined
      ? []
      : [{ method: 'GET', address: fillTemplate(address, { id: owner, index }) }],
  );
}

/** What GET owes is the matter of other rules: where it finds nothing, HEAD is not asked for. */
async function asFound(trial: Trial, request: HttpRequest): Promise<readonly Answer[]> {
  const answer = await trial.until(
    () => trial.send(request),
    ({ status }) => status === 200,
  );
  if (answer.status !== 200) return [answer];
  const answers = [answer];
  while (answers.length <= AGAIN) answers.push(await headOf(trial, { request, answer }));
  return answers;
}
