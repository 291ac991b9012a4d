import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { entriesOf } from '../made/made-records.ts';
import { PATIENCE_MS } from '../patience.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { readyDeal } from './operation-evidence.ts';
import { type Deal, operationAddress, operationRequest, particulars } from './operation-requests.ts';
import { type Asked, askedIn, formsOf } from './operation-subjects.ts';

/** Two deals, on one of which the operation was asked for again in the same words, and their lists. */
interface Twice {
  readonly again: Answer;
  readonly list: Answer;
  readonly usual: Answer;
}

/**
 * Demands that the same PUT again makes no second record below the deal, where form E has a list of them (document 4.2, RFC 9110 9.2.2). That
 * one operation makes several, or that records come late, is seen on another deal, on which it was asked for once, and earlier.
 */
export async function addsNoRecord(trial: Trial, asked: Asked, deal: Deal): Promise<readonly Answer[]> {
  const list = await recordsBelow(trial, asked, deal);
  if (list === undefined || countIn(list) < 2) return list === undefined ? [] : [list];
  const wrong = await seenEachTime<Twice>(await askedTwice(trial, asked), () => askedTwice(trial, asked));
  if (wrong === undefined) return [list];
  fail(
    `${countIn(wrong.usual)} records below the deal, as after the operation once`,
    `${countIn(wrong.list)} after the same PUT again`,
    wrong.again,
    wrong.list,
    wrong.usual,
  );
}

/** Undefined unless there are more records below the deal on which it was asked for again. */
async function askedTwice(trial: Trial, asked: Asked): Promise<Twice | undefined> {
  const once = await readyDeal(trial, asked);
  const first = await trial.send(operationRequest(asked, particulars(asked, once, trial.unique())));
  const twice = await readyDeal(trial, asked);
  const request = operationRequest(asked, particulars(asked, twice, trial.unique()));
  const answers = [first, await trial.send(request), await trial.send(request)];
  const list = await recordsBelow(trial, asked, twice);
  const [again] = answers.slice(-1);
  if (again === undefined || list === undefined || !answers.every(({ succeeded }) => succeeded)) return undefined;
  let usual: Answer | undefined;
  const read = async (): Promise<Answer> => {
    usual = await recordsBelow(trial, asked, once);
    return usual ?? list;
  };
  await trial.until(read, (answer) => countIn(answer) >= countIn(list), PATIENCE_MS);
  return usual === undefined || countIn(usual) >= countIn(list) ? undefined : { again, list, usual };
}

/** The list of form E below a deal; undefined where the operation has none, or where it is not read. */
async function recordsBelow(trial: Trial, { operation }: Asked, deal: Deal): Promise<Answer | undefined> {
  if (!formsOf(trial.target, operation).includes('E')) return undefined;
  const inList = askedIn(trial.target, operation, 'E');
  const list = await trial.send({ method: 'GET', address: operationAddress(inList, deal, trial.unique()) });
  return list.status === 200 && entriesOf(list) !== undefined ? list : undefined;
}

function countIn(list: Answer): number {
  return entriesOf(list)?.length ?? 0;
}
