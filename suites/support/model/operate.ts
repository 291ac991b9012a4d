import type { Answer } from '../../../core/answer.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { statusesOfGone } from '../missing.ts';
import { namesDealInBody } from '../operation/operation-cases.ts';
import { operationRequest, particulars } from '../operation/operation-requests.ts';
import { type Asked, isOfGuess } from '../operation/operation-subjects.ts';
import { type Difference, differs, lacks } from './compare.ts';
import { askedFor } from './sides.ts';
import { askOurs, type Pair, type Stage } from './stage.ts';
import type { Step } from './steps.ts';

type Operate = Extract<Step, { does: 'operate' }>;

/** After these a deal goes on living; what may follow a completion or a cancellation is not shown (document 3). */
const LIVES_ON: readonly string[] = ['HoldDeal', 'UnholdDeal', 'ChangePrice', 'ChangeCompletionDate'];

/** Plays an operation on both sides, where the document says what must come of it. */
export async function playOperation(stage: Stage, pair: Pair, step: Operate): Promise<Difference | undefined> {
  const asked = askedFor(stage.target, { name: step.operation, form: step.form });
  if (asked === undefined || pair.life === 'ended' || !isItsTurn(asked, pair)) return undefined;
  const unique = stage.trial.unique();
  const theirs = await stage.ask(operationRequest(asked, particulars(asked, pair.theirs, unique)));
  const ours = await askOurs(stage, operationRequest(asked, particulars(asked, pair.ours, unique)), () => true);
  if (!isRefusal(ours)) stage.operated.push(ours);
  if (pair.life === 'deleted') {
    const due = statusesOfGone(namesDealInBody(asked));
    return differs('operation/unknown-deal', ours, theirs, due.includes(ours.status), `status ${due.join(' or ')}`);
  }
  if (isConflict(ours, pair, asked) || isOfGuess(ours, asked)) {
    pair.apart = true;
    return undefined;
  }
  // What the reference refuses by a choice of its own, the document does not forbid (3): the two go separate ways from here.
  if (!theirs.succeeded && ours.succeeded) {
    pair.life = 'lost';
    return undefined;
  }
  const other = differs('operation/served', ours, theirs, ours.succeeded === theirs.succeeded);
  if (other !== undefined) return other;
  if (asked.spelling.method === 'POST' && ours.status === 201 && lacks('Location', ours, theirs))
    return { rule: 'operation/status', expected: 'a Location with 201', actual: 'none' };
  pair.done.push(step.operation);
  if (!LIVES_ON.includes(step.operation)) pair.life = 'ended';
  return undefined;
}

// An unhold follows a hold. On a deal that is gone the order does not matter.
function isItsTurn({ operation }: Asked, { done, life }: Pair): boolean {
  if (life === 'deleted' || operation.after === undefined) return true;
  return done.lastIndexOf(operation.after) > done.lastIndexOf(operation.name);
}

/**
 * Whether its refusal says nothing of the sequence: the deal's state may forbid it, since which transitions there are is not
 * shown (document 3), and 400 may say so as well (7); or parameters may be of other types than was guessed (2).
 */
function isConflict({ status }: Answer, { done, apart }: Pair, { operation }: Asked): boolean {
  if (status === 409 || status === 401 || status === 403) return true;
  return status === 400 && (done.length > 0 || apart || operation.name !== 'HoldDeal');
}
