import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { PATIENCE_MS } from '../patience.ts';
import type { Asked } from './found-changed.ts';
import { finds, idsIn, lacking, type Made, makeOne, showsIds } from './found-records.ts';

/** How many records are made, of which some are deleted. */
const MADE = 3;

/** Deletes records, and asks until none of them is found, and nothing where none is left; undefined where one is not deleted. */
export async function askedWithout(
  trial: Trial,
  { resource, askFor, unique }: Pick<Asked, 'resource' | 'askFor' | 'unique'>,
  deleted: readonly Made[],
  left: readonly Made[],
): Promise<Answer | undefined> {
  for (const { id } of deleted) {
    const address = fillTemplate(resource.delete?.address ?? '', { id });
    const answer = await trial.send(withFieldsOf(resource, { method: 'DELETE', address }));
    if (!answer.succeeded) return undefined;
  }
  const isDone = (answer: Answer): boolean =>
    left.length === 0 ? answer.status === 404 : !deleted.some((one) => finds(answer, resource, one));
  return trial.until(() => askFor(unique), isDone, PATIENCE_MS);
}

/**
 * The same with new records of a new text, of which so many are deleted: what still finds one of those. Somebody else may have copied the
 * ones before just then, and their ids may have come back.
 */
export async function staysFound(
  trial: Trial,
  { resource, askFor }: Asked,
  count: number,
): Promise<Answer | undefined> {
  const unique = trial.unique();
  const made: Made[] = [];
  await askFor(unique);
  for (let i = 0; i < MADE; i += 1) {
    const one = await makeOne(trial, resource, unique);
    if (one === undefined || made.some(({ id }) => id === one.id)) break;
    made.push(one);
    await trial.until(
      () => askFor(unique),
      (answer) => lacking(answer, resource, made).length === 0,
    );
  }
  const [deleted, left] = [made.slice(0, count), made.slice(count)];
  const answer = await askedWithout(trial, { resource, askFor, unique }, deleted, left);
  if (answer === undefined || deleted.length === 0) return undefined;
  const isStill =
    left.length === 0 ? findsDeleted(answer, resource, deleted) : deleted.some((one) => finds(answer, resource, one));
  return isStill ? answer : undefined;
}

/**
 * Whether records are found by the text of those that were deleted, all that had it. Somebody else may have copied one of them just
 * before; who puts each under another id shows as many.
 */
export function findsDeleted(answer: Answer, resource: Resource, deleted: readonly Made[]): boolean {
  if (!answer.succeeded) return false;
  if (!showsIds(answer, resource) || deleted.some((one) => finds(answer, resource, one))) return true;
  return idsIn(answer, resource).length >= deleted.length;
}
