import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import { fillUnique } from '../../../core/ids/placeholders.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject, Query, Resource } from '../../../core/target.ts';
import { queryOf } from '../command/command-evidence.ts';
import { createRequest } from '../evidence.ts';
import { PATIENCE_MS } from '../patience.ts';
import { whyNotCreatable } from '../subjects.ts';

/** A record that was made to be found. */
export interface Made {
  readonly id: string;
  readonly answer: Answer;
}

/** Signs that stand for something else in an address, in a form or in a pattern, and a suffix: all of them a part of the text. */
const ODD_SIGNS = ' 50% a+b; c*_.xml';

/**
 * Demands that a record whose text is hard to write in an address is found by it (RFC 3986 2.4: decoded once). A target may refuse to
 * store such a text, or to be asked for it.
 */
export async function findsOddText(
  trial: Trial,
  resource: Resource,
  parameterOf: ParameterOf,
): Promise<readonly Answer[]> {
  if (whyNotCreatable(resource) !== undefined) return [];
  const text = `${trial.unique()}${ODD_SIGNS}`;
  const made = await makeOne(trial, resource, text);
  if (made === undefined || !made.answer.text.includes(ODD_SIGNS)) return [];
  const ask = (behind = ''): Promise<Answer> => askBy(trial, `${parameterOf(text)}${behind}`);
  const answer = await trial.until(ask, (one) => finds(one, resource, made), PATIENCE_MS);
  // Results need not show ids. Where they do not, a record that was found may be the new one.
  const isLost = (one: Answer): boolean =>
    !finds(one, resource, made) && (one.status === 404 || showsIds(one, resource));
  // Where the suffix of a query chooses a representation (document 4.5-3), another one behind it leaves the text whole.
  if (isLost(answer) && isLost(await ask('.json')))
    fail(`the record ${made.id} by its own text`, answer.brief, made.answer, answer);
  return [answer];
}

/** What to ask for, given the fresh value that a record was created with. */
export type ParameterOf = (unique: string) => string;

/**
 * How new records are asked for: as the target file says, or by the member in which all that were found hold the parameter, where
 * the sample has a fresh value there. How a query matches is not shown otherwise (document 4.3).
 */
export function parameterFor(
  { found }: Query,
  records: readonly Readonly<Record<string, unknown>>[],
  resource: Resource,
): ParameterOf | undefined {
  if (found === undefined) return undefined;
  if (found.includes('{unique}')) return (unique) => found.replaceAll('{unique}', unique);
  const sample: JsonObject = resource.create?.sample ?? {};
  const fresh = Object.entries(sample).find(
    ([member, value]) =>
      typeof value === 'string' &&
      value.includes('{unique}') &&
      records.length > 0 &&
      records.every((record) => sameValue(record[member], found)),
  );
  const text = fresh?.[1];
  return typeof text === 'string' ? (unique) => text.replaceAll('{unique}', unique) : undefined;
}

/** Asks the query for this parameter. */
export function askBy(trial: Trial, parameter: string): Promise<Answer> {
  return trial.send({ method: 'GET', address: fillTemplate(queryOf(trial).address, { parameter }) });
}

/** Makes a record with this text, of the sample or of what is made of that. */
export async function makeOne(
  trial: Trial,
  resource: Resource,
  unique: string,
  sample: JsonObject = resource.create?.sample ?? {},
): Promise<Made | undefined> {
  const request = createRequest(resource, fillUnique(sample, unique), unique);
  const answer = await trial.send(withFieldsOf(resource, request));
  const { id } = trial.records.claimOf(answer) ?? {};
  return answer.succeeded && id !== undefined ? { id, answer } : undefined;
}

/** Whether the answer holds the record. */
export function finds(answer: Answer, resource: Resource, { id }: Made): boolean {
  return answer.status === 200 && idsIn(answer, resource).includes(id);
}

/** Those of these records that the answer does not hold. */
export function lacking(answer: Answer, resource: Resource, made: readonly Made[]): readonly Made[] {
  return made.filter((one) => !finds(answer, resource, one));
}

/** Whether what was found shows ids. */
export function showsIds(answer: Answer, resource: Resource): boolean {
  return answer.status === 200 && idsIn(answer, resource).length > 0;
}

/** The ids of what was found. */
export function idsIn({ representation: { value } }: Answer, { item }: Resource): readonly string[] {
  const member = (item?.id ?? '/id').replace(/^\//u, '');
  return Array.isArray(value) ? value.flatMap((one) => (isObject(one) ? (idText(one[member]) ?? []) : [])) : [];
}
