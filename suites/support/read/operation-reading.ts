import type { Answer } from '../../../core/answer.ts';
import type { Form } from '../../../core/claims.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Created, createRecord } from '../evidence.ts';
import { recordIn, settledState } from '../operation/deal-state.ts';
import { readyDeal } from '../operation/operation-evidence.ts';
import { type Deal, operationRequest, particulars } from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { differences } from '../payload/payloads.ts';
import { resourceOf } from '../subjects.ts';

/** The forms whose address alone names operation and deal: a server that does not look at the method carries it out. */
const BY_ADDRESS: readonly Form[] = ['A', 'B', 'E'];

/**
 * Demands that GET, HEAD and OPTIONS of an operation's address, and HEAD and OPTIONS of the record itself, carry out nothing (RFC 9110
 * 9.2.1): on a new record, and on one that is on hold. How they are answered is left open. Gives no witness where the record
 * cannot be read.
 */
export async function readsNoOperation(
  trial: Trial,
  record: Created & { readonly address: string },
): Promise<readonly Answer[]> {
  const { id } = record;
  if (id === undefined) return [];
  const makeNew = async (): Promise<Deal> => deal(await createRecord(trial));
  const fresh = await changesNoDeal(trial, { ...record, id }, makeNew, 'below too');
  const [operation] = trial.target.operations.filter(({ resource }) => resource === resourceOf(trial).name);
  const [form] = operation === undefined ? [] : formsOf(trial.target, operation);
  if (operation === undefined || form === undefined || fresh.length === 0) return fresh;
  const makeHeld = (): Promise<Deal> => operatedDeal(trial, askedIn(trial.target, operation, form));
  return [...fresh, ...(await changesNoDeal(trial, await makeHeld(), makeHeld))];
}

function deal(record: Created & { readonly address: string }): Deal {
  return { ...record, id: record.id ?? '' };
}

/** A fresh deal after its first operation, where that is taken. */
async function operatedDeal(trial: Trial, asked: Asked): Promise<Deal> {
  const made = await readyDeal(trial, asked);
  const what = particulars(asked, made, trial.unique());
  const answer = await trial.send(operationRequest(asked, what));
  await settledState(trial, made, asked, what, answer);
  return made;
}

/**
 * Asks for a deal, and for addresses below it, by what only reads. A change is held against that where it comes with it on another
 * deal as well, and not on a third that is left alone: a deal may go on by itself.
 */
async function changesNoDeal(
  trial: Trial,
  first: Deal,
  make: () => Promise<Deal>,
  where: Where = 'itself',
): Promise<readonly Answer[]> {
  const seen = await lookAround(trial, first, where);
  if (seen === undefined) return [];
  if (seen.changed.length === 0) return [seen.after];
  const again = await lookAround(trial, await make(), where);
  const idle = await lookAround(trial, await make(), 'nothing');
  const isIt = seen.changed.some(
    (member) => again?.changed.includes(member) === true && idle?.changed.includes(member) === false,
  );
  if (!isIt) return [seen.after];
  const due = 'the deal as it was after GET, HEAD and OPTIONS of it and of the addresses of its operations';
  fail(due, `other values for ${seen.changed.join(', ')}: ${seen.after.brief}`, seen.before, seen.after);
}

/** What is asked by what only reads: the deal alone, the addresses of its operations as well, or nothing. */
type Where = 'itself' | 'below too' | 'nothing';

interface Look {
  readonly before: Answer;
  readonly after: Answer;
  /** The members that changed meanwhile. */
  readonly changed: readonly string[];
}

async function lookAround(trial: Trial, made: Deal, where: Where): Promise<Look | undefined> {
  const { address: own } = made;
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: own });
  const [first, before] = [await read(), await read()];
  const [known, still] = [recordIn(trial, first), recordIn(trial, before)];
  if (known === undefined || still === undefined) return undefined;
  const places = where === 'below too' ? operationAddresses(trial, made.id) : [];
  if (where === 'nothing') await read();
  else await asksSafely(trial, own, places);
  const after = await read();
  const now = recordIn(trial, after);
  // What differs between two readings in a row is no work of what was asked between.
  const moving = differences(known, still);
  const changed = now === undefined ? ['the whole record'] : differences(still, now);
  return { before, after, changed: changed.filter((member) => !moving.includes(member)) };
}

async function asksSafely(trial: Trial, own: string, places: readonly string[]): Promise<void> {
  const { never } = resourceOf(trial);
  for (const address of places) await trial.send({ method: 'GET', address });
  for (const method of ['HEAD', 'OPTIONS'].filter((other) => !never.includes(other)))
    for (const address of [own, ...(method === 'OPTIONS' ? places : places.slice(0, 2))])
      await trial.send({ method, address });
}

function operationAddresses(trial: Trial, id: string): string[] {
  const { name } = resourceOf(trial);
  // What follows another operation undoes it, so that nothing would be seen.
  const operations = trial.target.operations.filter(({ resource, after }) => resource === name && after === undefined);
  return operations.flatMap((operation) =>
    formsOf(trial.target, operation)
      .filter((form) => BY_ADDRESS.includes(form))
      .map((form) => fillTemplate(operation.forms[form]?.address ?? '', { id })),
  );
}
