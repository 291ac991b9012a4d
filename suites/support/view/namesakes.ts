import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Operation } from '../../../core/target.ts';
import { type Created, create, createRecord } from '../evidence.ts';
import { changes, isSame, recordIn, stateOf } from '../operation/deal-state.ts';
import { type Deal, operationRequest, particulars } from '../operation/operation-requests.ts';
import { askedIn, formsOf } from '../operation/operation-subjects.ts';

type Readable = Created & { readonly address: string };

/**
 * Another record with the very same members. Undefined where the target has none: it may insist on unique names, or answer with the
 * record that is there.
 */
export async function namesakeOf(
  trial: Trial,
  one: Readable,
  others: readonly Readable[] = [],
): Promise<Readable | undefined> {
  const record = await create(trial, () => one.payload);
  const { answer, address, id, claim } = record;
  if (!answer.succeeded || address === undefined || claim?.existed !== undefined) return undefined;
  const isKnown = [one, ...others].some((other) => other.address === address || (id !== undefined && other.id === id));
  return isKnown ? undefined : { ...record, address };
}

/** A new record with the members of this one, or with its own where the target takes no more of them. */
export async function createAlike(trial: Trial, one: Readable, others: readonly Readable[] = []): Promise<Readable> {
  return (await namesakeOf(trial, one, others)) ?? createRecord(trial);
}

/**
 * Demands that a record shows what it did before another one was deleted: of what was sent on creation the texts, and the price
 * (document 4.1). Other numbers may count something, such as its place among the records.
 */
export function isLeftAsItWas(trial: Trial, { payload }: Created, before: Answer | undefined, after: Answer): Answer {
  const [a, b] = [recordIn(trial, before), recordIn(trial, after)];
  if (a === undefined || b === undefined) return after;
  const sent = Object.keys(payload).filter((name) => name === 'price' || typeof payload[name] === 'string');
  const other = sent.filter((name) => !isSame(a[name], b[name]));
  return after.owes(
    other.length === 0,
    'the other record as it was',
    () => `another ${other.join(', ')}: ${after.brief}`,
  );
}

/**
 * An operation in each of its forms but the first, each on a new deal with the members of one that was there before: the address, or the
 * body, names one deal (document 4.2), and the other one stays as it was. An operation may be refused. The first form is taken through
 * many operations beside such a deal (keepsItsHistory).
 */
export async function leavesItsNamesake(trial: Trial, operation: Operation): Promise<readonly Answer[]> {
  const first = await createRecord(trial);
  const deal = first.id === undefined ? undefined : { ...first, id: first.id };
  const before = deal === undefined ? undefined : await stateOf(trial, deal);
  if (deal === undefined || before?.shown === undefined) return [];
  const answers: Answer[] = [];
  for (const form of formsOf(trial.target, operation).slice(1)) {
    const asked = askedIn(trial.target, operation, form);
    const other = await namesakeOf(trial, deal);
    if (other?.id === undefined) break;
    const on: Deal = { ...other, id: other.id };
    answers.push(await trial.send(operationRequest(asked, particulars(asked, on, trial.unique()))));
  }
  if (!answers.some(({ succeeded }) => succeeded)) return [before.answer];
  const after = await stateOf(trial, deal);
  const other = after === undefined ? [] : changes(before, after);
  const due = 'a deal unchanged by operations on others of the same members';
  if (after !== undefined && other.length > 0) fail(due, other.join('; '), before.answer, ...answers, after.answer);
  return [before.answer, ...answers];
}
