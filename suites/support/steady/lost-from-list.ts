import type { Answer } from '../../../core/answer.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isWritten } from '../delete/written-meanwhile.ts';
import { equalReadings, wordsOf } from '../equal-readings.ts';
import { entryId, itemAddress } from '../evidence.ts';
import { mayBeKept } from '../listed-changes.ts';
import { contradictions, isVolatile } from '../payload/payloads.ts';
import { entriesOf } from '../query/queries.ts';
import { resourceOf } from '../subjects.ts';
import { isOnlyRead } from './steady-views.ts';

const FEW = 3;

/**
 * Demands of the collection that it still lists what it listed when the run began, where that is still read by its own address with the
 * same values, and nothing of the run was aimed at it. On a full page, what others create moves entries out: a list has room where it
 * held more at another time.
 */
export async function losesNone(trial: Trial): Promise<void> {
  const { list, item } = resourceOf(trial);
  if (list === undefined || item === undefined || list.entries === 'ids') return;
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: list.address });
  const last = await read();
  const all = (equalReadings(trial.seen).get(wordsOf(last)) ?? []).filter(isRead);
  const [first] = all;
  if (first === undefined) return;
  const lost = [...entriesIn(trial, first)].filter(([id]) => !entriesIn(trial, last).has(id) && !isTouched(trial, id));
  if (lost.length === 0) return;
  const most = Math.max(...all.map((answer) => entriesIn(trial, answer).size));
  const hasRoom = (answer: Answer): boolean =>
    isRead(answer) && answer.header('Link') === undefined && !mayBeKept(answer) && entriesIn(trial, answer).size < most;
  if (!hasRoom(last)) return;
  for (const [id, entry] of lost.slice(0, FEW)) {
    const record = await trial.send({ method: 'GET', address: itemAddress(resourceOf(trial), id) });
    if (!isAsBefore(trial, record, entry)) continue;
    const again = await trial.until(read, (answer) => entriesIn(trial, answer).has(id));
    if (hasRoom(again) && !entriesIn(trial, again).has(id))
      fail(`${id} in the collection, as when the run began`, 'none, though it is still there', first, record, again);
  }
}

function isRead({ status, representation: { syntax, problem } }: Answer): boolean {
  return status === 200 && syntax === 'json' && problem === undefined;
}

function entriesIn(trial: Trial, list: Answer): ReadonlyMap<string, unknown> {
  const resource = resourceOf(trial);
  const entries = isRead(list) ? entriesOf(list, resource) : [];
  return new Map(
    entries.flatMap((entry) => {
      const id = entryId(entry, resource);
      return id === undefined ? [] : [[id, entry] as const];
    }),
  );
}

/** Records of several kinds may have one id: what the run cannot write to is not touched by what it wrote to others. */
function isTouched(trial: Trial, id: string): boolean {
  return !isOnlyRead(trial) && isWritten(trial, id, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
}

/** Somebody who takes a record out of a list, such as one that is not active any more, changes it. */
function isAsBefore(trial: Trial, answer: Answer, entry: unknown): boolean {
  const record = at(answer.representation.value, resourceOf(trial).item?.envelope ?? '');
  if (answer.status !== 200 || !isObject(record) || !isObject(entry)) return false;
  return contradictions(entry, record).every(isVolatile);
}
