import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Change, changesOf } from '../changes.ts';
import { type Created, createRecord, createRecordToDelete, deletion } from '../evidence.ts';
import { entryOf, mayBeKept } from '../listed-changes.ts';
import { PATIENCE_MS } from '../patience.ts';
import { withoutVolatile } from '../payload/payloads.ts';
import { resourceName, resourceOf, whyNotCreatable, whyNotDeletable } from '../subjects.ts';
import { canonical } from '../view/same-words.ts';
import { given } from '../view/views.ts';
import { withFields } from '../with-fields.ts';

/** A reading of the collection before and after a change of it that both show. */
interface ListChange extends Change {
  readonly request: HttpRequest;
}

/**
 * The collection around each change of a record that it lists, in JSON, and around a deletion, in each representation. What it does not show
 * of a change is no change of it, and what a cache may keep is rightly old (RFC 9111 4.2).
 */
export const changedLists: Evidence<readonly ListChange[]> = evidence(resourceName, async (trial) => {
  const { list, item } = resourceOf(trial);
  if (list === undefined || item === undefined || whyNotCreatable(resourceOf(trial)) !== undefined) return [];
  return [...(await aroundChanges(trial, list.address)), ...(await aroundDeletion(trial, list.address))];
});

/** Others may make records at the same moment, so that each change is looked at: a tag that is made of the ids stays in some of them. */
async function aroundChanges(trial: Trial, address: string): Promise<readonly ListChange[]> {
  const request: HttpRequest = { method: 'GET', address };
  const record = await createRecord(trial);
  const shown = (answer: Answer): string => canonical(withoutVolatile(entryOf(trial, record, answer)));
  const pairs: ListChange[] = [];
  let before = await trial.send(request);
  for (const change of changesOf(trial, resourceOf(trial), record)) {
    if (!hasTag(before) || entryOf(trial, record, before) === undefined) break;
    if (!(await change()).succeeded) continue;
    const old = before;
    const after = await trial.until(
      () => trial.send(request),
      (answer) => shown(answer) !== shown(old),
    );
    if (after.status === 200 && shown(after) !== shown(old)) pairs.push({ request, before, after });
    before = after;
  }
  return pairs;
}

interface Reading {
  readonly request: HttpRequest;
  readonly before: Answer;
}

async function aroundDeletion(trial: Trial, address: string): Promise<readonly ListChange[]> {
  if (whyNotDeletable(resourceOf(trial)) !== undefined) return [];
  const record = await createRecordToDelete(trial);
  const others = (await given(trial, { kind: 'list', address })).filter(({ name }) => name !== 'json');
  const readings: Reading[] = [];
  for (const request of [{ method: 'GET', address }, ...others.map((view) => view.request)]) {
    const before = await trial.send(request);
    if (hasTag(before) && isIn(before, record)) readings.push({ request, before });
  }
  if (readings.length === 0 || !(await trial.send(deletion(resourceOf(trial), record))).succeeded) return [];
  const pairs: ListChange[] = [];
  for (const { request, before } of readings) {
    const after = await trial.until(
      () => trial.send(request),
      (answer) => !isIn(answer, record),
    );
    if (after.status === 200 && !isIn(after, record)) pairs.push({ request, before, after });
  }
  return pairs;
}

function hasTag(answer: Answer): boolean {
  return answer.status === 200 && answer.header('ETag') !== undefined && !mayBeKept(answer);
}

/** By the value of this run that it holds. */
function isIn({ text }: Answer, { unique }: Created): boolean {
  return text.includes(unique);
}

/**
 * The collection asked for with its tag from before the first change and the last one of a record of the run, and from before a deletion. What
 * it showed then of that record it never shows again, so that this tag is no longer current (RFC 9110 13.1.2).
 */
export async function forgetsOldTagOfList(trial: Trial): Promise<readonly Answer[]> {
  const pairs = await changedLists(trial);
  const answers: Answer[] = [];
  for (const { request, before, after } of pairs.filter((_, i) => i === 0 || i >= pairs.length - LAST)) {
    const old = before.header('ETag') ?? '';
    // Where the tag stays, that is the matter of validator/etag-changes.
    if (old === after.header('ETag')) continue;
    // One of several servers may be behind.
    const answer = await trial.until(
      () => trial.send(withFields(request, { 'if-none-match': old })),
      ({ status }) => status !== 304,
      PATIENCE_MS,
    );
    answers.push(
      answer.owes(answer.status !== 304, 'no 304 for the tag of the list from before a change', `304 for ${old}`),
    );
  }
  return answers;
}

/** The last change of a record, and its deletion in three representations. */
const LAST = 4;
