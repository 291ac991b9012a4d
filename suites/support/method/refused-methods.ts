import type { Answer } from '../../../core/answer.ts';
import { fillEncoded, fillTemplate } from '../../../core/http/address.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Created, createRequest, samplePayload } from '../evidence.ts';
import { plainId } from '../ids.ts';
import { resourceOf } from '../subjects.ts';
import { allowedBy, isBlankAsUsual } from './allow.ts';

/** Demands an Allow that names none of the methods that were refused with 405 at its address (RFC 9110 10.2.1). */
export function namesNone(answer: Answer, refused: readonly string[]): void {
  const wrong = allowedBy(answer).find((method) => refused.includes(method));
  const allow = `Allow: ${answer.header('Allow') ?? ''}`;
  answer.owes(wrong === undefined, `no ${wrong ?? ''} in Allow, which is refused there`, allow);
}

/** Demands an Allow that names these methods, which work there. A 405 without the field is for status/405-allow. */
export function lacksNoMethod(answer: Answer, others: readonly Answer[], due: readonly string[]): void {
  const allow = answer.header('Allow');
  if (allow === undefined || isBlankAsUsual(answer, others)) return;
  const named = allowedBy(answer);
  const lacking = due.filter((method) => !named.includes(method));
  answer.owes(lacking.length === 0, `${lacking.join(', ')} in Allow, which works there`, `Allow: ${allow}`);
}

/** A server must not send Content-Length with a 204 (RFC 9110 8.6). Of deletions delete/no-length tells it. */
export function hasNoLength(options: Answer): void {
  const length = options.header('Content-Length');
  const isBare = options.status !== 204 || length === undefined;
  options.owes(isBare, 'no Content-Length on the 204 to OPTIONS', `Content-Length: ${length ?? ''}`);
}

/** What a POST to the address of a record brings, where it is answered 405, is not in the list (document 7: 4xx is no success). */
export async function filesNothing(trial: Trial, record: Created & { readonly address: string }): Promise<void> {
  const resource = resourceOf(trial);
  const { list, never, create } = resource;
  const isOfOperation = trial.target.operations.some(({ forms }) =>
    Object.values(forms).some((spelling) => spelling?.method === 'POST' && spelling.address.endsWith('/{id}')),
  );
  if (list === undefined || create?.method !== 'POST' || never.includes('POST') || isOfOperation) return;
  const unique = trial.unique();
  const request = createRequest(resource, samplePayload(resource, unique), unique);
  // Aimed at the collection as well: where it is no 405, or is filed all the same, it is a creation, and taken away again.
  const answer = await trial.send({ ...request, address: record.address, aim: 'collection', alone: true });
  if (answer.status !== 405) return;
  const listed = await trial.send({ method: 'GET', address: list.address });
  if (listed.succeeded && listed.text.includes(unique))
    fail('no record in the list that came with a 405', `one with ${unique}`, answer, listed);
}

/**
 * DELETE and PATCH of a nested record of an owner that never was: where they are refused with 405, status/405-allow reads their Allow.
 * Nothing can be deleted or changed there, and nothing else is asked to be written below the users that the run did not make. The index
 * is one that nothing has, for a service that looks for it below every user.
 */
export async function deletesNoNested(trial: Trial): Promise<readonly Answer[]> {
  const owner = nobody(trial);
  if (owner === undefined) return [];
  const answers: Answer[] = [];
  const index = trial.records.fresh.shortNumber;
  for (const { address: template } of resourceOf(trial).nested) {
    const address = fillEncoded(fillTemplate(template, { index }), { id: owner });
    answers.push(...(await deletesNothing(trial, address)));
  }
  return answers;
}

/** The id of nobody, where it may be written to. */
function nobody(trial: Trial): string | undefined {
  const resource = resourceOf(trial);
  const { fresh } = trial.records;
  const one = plainId(resource, fresh);
  // Only where records can be read is it seen whether a word that names none is read as one.
  const isSure = one !== undefined && resource.item !== undefined && fresh.freshnessOf(one.encoded) === 'sure';
  return isSure && !resource.never.includes('DELETE') ? one.encoded : undefined;
}

/** What is refused with 405 there, OPTIONS does not name. */
async function deletesNothing(trial: Trial, address: string): Promise<readonly Answer[]> {
  const options = await trial.send({ method: 'OPTIONS', address, alone: true });
  const isPatched = !resourceOf(trial).never.includes('PATCH');
  const answers = isPatched ? [await trial.send({ method: 'PATCH', address, json: {}, alone: true })] : [];
  answers.push(await trial.send({ method: 'DELETE', address, alone: true }));
  const refused = answers.filter(({ status }) => status === 405);
  const names = refused.map(({ exchange }) => exchange.request.method);
  for (const answer of refused) namesNone(answer, names);
  if (options.succeeded && listsDiffer(trial)) namesNone(options, names);
  return [options, ...answers];
}

function sortedNames(answer: Answer): string {
  return allowedBy(answer).toSorted().join();
}

/** Whether OPTIONS was seen to tell the methods of each place: one list for all comes from what stands in front of the service. */
export function listsDiffer({ seen }: Trial): boolean {
  const told = seen.filter(({ exchange, succeeded }) => exchange.request.method === 'OPTIONS' && succeeded);
  // Their order says nothing, and some servers change it from one answer to the next.
  const lists = told.filter((answer) => answer.header('Allow') !== undefined).map((answer) => sortedNames(answer));
  return new Set(lists).size > 1;
}
