import type { Answer } from '../../core/answer.ts';
import { at } from '../../core/representation/json-pointer.ts';
import { isObject } from '../../core/representation/json-value.ts';
import { sameValue } from '../../core/representation/same-value.ts';
import type { Trial } from '../../core/run/trial.ts';
import { create } from './evidence.ts';
import { isNothing } from './nothing.ts';
import { endOf } from './record-histories.ts';
import { resourceOf } from './subjects.ts';

/** No longer than this is waited for: a job that takes longer needs a settling time (`--settle`). */
const MOST_MS = 2000;

/** As much longer than the record was there that is held against it. */
const MARGIN_MS = 200;

/**
 * The members that a service writes into a new record by itself, as a job does that completes it a little later (document 3: states and
 * transitions are not shown). Another record is created, to which nothing is sent, and read for as long as that one was there when it was
 * read last. `before` and `last`: how that was read; `names`: the members that it is about.
 */
export async function movesByItself(
  trial: Trial,
  { before, last }: { readonly before: Answer; readonly last: Answer },
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { url } = last.exchange.request;
  const creation = trial.records.claims.find(({ address }) => address === url)?.answer;
  const { address } = await create(trial);
  if (address === undefined || creation === undefined) return new Set();
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address });
  const first = await read();
  const shown = recordIn(trial, first);
  // Where the other one showed nothing when it was read first, what this one shows came as early.
  const isThere = (name: string): boolean => !isNothing(shown?.[name]) && isNothing(recordIn(trial, before)?.[name]);
  const isOther = (name: string, answer: Answer): boolean => !sameValue(shown?.[name], recordIn(trial, answer)?.[name]);
  const moved = (answer: Answer): readonly string[] =>
    names.filter((name) => isThere(name) || (recordIn(trial, answer) !== undefined && isOther(name, answer)));
  const waitMs = Math.min(MOST_MS, endOf(last) - endOf(creation) + MARGIN_MS);
  return new Set(moved(await trial.until(read, (answer) => moved(answer).length === names.length, waitMs)));
}

function recordIn(trial: Trial, { representation }: Answer): Readonly<Record<string, unknown>> | undefined {
  const record = at(representation.value, resourceOf(trial).item?.envelope ?? '');
  return isObject(record) ? record : undefined;
}
