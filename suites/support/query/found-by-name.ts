import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { fillUnique } from '../../../core/ids/placeholders.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject, Resource } from '../../../core/target.ts';
import { PATIENCE_MS } from '../patience.ts';
import { whyNotCreatable } from '../subjects.ts';
import { askBy, finds, makeOne, type ParameterOf } from './found-records.ts';
import { findsByNewText } from './found-renamed.ts';

/** A new record is found by what it shows in the member that is compared, after a change of that as well (document 4.3). */
export async function findsRenamed(
  trial: Trial,
  resource: Resource,
  parameterOf: ParameterOf,
): Promise<readonly Answer[]> {
  const { item } = resource;
  if (item === undefined || whyNotCreatable(resource) !== undefined) return [];
  const unique = trial.unique();
  const text = parameterOf(unique);
  const payload: JsonObject = fillUnique(resource.create?.sample ?? {}, unique);
  const member = Object.keys(payload).find((name) => payload[name] === text);
  if (member === undefined) return [];
  const made = await makeOne(trial, resource, unique);
  if (made === undefined) return [];
  const askFor = (one: string): Promise<Answer> => askBy(trial, one);
  const isFound = (answer: Answer): boolean => finds(answer, resource, made);
  const found = await trial.until(() => askFor(text), isFound, PATIENCE_MS);
  // What is not found at first, or without its id, other demands are about.
  if (!isFound(found)) return [found];
  const record = { ...made, payload, unique, address: fillTemplate(item.address, { id: made.id }) };
  const isNothing = ({ status, representation: { value } }: Answer): boolean =>
    status === 404 || (status === 200 && Array.isArray(value) && value.length === 0);
  const named = { resource, record, member, text, textOf: parameterOf, askFor, isFound, isNothing, found };
  return (await findsByNewText(trial, named)).answers;
}
