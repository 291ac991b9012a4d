import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { notExercised } from '../../../core/results/outcome.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { freshValues } from '../create/creations.ts';
import { type Created, createRecordToDelete, deletion, isIdReused } from '../evidence.ts';
import { withFormat, withSuffix } from '../negotiate/accept.ts';
import { resourceName, resourceOf } from '../subjects.ts';

/** Why nothing can be said of a deleted record whose address is that of another one by now. */
export const ID_REUSED = 'the id was given to the next record at once';

/** The readings of a record around its deletion. */
export interface AroundDeletion {
  readonly before: Answer;
  readonly after: Answer;
  /** The readings after it in each representation, and at each address, that was read before it: each may have its own cache. */
  readonly others: readonly Answer[];
}

/** The record in each representation, by Accept and at its other addresses. */
async function readOtherwise(trial: Trial, record: { readonly address: string }): Promise<Answer[]> {
  const { representations, selectors, mediaTypes } = resourceOf(trial);
  const answers: Answer[] = [];
  for (const name of selectors.includes('accept') ? representations : [])
    answers.push(await trial.send({ ...reading(record), headers: { accept: mediaTypes[name] } }));
  return [...answers, ...(await readAtOthers(trial, record))];
}

/** The record at its other addresses: with a suffix, and with the format parameter. */
async function readAtOthers(trial: Trial, { address }: { readonly address: string }): Promise<Answer[]> {
  const { representations, selectors } = resourceOf(trial);
  const [name = 'json'] = representations.filter((other) => other !== 'json');
  const ways = [
    ...(selectors.includes('suffix') ? [withSuffix] : []),
    ...(selectors.includes('format') ? [withFormat] : []),
  ];
  const answers: Answer[] = [];
  for (const way of ways) answers.push(await trial.send({ method: 'GET', address: way(address, name) }));
  return answers;
}

/** How many records are tried: a busy target that gives ids anew may give each of them to the next record at once. */
const TRIES = 3;

/** A record read, deleted and read again, shared: delete/removes and delete/gone judge the same readings. */
export const readAroundDeletion: Evidence<AroundDeletion> = evidence(resourceName, async (shared) => {
  for (let time = 1; ; time += 1) {
    const around = await aroundDeletion(shared);
    if (!around.isReused) return around;
    if (time === TRIES) notExercised(ID_REUSED, around.before, around.after);
  }
});

async function aroundDeletion(shared: Trial): Promise<AroundDeletion & { readonly isReused: boolean }> {
  const record = await createRecordToDelete(shared);
  const before = await shared.until(
    () => shared.send(reading(record)),
    (answer) => answer.succeeded,
  );
  before.asControl('reading the new record');
  const known = await readOtherwise(shared, record);
  (await shared.probe(deletion(resourceOf(shared), record))).asControl('the DELETE');
  const after = await shared.until(() => shared.send(reading(record)), isAbsent);
  const isReused = !isAbsent(after) && isAnothers(shared, record, after);
  const others = isReused ? [] : await readOtherwise(shared, record);
  const conditional = isReused ? [] : await readIfChanged(shared, record, before);
  // Skip what was not read before the deletion, and what is another record by now.
  const ours = others.filter((answer, i) => known[i]?.succeeded === true && !isAnothers(shared, record, answer));
  return { before, after, others: [...ours, ...conditional], isReused };
}

/** A condition counts only where the answer without it is a success (RFC 9110 13.2.1), and what was deleted is absent. */
async function readIfChanged(
  trial: Trial,
  record: Created & { readonly address: string },
  before: Answer,
): Promise<Answer[]> {
  const tag = before.header('ETag');
  if (tag === undefined) return [];
  const answer = await trial.send({ ...reading(record), headers: { 'if-none-match': tag } });
  return isAnothers(trial, record, answer) ? [] : [answer];
}

/** Whether an answer at the address of a deleted record is about a later one, to which its id was given. */
function isAnothers(trial: Trial, record: Created, answer: Answer): boolean {
  if (isAbsent(answer)) return false;
  // The answer to the later creation may still be on its way.
  const isOther = !answer.text.includes(record.unique) && freshValues(trial, answer.text).length > 0;
  return isOther || isIdReused(trial, record);
}

/** The request that reads a record. */
export function reading(record: { readonly address: string }): { method: string; address: string } {
  return { method: 'GET', address: record.address };
}
