import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { KEEPING } from '../keeping-writes.ts';
import { changes, stateOf } from '../operation/deal-state.ts';
import { statesOf } from '../operation/operation-dues.ts';
import { type Deal, operationRequest, particulars } from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { entriesOf, isListed, type Made, make } from './made-records.ts';

/** How many records are made besides. */
const MORE = 3;

/**
 * Demands that the list of a sub-collection of form E (document 4.2), which showed the newest of two records, and shows the newest of five, has
 * none missing between it and the oldest that is shown, and that it goes on to show it after an operation of another kind that leaves the deal
 * as it was. A list may be of what holds now, and leave earlier ones out; or a page, whose size the document does not show (4.4).
 */
export async function listsSeveral(
  trial: Trial,
  asked: Asked,
  deal: Deal,
  address: string,
  earlier: readonly Made[],
): Promise<readonly Answer[]> {
  const made = [...earlier];
  for (let nth = 0; nth < MORE; nth += 1) {
    const one = await make(trial, asked, deal);
    if (one === undefined || made.some((other) => other.address === one.address)) return [];
    made.push(one);
  }
  const newest = made.at(-1);
  if (newest === undefined) return [];
  const read = (): Promise<Answer> =>
    trial.until(
      () => trial.send({ method: 'GET', address }),
      (answer) => isListed(answer, newest),
    );
  const list = await read();
  const lost = lostIn(list, made, newest);
  if (lost !== undefined) fail(`${lost.address} in the list of ${made.length}`, list.brief, lost.answer, list);
  if (!isListed(list, newest)) return [list];
  return [list, ...(await staysListed(trial, asked, deal, { newest, list, read }))];
}

/** A record between the newest and the oldest that is shown. What is no list of records shows none. */
function lostIn(list: Answer, made: readonly Made[], newest: Made): Made | undefined {
  if (list.status !== 200 || entriesOf(list) === undefined || !isListed(list, newest)) return undefined;
  const oldest = made.findIndex((one) => isListed(list, one));
  return made.slice(oldest).find((one) => !isListed(list, one));
}

interface Listed {
  readonly newest: Made;
  readonly list: Answer;
  readonly read: () => Promise<Answer>;
}

/** A price is changed. Where the deal then shows of the hold what it showed before, the list does so too (document 3 shows no states). */
async function staysListed(
  trial: Trial,
  { operation, resource }: Asked,
  deal: Deal,
  { newest, list, read }: Listed,
): Promise<readonly Answer[]> {
  const other = otherOperation(trial, operation.name, resource.name);
  const before = await stateOf(trial, deal);
  if (other === undefined || before?.shown === undefined || statesOf(operation.effect).length === 0) return [];
  const answer = await trial.send(operationRequest(other, particulars(other, deal, trial.unique())));
  const after = await stateOf(trial, deal);
  if (!answer.succeeded || after === undefined) return [];
  const own = ({ answer: reading, pending, shown = {} }: typeof after): typeof after => ({
    answer: reading,
    pending,
    shown: Object.fromEntries(Object.entries(shown).filter(([member]) => member in operation.effect)),
  });
  if (Object.keys(own(before).shown ?? {}).length === 0 || changes(own(before), own(after)).length > 0) return [];
  const later = await read();
  if (later.status === 200 && !isListed(later, newest))
    fail(`${newest.address} in the list after ${other.operation.name}`, later.brief, list, answer, later);
  return [later];
}

/** One that sets values alone, in a form that makes no record of its own. */
function otherOperation({ target }: Trial, name: string, resource: string): Asked | undefined {
  const other = target.operations.find(
    (one) =>
      one.resource === resource && one.name !== name && KEEPING.includes(one.name) && statesOf(one.effect).length === 0,
  );
  const form = other === undefined ? undefined : formsOf(target, other).find((one) => one !== 'E' && one !== 'D');
  return other === undefined || form === undefined ? undefined : askedIn(target, other, form);
}
