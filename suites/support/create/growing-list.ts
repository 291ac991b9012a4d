import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Created, create, entryId } from '../evidence.ts';
import { PATIENCE_MS } from '../patience.ts';
import { entriesOf } from '../query/queries.ts';
import { resourceOf } from '../subjects.ts';

/**
 * Demands that a new record is in the collection (document 4.4: an array of users), as far as the collection has room. It may come
 * in pages or leave records out by a filter, neither of which is shown: but a list that is longer one record later was not full,
 * and one that shows other new records does not leave them out.
 */
export async function listsWhatIsNew(trial: Trial): Promise<readonly Answer[]> {
  const { list } = resourceOf(trial);
  if (list === undefined) return [];
  const readList = (): Promise<Answer> => trial.send({ method: 'GET', address: list.address });
  const made: Created[] = [await create(trial), await create(trial)];
  if (made.some(({ answer }) => !answer.succeeded)) return [];
  const first = await trial.until(readList, (answer) => lackingIn(trial, answer, made).length === 0, PATIENCE_MS);
  const lost = lackingIn(trial, first, made);
  if (first.status !== 200 || lost.length === 0) return [first];
  const later = [await create(trial), await create(trial)];
  const all = [...made, ...later];
  const second = await trial.until(readList, (answer) => lackingIn(trial, answer, all).length === 0, PATIENCE_MS);
  const listed = all.length - lackingIn(trial, second, all).length;
  if (listed === 0 || sizeOf(trial, second) <= sizeOf(trial, first)) return [first];
  const ids = lost.map(({ id }) => id ?? '').join(' and ');
  fail(
    `${ids} in the list, which has room`,
    `${sizeOf(trial, first)} records without it`,
    ...lost.map(({ answer }) => answer),
    first,
    second,
  );
}

/**
 * Demands that a collection which shows some of these new records, made alike, shows all of them. It may be one page of many, or follow
 * later: but one that is longer two records later was not full.
 */
export async function listsAllOfThem(trial: Trial, made: readonly Created[]): Promise<readonly Answer[]> {
  const { list } = resourceOf(trial);
  if (list === undefined) return [];
  const readList = (): Promise<Answer> => trial.send({ method: 'GET', address: list.address });
  const first = await readList();
  const before = lackingIn(trial, first, made);
  if (first.status !== 200 || before.length === 0 || before.length === made.length) return [first];
  const later = await trial.until(readList, (answer) => lackingIn(trial, answer, made).length === 0, PATIENCE_MS);
  await create(trial);
  await create(trial);
  const second = await trial.until(readList, (answer) => lackingIn(trial, answer, before).length === 0, PATIENCE_MS);
  const [lost] = lackingIn(trial, second, before);
  if (lost === undefined || sizeOf(trial, second) <= sizeOf(trial, later)) return [first, second];
  fail(
    `${lost.id ?? ''} in the list, as others that were made with it`,
    'a list without it',
    lost.answer,
    later,
    second,
  );
}

/** The records that a list lacks, of those whose id is known. */
function lackingIn(trial: Trial, list: Answer, records: readonly Created[]): readonly Created[] {
  const resource = resourceOf(trial);
  const ids = new Set(entriesOf(list, resource).map((entry) => entryId(entry, resource)));
  return records.filter(({ id }) => id !== undefined && !ids.has(id));
}

function sizeOf(trial: Trial, list: Answer): number {
  return entriesOf(list, resourceOf(trial)).length;
}
