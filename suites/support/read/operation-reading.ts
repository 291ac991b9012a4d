import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Created, createRecord } from '../evidence.ts';
import { recordIn, settledState } from '../operation/deal-state.ts';
import { readyDeal } from '../operation/operation-evidence.ts';
import { type Deal, operationRequest, particulars } from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { differences } from '../payload/payloads.ts';
import { resourceOf } from '../subjects.ts';
import { addressesWithParameters, operationAddresses, undoingAddresses } from './operation-places.ts';

/**
 * Demands that GET, HEAD and OPTIONS of an operation's address, and HEAD and OPTIONS of the record itself, carry out nothing (RFC 9110
 * 9.2.1): on a new record, and on one that is on hold, which alone shows that a hold was lifted. How they are answered is left open. Gives no
 * witness where the record cannot be read.
 */
export async function readsNoOperation(
  trial: Trial,
  record: Created & { readonly address: string },
): Promise<readonly Answer[]> {
  const { id } = record;
  if (id === undefined) return [];
  const makeNew = async (): Promise<Deal> => deal(await createRecord(trial));
  const fresh = await changesNoDeal(trial, { ...record, id }, makeNew, (made) => ({
    bare: operationAddresses(trial, made),
    withParameters: addressesWithParameters(trial, made),
  }));
  const [operation] = trial.target.operations.filter(({ resource }) => resource === resourceOf(trial).name);
  const [form] = operation === undefined ? [] : formsOf(trial.target, operation);
  if (operation === undefined || form === undefined || fresh.length === 0) return fresh;
  const makeHeld = (): Promise<Deal> => operatedDeal(trial, askedIn(trial.target, operation, form));
  const below = (made: Deal): Places => ({
    bare: undoingAddresses(trial, made, operation.name),
    withParameters: addressesWithParameters(trial, made, operation.name),
  });
  return [...fresh, ...(await changesNoDeal(trial, await makeHeld(), makeHeld, below))];
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
  below: Below,
): Promise<readonly Answer[]> {
  const seen = await lookAround(trial, first, below);
  if (seen === undefined) return [];
  if (seen.changed.length === 0) return [seen.after];
  const again = await lookAround(trial, await make(), below);
  const idle = await lookAround(trial, await make(), undefined);
  const isIt = seen.changed.some(
    (member) => again?.changed.includes(member) === true && idle?.changed.includes(member) === false,
  );
  if (!isIt) return [seen.after];
  const due = 'the deal as it was after GET, HEAD and OPTIONS of it and of the addresses of its operations';
  fail(due, `other values for ${seen.changed.join(', ')}: ${seen.after.brief}`, seen.before, seen.after);
}

/** The addresses below a deal that are asked for by what only reads, as they are, and with parameters in their query. */
interface Places {
  readonly bare: readonly string[];
  readonly withParameters: readonly string[];
}

/** Those of a deal; undefined where it is left alone. */
type Below = ((made: Deal) => Places) | undefined;

interface Look {
  readonly before: Answer;
  readonly after: Answer;
  /** The members that changed meanwhile. */
  readonly changed: readonly string[];
}

async function lookAround(trial: Trial, made: Deal, below: Below): Promise<Look | undefined> {
  const { address: own } = made;
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: own });
  const [first, before] = [await read(), await read()];
  const [known, still] = [recordIn(trial, first), recordIn(trial, before)];
  if (known === undefined || still === undefined) return undefined;
  if (below === undefined) await read();
  else await asksSafely(trial, own, below(made));
  const after = await read();
  const now = recordIn(trial, after);
  // What differs between two readings in a row is no work of what was asked between.
  const moving = differences(known, still);
  const changed = now === undefined ? ['the whole record'] : differences(still, now);
  return { before, after, changed: changed.filter((member) => !moving.includes(member)) };
}

async function asksSafely(trial: Trial, own: string, { bare, withParameters }: Places): Promise<void> {
  const { never } = resourceOf(trial);
  for (const address of [...bare, ...withParameters]) await trial.send({ method: 'GET', address });
  for (const method of ['HEAD', 'OPTIONS'].filter((other) => !never.includes(other)))
    for (const address of [own, ...(method === 'OPTIONS' ? bare : bare.slice(0, 2))])
      await trial.send({ method, address });
}
